import { getDomain } from "tldts";

/**
 * A domain's rating (0 to 100) and its source. Null if the source does not know the domain. Throws
 * if the source is unavailable.
 */
export type DomainRatings = (domain: string, signal?: AbortSignal) => Promise<{ value: number | null; source: string }>;

/** Ratings apply to registrable domains: app.example.com shares that of example.com; me.github.io has its own. */
export const registrable = (domain: string): string => getDomain(domain, { allowPrivateDomains: true }) ?? domain;

/** An integer from 0 to 100; null if not a number. */
export const asRating = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? Math.min(100, Math.round(value)) : null;
