/** Kinds of places where a website may state the same. */
export const PLACES = ["title", "metadata", "structured_data", "heading", "text"] as const;
export type Place = (typeof PLACES)[number];

/** A verbatim quote and its page. Times are ISO 8601. */
export type Evidence = {
  quote: string;
  url: string;
  /** When it was last read there, if the website was read again. */
  seenAt?: string;
  /** Since when the website no longer states it. */
  goneAt?: string;
  /** Where the website states the same words, if in several places. */
  statedIn?: Place[];
};

/** Whether some of what proves a value is no longer stated. */
export const isStale = (evidence: readonly Evidence[]): boolean => evidence.some(({ goneAt }) => goneAt !== undefined);

const placeOf = ({ quote, url }: Evidence): string => `${url} ${quote}`;

/** Whether both have the same quotes from the same pages, seen at whatever time. */
export const hasSameQuotes = (one: readonly Evidence[], other: readonly Evidence[]): boolean =>
  one.length === other.length && one.every((evidence, index) => placeOf(evidence) === placeOf(other[index]!));
