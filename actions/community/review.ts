import type { Deps } from "../context.ts";
import { isOfTeam } from "../listings/listing-page.ts";
import { checkWriting } from "../moderation/check-writing.ts";
import { newsKey } from "./decide-review.ts";

type Place = { accountId: string; listingId: number };
type Words = { rating: number; title: string; body: string };

/**
 * Saves the account's only review of a listing for approval. Needs a confirmed email address; teams
 * cannot review their own listing.
 */
export const writeReview = (
  { accountId, listingId, rating, title, body }: Place & Words,
  { store, settings, now }: Pick<Deps, "store" | "settings" | "now">,
): Promise<"done" | "verify-first" | "own-review"> =>
  store.change(async (tx) => {
    if (!(await tx.accounts.find(accountId))?.emailVerifiedAt) return "verify-first";
    if (await isOfTeam(listingId, accountId, tx)) return "own-review";
    await tx.reviews.write(accountId, listingId, { rating, title: title || null, body }, now());
    const review = await tx.reviews.find(accountId, listingId);
    const subject = { type: "review", id: String(review?.id) } as const;
    // Every review is approved by hand; the findings are shown to the reviewer.
    await checkWriting(tx, { accountId, subject, texts: [title, body] }, { now, settings });
    return "done";
  });

export const removeReview = ({ accountId, listingId }: Place, { store }: Pick<Deps, "store">): Promise<void> =>
  store.change(async (tx) => {
    const review = await tx.reviews.find(accountId, listingId);
    if (!review) return;
    for (const member of await tx.listings.members(listingId))
      await tx.notifications.remove(member.accountId, newsKey(review.id));
    await tx.reviews.remove(accountId, listingId);
  });
