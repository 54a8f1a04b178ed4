import { STATEMENTS } from "#domain/moderation/report.ts";
import { inEnglish } from "#languages/words.ts";
import { reviewAnsweredMessage } from "#mail/community-messages.ts";
import { queueMail } from "#mail/queue-mail.ts";
import type { Review } from "#store/repos/community/reviews.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { isOfTeam, roleOf } from "../listings/listing-page.ts";
import { checkWriting } from "../moderation/check-writing.ts";
import { recordRefusal } from "../moderation/record-refusal.ts";
import { readSubject } from "../moderation/report-subjects.ts";
import { mailTimeOf, notify, notifyTeam } from "../notifications/notify.ts";

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

type Ruling = { id: number; decision: "published" | "rejected"; seenAt: Date; by: string; reason: string };

/** For authors who are given no other reason. */
const NO_REASON = inEnglish(STATEMENTS.rejected());

/**
 * Publishes a review and notifies the team, or rejects it with a reason and the right to appeal.
 * False if it is gone, decided, or changed since `seenAt`. Call `wakeJobs` afterwards.
 */
export async function decideReview(
  tx: Tx,
  { id, decision, seenAt, by, reason }: Ruling,
  parts: Pick<Deps, "now" | "uuid" | "settings" | "languages">,
): Promise<boolean> {
  const at = parts.now();
  if (!(await tx.reviews.decide(id, decision, { by, at, seenAt }))) return false;
  const subject = { type: "review", id: String(id) } as const;
  if (decision === "published") await notifyOfReview(tx, id, at);
  await tx.writtenTexts.settle(subject, { passed: decision === "published", at });
  const found = await readSubject(tx, subject);
  const words = { ground: "terms", rule: null, statement: reason || NO_REASON } as const;
  if (decision === "rejected" && found) await recordRefusal(tx, found, { ...words, by }, parts);
  return true;
}

export const newsKey = (reviewId: number): string => `review:${reviewId}`;

async function notifyOfReview(tx: Tx, id: number, at: Date): Promise<void> {
  const found = await tx.reviews.findById(id);
  if (!found) return;
  const { review, listing } = found;
  const who = (await tx.accounts.find(review.accountId))?.name ?? null;
  await notifyTeam(tx, review.listingId, {
    kind: "review",
    key: newsKey(id),
    words: { who, rating: review.rating, product: listing.name },
    path: `/listings/${listing.slug}#reviews`,
    at,
    by: review.accountId,
  });
}

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
  parts: Pick<Deps, "now" | "uuid" | "settings" | "languages">,
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
  if (sendAt) await queueMail(tx, parts, message, reviewer.email, { sendAt });
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
