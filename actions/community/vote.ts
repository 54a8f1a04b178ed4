import type { Listing } from "../../domain/listing.ts";
import { voteStep } from "../../domain/notification-steps.ts";
import { burstLimits, type VoteDoubt } from "../../domain/votes.ts";
import type { VoteOrigin } from "../../store/repos/votes.ts";
import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";
import { arePlacesPlanned, notePlannedPlaces, planPlaces } from "../launches/plan-places.ts";
import { notify } from "../notifications/notify.ts";

type Vote = { accountId: string; slug: string; isWanted: boolean; origin: VoteOrigin };

/** What holds after a vote. `reason` says why it does not count. */
export type Voted = { votes: number; reason: VoteDoubt | null };

/** Votes for a live listing or removes the vote. Idempotent. Undefined if there is no such listing. */
export const setVote = async (
  { accountId, slug, isWanted, origin }: Vote,
  { store, settings, now }: Pick<Deps, "store" | "settings" | "now">,
): Promise<Voted | undefined> => {
  const at = now();
  const arePlanned = arePlacesPlanned(store, at);
  const voted = await store.change(
    async (tx) => {
      const listing = await tx.listings.findLive(slug);
      if (!listing) return undefined;
      const { votes, reason } = isWanted
        ? await tx.votes.set(accountId, listing.id, origin, burstLimits(settings), at)
        : { votes: await tx.votes.withdraw(accountId, listing.id, at), reason: null };
      const now = { votes: votes ?? listing.votes, reason };
      if (now.votes === listing.votes || listing.isDemo) return { ...now, isPlanned: false };
      await notifyOfVotes(tx, { ...listing, votes: now.votes }, at);
      if (!arePlanned) await planPlaces(tx, at);
      return { ...now, isPlanned: true };
    },
    [`votes ${slug}`, `account ${accountId}`],
  );
  if (voted?.isPlanned) notePlannedPlaces(store, at);
  return voted && { votes: voted.votes, reason: voted.reason };
};

/** Tells the team of every ten votes, once: not again when votes are taken back and given again. */
async function notifyOfVotes(tx: Tx, { id, name: product, slug, votes }: Listing, at: Date): Promise<void> {
  const step = voteStep(votes);
  if (step === 0) return;
  const key = `votes:${id}`;
  for (const { accountId } of await tx.listings.members(id)) {
    const told = Number((await tx.notifications.findByKey(accountId, key))?.words.votes ?? 0);
    const news = { kind: "votes", key, words: { votes: step, product }, path: `/listings/${slug}`, at } as const;
    if (told < step) await notify(tx, { ...news, accountId, by: null });
  }
}
