import { AppError } from "#core/errors/errors.ts";
import { isPaid } from "#domain/listings/listing.ts";
import { MOST_SAVED_SEARCHES, searchOf, searchQuery, wordsOfQuery } from "#domain/search/saved-search.ts";
import type { SearchNews } from "#mail/news-messages.ts";
import type { SavedSearch } from "#store/repos/search/saved-searches.ts";
import type { Deps } from "../context.ts";
import { listingFilter } from "./listing-filter.ts";

type Needs = Pick<Deps, "store" | "now" | "uuid">;

/** Throws `category_unknown` if a category is gone, `validation_failed` if a field is. */
export const filterOfSaved = (query: string, { store }: Pick<Needs, "store">) =>
  listingFilter(searchOf(wordsOfQuery(query)), store);

/**
 * Saves a search whose new results are emailed, or resumes a paused one. Needs a confirmed email
 * address.
 */
export async function saveSearch(
  { accountId, query: given, title }: { accountId: string; query: string; title: string },
  { store, now, uuid }: Needs,
): Promise<"saved" | "verify-first" | "too-many" | "empty"> {
  const query = searchQuery(wordsOfQuery(given));
  if (query === "") return "empty";
  await filterOfSaved(query, { store });
  return store.change(async (tx) => {
    if (!(await tx.accounts.find(accountId))?.emailVerifiedAt) return "verify-first";
    const known = await tx.savedSearches.findByQuery(accountId, query);
    if (known) await tx.savedSearches.resume(accountId, known.id);
    else if ((await tx.savedSearches.ofAccount(accountId)).length >= MOST_SAVED_SEARCHES) return "too-many";
    else await tx.savedSearches.add({ id: uuid(), accountId, query, title, createdAt: now() });
    return "saved";
  });
}

export type SearchAct = "pause" | "resume" | "delete";

/** Only the account's own searches. Idempotent. */
export const changeSavedSearch = (
  { accountId, id, act }: { accountId: string; id: string; act: SearchAct },
  { store, now }: Pick<Needs, "store" | "now">,
): Promise<void> =>
  store.change(({ savedSearches }) => {
    if (act === "delete") return savedSearches.remove(accountId, id);
    return act === "pause" ? savedSearches.pause(accountId, id, now()) : savedSearches.resume(accountId, id);
  });

const GONE: readonly string[] = ["category_unknown", "validation_failed"];

type SearchNewsNeeds = Pick<Deps, "store">;

/** New results of a search up to an arrival: all counted, some named. */
export async function searchNews(
  { query, title, seen }: SavedSearch,
  { newest, named }: { newest: number; named: number },
  { store }: SearchNewsNeeds,
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

/** A deleted category or field matches nothing. */
async function fitting(query: string, ids: number[], { store }: SearchNewsNeeds): Promise<number[]> {
  if (ids.length === 0) return [];
  try {
    return await store.listings.fitting(await filterOfSaved(query, { store }), ids);
  } catch (error) {
    if (error instanceof AppError && GONE.includes(error.code)) return [];
    throw error;
  }
}
