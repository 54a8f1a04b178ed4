/** Filters of a saved search. Order and page do not matter, because only new listings count. */
export const SEARCH_FILTERS = ["category", "stage", "pricing_model", "country", "language"] as const;
export type SearchFilter = (typeof SEARCH_FILTERS)[number];
export type SearchWords = { [Name in "q" | SearchFilter]?: string | undefined };

const LONGEST = 200;
export const MOST_SAVED_SEARCHES = 50;
export const SEARCH_MAIL_EVERY_MS = 24 * 3600_000;

/** The normalized query; "" without words and filters. */
export function searchQuery(words: SearchWords): string {
  const query = new URLSearchParams();
  for (const name of ["q", ...SEARCH_FILTERS] as const) {
    const value = words[name]?.replace(/\s+/g, " ").trim().slice(0, LONGEST);
    if (value) query.set(name, value);
  }
  return query.toString();
}

export function wordsOfQuery(query: string): SearchWords {
  const all = new URLSearchParams(query);
  return Object.fromEntries(
    (["q", ...SEARCH_FILTERS] as const).flatMap((name) => {
      const value = all.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}
