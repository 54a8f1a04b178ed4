/**
 * A domain's rating (0 to 100) and its source. Null if the source does not know the domain. Throws
 * if the source is unavailable.
 */
export type DomainRatings = (domain: string, signal?: AbortSignal) => Promise<{ value: number | null; source: string }>;
