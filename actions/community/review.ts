import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";
import { isOfTeam } from "../listings/listing-page.ts";
import { notifyTeam } from "../notifications/notify.ts";

type Place = { accountId: string; listingId: number };
type Words = { rating: number; title: string; body: string };

/**
 * Saves an account's only review of a listing, which waits for the site team's approval. Needs a
 * confirmed address; a team cannot review its own listing.
 */
export const writeReview = (
  { accountId, listingId, rating, title, body }: Place & Words,
  { store, now }: Pick<Deps, "store" | "now">,
): Promise<"done" | "verify-first" | "own-review"> =>
  store.change(async (tx) => {
    if (!(await tx.accounts.find(accountId))?.emailVerifiedAt) return "verify-first";
    if (await isOfTeam(listingId, accountId, tx)) return "own-review";
    await tx.reviews.write(accountId, listingId, { rating, title: title || null, body }, now());
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

const newsKey = (reviewId: number): string => `review:${reviewId}`;

/**
 * Publishes or rejects a review, and tells the team of a published one. False if it is gone, decided, or changed since
 * `seenAt`. Call `wakeJobs` afterwards.
 */
export async function decideReview(
  tx: Tx,
  { id, decision, ...verdict }: { id: number; decision: "published" | "rejected"; by: string; at: Date; seenAt: Date },
): Promise<boolean> {
  if (!(await tx.reviews.decide(id, decision, verdict))) return false;
  const found = decision === "published" ? await tx.reviews.findById(id) : undefined;
  if (!found) return true;
  const { review, listing } = found;
  const who = (await tx.accounts.find(review.accountId))?.name ?? null;
  await notifyTeam(tx, review.listingId, {
    kind: "review",
    key: newsKey(id),
    words: { who, rating: review.rating, product: listing.name },
    path: `/listings/${listing.slug}#reviews`,
    at: verdict.at,
    by: review.accountId,
  });
  return true;
}
