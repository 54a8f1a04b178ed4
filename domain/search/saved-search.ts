import { keysOf } from "../text/keys.ts";

/** Filters with fixed names. Several values are joined by commas, and any of them may hold. */
export const SEARCH_FILTERS = ["category", "tag", "stage", "pricing_model", "country", "language"] as const;
export type SearchFilter = (typeof SEARCH_FILTERS)[number];
/** `where` has the conditions on fields of the site. Order and page do not matter, because only new listings count. */
const WORDS = ["q", ...SEARCH_FILTERS, "where"] as const;
export type SearchWords = { [Name in (typeof WORDS)[number]]?: string | undefined };

const LONGEST = 200;
export const LONGEST_FILTER = 1000;
export const MOST_SAVED_SEARCHES = 50;
export const SEARCH_MAIL_EVERY_MS = 24 * 3600_000;

export const splitValues = (text = ""): string[] => [
  ...new Set(text.split(",").flatMap((value) => value.replace(/\s+/g, " ").trim() || [])),
];
export const joinValues = (values: readonly string[]): string | undefined => values.join(",") || undefined;

/** The values of each filter, as the search takes them. */
export const searchOf = ({ q, where, ...filters }: SearchWords) => ({
  ...{ q, where },
  ...Object.fromEntries(keysOf(filters).map((name) => [name, splitValues(filters[name])])),
});

/** As in an address: one spelling for each search. */
export function normalWords(words: SearchWords): SearchWords {
  const entries = WORDS.flatMap((name) => {
    const text = words[name];
    const isList = SEARCH_FILTERS.some((filter) => filter === name);
    const value = isList ? joinValues(splitValues(text).sort()) : text?.replace(/\s+/g, " ").trim();
    return value ? [[name, value.slice(0, name === "q" ? LONGEST : LONGEST_FILTER)]] : [];
  });
  return Object.fromEntries(entries);
}

/** The normalized query; "" without words and filters. */
export const searchQuery = (words: SearchWords): string => addressQuery(normalWords(words));

/** Filters stay readable: category=crm,payroll&where=licence:MIT. */
export const addressQuery = (entries: Record<string, string | undefined>): string =>
  Object.entries(entries)
    .flatMap(([name, value]) => {
      if (value === undefined) return [];
      const query = new URLSearchParams({ [name]: value }).toString();
      return [name === "q" ? query : query.replaceAll("%2C", ",").replaceAll("%3A", ":")];
    })
    .join("&");

export function wordsOfQuery(query: string): SearchWords {
  const all = new URLSearchParams(query);
  return normalWords(Object.fromEntries(WORDS.map((name) => [name, all.get(name) ?? undefined])));
}
