import { queueMail } from "../../mail/queue-mail.ts";
import { reviewAnsweredMessage } from "../../mail/review-messages.ts";
import type { Review } from "../../store/repos/community/reviews.ts";
import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";
import { roleOf } from "../listings/listing-page.ts";
import { mailTimeOf } from "../notifications/mail-time.ts";
import { notify } from "../notifications/notify.ts";

type Answer = { accountId: string; listingId: number; reviewId: number; text: string | null };

/**
 * Saves the answer to a published review for approval, or removes it. False if there is no such
 * review or the account does not own the listing.
 */
export const answerReview = (
  { accountId, listingId, reviewId, text }: Answer,
  { store, now }: Pick<Deps, "store" | "now">,
): Promise<boolean> =>
  store.change(async (tx) => {
    if ((await roleOf(listingId, accountId, tx)) !== "owner") return false;
    const review = (await tx.reviews.findById(reviewId))?.review;
    if (review?.listingId !== listingId || review.status !== "published") return false;
    await tx.reviews.answer(review, text, accountId, now());
    return true;
  });

export const publishedAnswer = ({ answer, answerStatus }: Review): string | null =>
  answerStatus === "published" ? answer : null;

/**
 * Publishes or rejects an answer. The reviewer is emailed once, on first publication. False if the
 * answer is gone, decided, or changed since `seenAt`. Call `wakeJobs` afterwards.
 */
export async function decideAnswer(
  tx: Tx,
  { id, decision, seenAt }: { id: number; decision: "published" | "rejected"; seenAt: Date },
  parts: Pick<Deps, "now" | "uuid" | "settings">,
): Promise<boolean> {
  const review = await tx.reviews.decideAnswer(id, decision, seenAt);
  if (!review) return false;
  const answer = publishedAnswer(review);
  if (answer === null || review.answerToldAt) return true;
  const found = await tx.reviews.findById(id);
  const reviewer = await tx.accounts.find(review.accountId);
  if (!found || reviewer?.status !== "active") return true;
  const { name: product, slug } = found.listing;
  const message = reviewAnsweredMessage(parts.settings, { name: reviewer.name, product, slug, answer });
  const sendAt = await mailTimeOf(tx, reviewer.id, "answer", parts.now());
  if (sendAt) await queueMail(tx, parts, message, reviewer.email, sendAt);
  await tx.reviews.markTold(id, parts.now());
  await notify(tx, {
    accountId: reviewer.id,
    kind: "answer",
    key: `answer:${id}`,
    words: { product },
    path: `/listings/${slug}#reviews`,
    at: parts.now(),
    by: review.answeredBy,
  });
  return true;
}
