import { burstLimits } from "#domain/community/votes.ts";
import { CONTENT } from "#domain/listings/listing.ts";
import { pick } from "#domain/text/pick.ts";
import { mergedMessage, moderationMessage } from "#mail/moderation-messages.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { tellAccounts } from "../notifications/notify.ts";
import { applyStep, type Step } from "./apply-step.ts";
import { isOwnCase } from "./decide-case.ts";
import { recordRefusal, standingRefusal, withdrawDecision } from "./record-refusal.ts";
import { readSubject } from "./report-subjects.ts";

/**
 * Applies a decision and emails the team, which can appeal a suspension. False if the status
 * forbids it; "own" if only another admin may reverse it. Call `wakeJobs` afterwards.
 */
export async function moderateListing(
  tx: Tx,
  id: number,
  { step, reason, back, by }: Step & { by: string },
  parts: Pick<Deps, "now" | "uuid" | "settings" | "languages">,
): Promise<boolean | "own"> {
  const subject = { type: "listing", id: String(id) } as const;
  const before = await readSubject(tx, subject);
  const refusal = before && (step === "restore" || back) ? await standingRefusal(tx, before) : undefined;
  if (refusal && (await isOwnCase(tx, refusal, by))) return "own";
  if (!before || !(await applyStep(tx, id, { step, reason, back }, parts))) return false;
  if (refusal) await withdrawDecision(tx, refusal, { by, path: before.path }, parts);
  const words = { ground: "terms", rule: null, statement: reason ?? "", by, isTold: true } as const;
  const decisionUrl = step === "suspend" ? await recordRefusal(tx, before, words, parts) : undefined;
  await tellAccounts(
    tx,
    await tx.listings.team(id),
    (site, news) => moderationMessage(site, step, { ...news, reason, decisionUrl }),
    (await tx.listings.find(id))?.name ?? "",
    parts,
  );
  return true;
}

/**
 * Merges a duplicate: votes, follows, reviews, comments and collection entries move, one per
 * person, and its URL redirects. Refused with paid orders: merge the other way, or refund.
 */
export async function mergeListings(
  tx: Tx,
  { fromId, intoSlug }: { fromId: number; intoSlug: string },
  parts: Pick<Deps, "now" | "uuid" | "settings" | "languages">,
): Promise<"done" | "unknown" | "paid"> {
  const from = await tx.listings.find(fromId);
  const into = await tx.moderation.findBySlug(intoSlug);
  if (!from || !into || from.id === into.id || [from, into].some(({ status }) => status === "removed"))
    return "unknown";
  if ((await tx.orders.paidLinesOf(from.id)).length > 0) return "paid";
  await tx.votes.unite(from.id, into.id, burstLimits(parts.settings));
  await tx.engagement.unite(from.id, into.id);
  await tx.reviews.unite(from.id, into.id);
  await tx.comments.unite(from.id, into.id);
  await tx.collections.unite(from.id, into.id);
  await tellAccounts(
    tx,
    await tx.listings.team(from.id),
    (site, news) => mergedMessage(site, { ...news, into: into.name }),
    from.name,
    parts,
  );
  await tx.drafts.detach(from.id);
  await tx.moderation.mergeRow(from.id, into, parts.now());
  return "done";
}

/** Does nothing if the listing no longer exists. */
export async function setAttributes(
  tx: Tx,
  id: number,
  attributes: Record<string, string>,
  { by, now }: Pick<Deps, "now"> & { by: string },
): Promise<void> {
  const current = await tx.listings.find(id);
  if (!current) return;
  const own = new Set((await tx.fieldDefinitions.list()).map(({ key }) => key));
  const kept = Object.entries(current.profile.attributes ?? {}).filter(([key]) => own.has(key));
  const profile = { ...current.profile, attributes: { ...attributes, ...Object.fromEntries(kept) } };
  const content = { ...pick(current, ...CONTENT), profile };
  await tx.listings.update(current, content, {}, { accountId: by, client: null }, now());
}
