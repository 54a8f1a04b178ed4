import type { Request } from "express";
import type { Deps } from "../../../actions/context.ts";
import { SEARCH_FILTERS, type SearchWords } from "../../../domain/search/saved-search.ts";
import { countryName } from "../../kit/country.ts";
import { queryOf } from "../../kit/paging.ts";
import { sentence } from "../listings/listing-parts.ts";

/** The most that a search accepts. */
const LONGEST = 200;

/** The words and filters of an address. */
export const wordsOfRequest = (req: Request): SearchWords => ({
  q: queryOf(req, "q")?.replace(/\s+/g, " ").slice(0, LONGEST),
  ...Object.fromEntries(SEARCH_FILTERS.map((name) => [name, queryOf(req, name)])),
});

/** A search in words: “shift plan”, Human resources, Free, Germany. */
export async function searchTitle(
  { q, category, pricing_model: price, stage, country }: SearchWords,
  { store }: Pick<Deps, "store">,
): Promise<string> {
  const categories = category === undefined ? [] : await store.reference.categoryNames();
  return [
    q && `“${q}”`,
    category && (categories.find(({ slug }) => slug === category)?.name ?? category),
    price && sentence(price),
    stage && sentence(stage),
    country && countryName(country.toUpperCase()),
  ]
    .filter(Boolean)
    .join(", ");
}
