import { getDomain } from "tldts";

/** Ratings belong to registrable domains: app.example.com has that of example.com, but me.github.io its own. */
export const registrable = (domain: string): string => getDomain(domain, { allowPrivateDomains: true }) ?? domain;

/** 0 to 100 as a whole number; null for anything that is not a number. */
export const asRating = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? Math.min(100, Math.round(value)) : null;
