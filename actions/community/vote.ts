import { together } from "#core/runtime/together.ts";
import type { Settings } from "#core/settings/config.ts";
import { burstLimits, type VoteDoubt } from "#domain/community/votes.ts";
import { voteStep } from "#domain/notifications/notification-steps.ts";
import { given } from "#domain/text/given.ts";
import type { VoteOrigin } from "#store/repos/community/votes.ts";
import type { VotedListing } from "#store/repos/listings/listings.ts";
import type { Store, Tx } from "#store/store.ts";
import { StoreUnavailable } from "#store/unavailable.ts";
import { arePlacesPlanned, notePlannedPlaces, planPlaces } from "../launches/plan-places.ts";
import { notify } from "../notifications/notify.ts";

type Vote = { accountId: string; slug: string; isWanted: boolean; origin: VoteOrigin };

export type Voted = { votes: number; reason: VoteDoubt | null };

/** Adds or removes a vote. Idempotent. Undefined if there is no such live listing. */
export type SetVote = (vote: Vote) => Promise<Voted | undefined>;

type Needs = { store: Store; settings: Settings; now: () => Date };

/** Maximum votes per change, which locks their listings. */
const MOST = 64;

/**
 * Concurrent votes share a change. If it fails, each is retried in its own, so only the faulty one
 * is refused.
 */
export const createSetVote = (needs: Needs): SetVote =>
  together(
    async (votes: readonly Vote[]) => {
      try {
        return await setVotes(votes, needs);
      } catch (error) {
        if (votes.length === 1 || error instanceof StoreUnavailable) throw error;
        return votes.map(async (vote) => (await setVotes([vote], needs))[0]);
      }
    },
    { most: MOST, keyOf: ({ accountId, slug }) => `${accountId} ${slug}` },
  );

async function setVotes(votes: readonly Vote[], { store, settings, now }: Needs): Promise<(Voted | undefined)[]> {
  const at = now();
  const arePlanned = arePlacesPlanned(store, at);
  const { voted, isPlanned } = await store.change(
    async (tx) => {
      const live = await tx.listings.findVoted(votes.map(({ slug }) => slug));
      const before = [...live.values()];
      const counts = new Map(before.map((listing) => [listing.slug, listing.votes]));
      const reasons = new Map<Vote, VoteDoubt | null>();
      const of = (isWanted: boolean) =>
        votes.flatMap((vote) => {
          const listing = live.get(vote.slug);
          return listing && vote.isWanted === isWanted ? [{ ...vote, vote, listingId: listing.id }] : [];
        });

      const wanted = of(true);
      const cast = wanted.map(({ listingId, accountId, origin }) => ({ accountId, listingId, ...origin }));
      const set = await tx.votes.setAll(cast, burstLimits(settings), at);
      for (const [nth, { vote, slug }] of wanted.entries()) {
        const { reason, votes } = given(set[nth]);
        reasons.set(vote, reason);
        if (votes !== undefined) counts.set(slug, votes);
      }
      for (const { slug, accountId, listingId } of of(false)) {
        const votes = await tx.votes.withdraw(accountId, listingId, at);
        if (votes !== undefined) counts.set(slug, votes);
      }

      const changed = before.filter(({ slug, votes, isDemo }) => counts.get(slug) !== votes && !isDemo);
      const now = changed.map((listing) => ({ ...listing, votes: counts.get(listing.slug) ?? listing.votes }));
      await notifyOfVotes(tx, now, at);
      const isPlanned = changed.length > 0;
      if (isPlanned && !arePlanned) await planPlaces(tx, at);
      const voted = votes.map((vote) => {
        const votes = counts.get(vote.slug);
        return votes === undefined ? undefined : { votes, reason: reasons.get(vote) ?? null };
      });
      return { voted, isPlanned };
    },
    votes.map(({ slug }) => `votes ${slug}`),
  );
  if (isPlanned) notePlannedPlaces(store, at);
  return voted;
}

async function notifyOfVotes(tx: Tx, listings: readonly VotedListing[], at: Date): Promise<void> {
  const reached = listings.filter(({ votes }) => voteStep(votes) > 0);
  const teamNews = async (listing: VotedListing) =>
    (await tx.listings.members(listing.id)).map(({ accountId }) => ({ ...listing, accountId }));
  const news = (await Promise.all(reached.map(teamNews))).flat();
  // Sorted, so that concurrent changes cannot deadlock.
  for (const { id, name: product, slug, votes, accountId } of news.sort(byAccount)) {
    const key = `votes:${id}`;
    const step = voteStep(votes);
    const told = Number((await tx.notifications.findByKey(accountId, key))?.words.votes ?? 0);
    const words = { votes: step, product };
    if (told < step)
      await notify(tx, { kind: "votes", key, words, path: `/listings/${slug}`, at, accountId, by: null });
  }
}

const byAccount = (one: { accountId: string }, other: { accountId: string }): number =>
  one.accountId < other.accountId ? -1 : 1;
