/** What a saved search keeps of an address: no order and no page, since only what is new counts. */
export const SEARCH_FILTERS = ["category", "stage", "pricing_model", "country"] as const;
export type SearchFilter = (typeof SEARCH_FILTERS)[number];
export type SearchWords = { [Name in "q" | SearchFilter]?: string | undefined };

/** The most that a search accepts. */
const LONGEST = 200;
export const MOST_SAVED_SEARCHES = 50;
/** Nobody gets two emails about saved searches within this time. */
export const SEARCH_MAIL_EVERY_MS = 24 * 3600_000;

/** The query of an address, the same for every spelling of a search; "" for one without words and filters. */
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
