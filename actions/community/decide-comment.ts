import { SUBJECT_TITLES } from "#domain/moderation/report.ts";
import { inEnglish } from "#languages/words.ts";
import { commentRejectedMessage } from "#mail/community-messages.ts";
import { queueMail } from "#mail/queue-mail.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { isOwnCase } from "../moderation/decide-case.ts";
import { recordRefusal, standingRefusal, withdrawDecision } from "../moderation/record-refusal.ts";
import { readSubject } from "../moderation/report-subjects.ts";

import { notify } from "../notifications/notify.ts";
import { announceComment, commentPath } from "./tell-comment.ts";

type Decision = { id: string; status: "published" | "rejected"; reason: string | null; by: string; seenAt: Date };

/**
 * Publishes or rejects a comment, whatever was decided before. False if it is gone, unchanged, or
 * edited since `seenAt`; "own" if only another admin may publish it. Call `wakeJobs` afterwards.
 */
export async function decideComment(
  tx: Tx,
  { id, status, reason, by, seenAt }: Decision,
  parts: Pick<Deps, "now" | "uuid" | "settings" | "languages">,
): Promise<boolean | "own"> {
  const at = parts.now();
  const before = await readSubject(tx, { type: "comment", id });
  const refusal = before && status === "published" ? await standingRefusal(tx, before) : undefined;
  if (refusal && (await isOwnCase(tx, refusal, by))) return "own";
  const comment = await tx.comments.decide(id, { status, reason, by, at, seenAt });
  const listing = comment && (await tx.listings.find(comment.listingId));
  if (!comment || !listing) return false;
  await tx.writtenTexts.settle({ type: "comment", id }, { passed: status === "published", at });
  if (status === "published") {
    if (comment.toldTo === null) await announceComment(tx, id, at);
    if (refusal) await withdrawDecision(tx, refusal, { by, path: commentPath(listing.slug, comment) }, parts);
    return true;
  }
  const author = comment.accountId === null ? undefined : await tx.accounts.find(comment.accountId);
  if (author?.status !== "active") return true;
  const { slug, name: product } = listing;
  const news = { name: author.name, product, slug, text: comment.body, reason: reason ?? "" };
  await queueMail(tx, parts, commentRejectedMessage(parts.settings, news), author.email);
  const about = inEnglish(SUBJECT_TITLES.ownComment(product));
  const path = commentPath(slug, comment);
  await notify(tx, {
    ...{ accountId: author.id, kind: "decision", key: `comment-decided:${id}`, words: { about } },
    ...{ path, at, by: null },
  });
  // The author was informed and can appeal.
  const found = await readSubject(tx, { type: "comment", id });
  const words = { ground: "terms", rule: null, statement: reason ?? "", by, isTold: true } as const;
  if (found) await recordRefusal(tx, found, words, parts);
  return true;
}
