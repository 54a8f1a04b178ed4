import type { Deps } from "../context.ts";

type Place = { accountId: string; listingId: number };
type Words = { rating: number; title: string; body: string };

/** Saves an account's only review of a listing, which waits for the site team's approval. */
export const writeReview = (
  { accountId, listingId, rating, title, body }: Place & Words,
  { store, now }: Pick<Deps, "store" | "now">,
): Promise<void> =>
  store.change((tx) => tx.reviews.write(accountId, listingId, { rating, title: title || null, body }, now()));

export const removeReview = ({ accountId, listingId }: Place, { store }: Pick<Deps, "store">): Promise<void> =>
  store.change((tx) => tx.reviews.remove(accountId, listingId));
