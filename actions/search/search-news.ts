import { AppError } from "../../core/errors/errors.ts";
import { isPaid } from "../../domain/listings/listing.ts";
import type { SearchNews } from "../../mail/search-messages.ts";
import type { SavedSearch } from "../../store/repos/search/saved-searches.ts";
import type { Deps } from "../context.ts";
import { filterOfSaved } from "./saved-searches.ts";

type Needs = Pick<Deps, "store">;

/** New results of a search up to an arrival: all counted, some named. */
export async function searchNews(
  { query, title, seen }: SavedSearch,
  { newest, named }: { newest: number; named: number },
  { store }: Needs,
): Promise<SearchNews> {
  const ids = await fitting(query, await store.savedSearches.arrivedBetween(seen, newest), { store });
  const listings = await Promise.all(ids.slice(0, named).map((id) => store.listings.find(id)));
  return {
    title,
    query,
    total: ids.length,
    listings: listings
      .filter((listing) => listing !== undefined)
      .map(({ slug, name, tagline, plan }) => ({ slug, name, tagline, isPaid: isPaid({ plan }) })),
  };
}

/** A deleted category matches nothing. */
async function fitting(query: string, ids: number[], { store }: Needs): Promise<number[]> {
  if (ids.length === 0) return [];
  try {
    return await store.listings.fitting(await filterOfSaved(query, { store }), ids);
  } catch (error) {
    if (error instanceof AppError && error.code === "category_unknown") return [];
    throw error;
  }
}
