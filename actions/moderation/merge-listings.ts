import { burstLimits } from "../../domain/community/votes.ts";
import { mergedMessage } from "../../mail/moderation-messages.ts";
import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";
import { tellAccounts } from "../notifications/tell-accounts.ts";

/**
 * Merges a duplicate: votes, follows, reviews, comments and collection entries move, one per
 * person, and its URL redirects. Refused with paid orders: merge the other way, or refund.
 */
export async function mergeListings(
  tx: Tx,
  { fromId, intoSlug }: { fromId: number; intoSlug: string },
  parts: Pick<Deps, "now" | "uuid" | "settings">,
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
