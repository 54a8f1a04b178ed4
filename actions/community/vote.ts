import type { Listing } from "../../domain/listing.ts";
import { voteStep } from "../../domain/notification-steps.ts";
import { burstLimits } from "../../domain/votes.ts";
import type { VoteOrigin } from "../../store/repos/votes.ts";
import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";
import { planPlaces } from "../launches/plan-places.ts";
import { notify } from "../notifications/notify.ts";

type Vote = { accountId: string; slug: string; isWanted: boolean; origin: VoteOrigin };

/** Votes for a live listing or removes the vote. Idempotent. */
export const setVote = (
  { accountId, slug, isWanted, origin }: Vote,
  { store, settings, now }: Pick<Deps, "store" | "settings" | "now">,
): Promise<void> =>
  store.change(
    async (tx) => {
      const listing = await tx.listings.findLive(slug);
      if (!listing) return;
      const votes = isWanted
        ? await tx.votes.set(accountId, listing.id, origin, burstLimits(settings), now())
        : await tx.votes.withdraw(accountId, listing.id, now());
      if (votes === undefined || votes === listing.votes || listing.isDemo) return;
      await notifyOfVotes(tx, { ...listing, votes }, now());
      await planPlaces(tx, now());
    },
    [`votes ${slug}`, `account ${accountId}`],
  );

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
