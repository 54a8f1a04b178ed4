import type { Deps } from "../context.ts";

type Place = { accountId: string; listingId: number };
type Words = { rating: number; title: string; body: string };

/** Saves the one review that an account may have of a listing; it waits for the site team. */
export const writeReview = (
  { accountId, listingId, rating, title, body }: Place & Words,
  { store, now }: Pick<Deps, "store" | "now">,
): Promise<void> =>
  store.change((tx) => tx.reviews.write(accountId, listingId, { rating, title: title || null, body }, now()));

export const removeReview = ({ accountId, listingId }: Place, { store }: Pick<Deps, "store">): Promise<void> =>
  store.change((tx) => tx.reviews.remove(accountId, listingId));
