import { MOST_SAVED_SEARCHES, searchQuery, wordsOfQuery } from "../../domain/search/saved-search.ts";
import type { Deps } from "../context.ts";
import { listingFilter } from "./listing-filter.ts";

type Needs = Pick<Deps, "store" | "now" | "uuid">;

/** Throws `category_unknown` if its category is gone. */
export const filterOfSaved = (query: string, { store }: Pick<Needs, "store">) =>
  listingFilter(wordsOfQuery(query), store);

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
