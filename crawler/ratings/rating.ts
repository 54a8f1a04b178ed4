/**
 * The rating of a domain, 0 to 100, with the name of its source. A null value means that the source does not know the
 * domain. Throws if the source is not available now.
 */
export type DomainRatings = (domain: string, signal?: AbortSignal) => Promise<{ value: number | null; source: string }>;
