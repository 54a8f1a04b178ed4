import type { DraftFieldName } from "./fields.ts";

export const PLACES = ["title", "metadata", "structured_data", "heading", "text"] as const;
export type Place = (typeof PLACES)[number];

/** A verbatim quote and its page. Times are ISO 8601. */
export type Evidence = {
  quote: string;
  url: string;
  /** When a later reading last found it. */
  seenAt?: string;
  /** When a later reading first missed it. */
  goneAt?: string;
  /** Other places on the website with the same statement. */
  statedIn?: Place[];
};

/** Quotes by field; of a field that the site defines by `own.` and its key. */
export type Quotes = Partial<Record<DraftFieldName, Evidence[]>> & { [own: `own.${string}`]: Evidence[] | undefined };

export const isStale = (evidence: readonly Evidence[]): boolean => evidence.some(({ goneAt }) => goneAt !== undefined);

const placeOf = ({ quote, url }: Evidence): string => `${url} ${quote}`;

export const hasSameQuotes = (one: readonly Evidence[], other: readonly Evidence[]): boolean =>
  one.map(placeOf).join("\n") === other.map(placeOf).join("\n");
