import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";
import { recordRefusal } from "../moderation/record-refusal.ts";
import { readSubject } from "../moderation/report-subjects.ts";
import { notifyTeam } from "../notifications/notify.ts";

type Ruling = { id: number; decision: "published" | "rejected"; seenAt: Date; by: string; reason: string };

/** For authors who are given no other reason. */
const NO_REASON = "It does not follow our terms of use. Edit it, and we will review it again.";

/**
 * Publishes a review and notifies the team, or rejects it with a reason and the right to appeal.
 * False if it is gone, decided, or changed since `seenAt`. Call `wakeJobs` afterwards.
 */
export async function decideReview(
  tx: Tx,
  { id, decision, seenAt, by, reason }: Ruling,
  parts: Pick<Deps, "now" | "uuid" | "settings">,
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
