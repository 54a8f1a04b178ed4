import { burstLimits } from "../../domain/votes.ts";
import type { VoteOrigin } from "../../store/repos/votes.ts";
import type { Deps } from "../context.ts";

type Vote = { accountId: string; slug: string; isWanted: boolean; origin: VoteOrigin };

/** Votes for a live listing or removes the vote. Idempotent. */
export const setVote = (
  { accountId, slug, isWanted, origin }: Vote,
  { store, settings, now }: Pick<Deps, "store" | "settings" | "now">,
): Promise<void> =>
  store.change(async (tx) => {
    const listing = await tx.listings.findLive(slug);
    if (!listing) return;
    if (isWanted) await tx.votes.set(accountId, listing.id, origin, burstLimits(settings), now());
    else await tx.votes.withdraw(accountId, listing.id, now());
  });
