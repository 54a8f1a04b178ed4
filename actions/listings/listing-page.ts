import { type Listing, type ListingCard, primaryCategoryOf } from "#domain/listings/listing.ts";
import type { PublicPerson } from "#domain/profiles/profile.ts";
import type { Review, SignedReview } from "#store/repos/community/reviews.ts";
import type { Vote } from "#store/repos/community/votes.ts";
import type { Reads } from "#store/store.ts";
import { NO_TALK, readTalk, type Talk, THREADS_OF_LISTING } from "../community/read-comments.ts";
import type { Deps } from "../context.ts";
import { dayBefore, type ListingExtras, listingExtras, visits30d } from "./listing-extras.ts";

export type ListingReader = {
  vote: Vote | undefined;
  isFollowing: boolean;
  isSaved: boolean;
  isOfTeam: boolean;
  isOwner: boolean;
  review: Review | undefined;
  /** For the team: visits in 30 days and total votes per day. */
  figures: ({ views: number; clicks: number } & { votes: { date: string; value: number }[] }) | undefined;
};
export type ListingPage = {
  listing: Listing;
  extras: ListingExtras;
  reviews: SignedReview[];
  alternatives: ListingCard[];
  talk: Talk;
  makers: ReadonlyMap<string, string>;
  people: ReadonlyMap<string, PublicPerson>;
  collections: number;
  badgeVisitors: number;
};

const REVIEWS = 50;
/** The page of alternatives has them all. */
const ALTERNATIVES = 5;

/** The most voted of a category. Shared by its listings' pages, each of which omits itself. */
export const readMostVoted = (
  category: string,
  { alternatives }: Pick<Reads, "alternatives">,
): Promise<ListingCard[]> => alternatives.mostVotedCards(category, ALTERNATIVES + 1);

/** Reads a live listing's page. `mostVoted` returns what pages of a category share. */
export async function readListingPage(
  listing: Listing,
  store: Reads,
  mostVoted: (category: string) => Promise<readonly ListingCard[]>,
): Promise<ListingPage> {
  const { id: listingId } = listing;
  const has = await store.listings.beside(listingId);
  const reviews = listing.ratingCount > 0 ? await store.reviews.published(listingId, REVIEWS) : [];
  const writers = reviews.flatMap(({ review }) => [
    review.accountId,
    ...(review.answeredBy ? [review.answeredBy] : []),
  ]);
  const approved = has.alternatives ? await store.alternatives.approvedCards(listingId, ALTERNATIVES) : [];
  return {
    listing,
    extras: await listingExtras(store, listing, has),
    reviews,
    people: await store.profiles.people(writers),
    alternatives: await withMostVoted(approved, listing, mostVoted),
    talk: has.comments ? await readTalk({ listingId, page: 1, perPage: THREADS_OF_LISTING }, store) : NO_TALK,
    makers: await store.profiles.handlesOfFounders(listing.profile.founders.map(({ slug }) => slug)),
    collections: has.collections ? await store.collections.peopleWith(listingId) : 0,
    badgeVisitors: has.badge ? ((await store.visitFigures.badgeCount(listingId))?.visitors ?? 0) : 0,
  };
}

async function withMostVoted(
  approved: ListingCard[],
  listing: Listing,
  mostVoted: (category: string) => Promise<readonly ListingCard[]>,
): Promise<ListingCard[]> {
  const category = primaryCategoryOf(listing);
  if (approved.length === ALTERNATIVES || category === undefined) return approved;
  const known = new Set([listing.id, ...approved.map(({ id }) => id)]);
  const others = (await mostVoted(category)).filter(({ id }) => !known.has(id));
  return [...approved, ...others].slice(0, ALTERNATIVES);
}

export async function readListingReader(
  { id: listingId, slug, votes }: Pick<Listing, "id" | "slug" | "votes">,
  accountId: string,
  { store, now }: Pick<Deps, "now"> & { store: Reads },
): Promise<ListingReader> {
  const role = await roleOf(listingId, accountId, store);
  const isTeam = role !== undefined;
  return {
    vote: await store.votes.find(accountId, listingId),
    isFollowing: await store.engagement.isFollowing(accountId, listingId),
    isSaved: (await store.collections.savedAmong(accountId, [slug])).length > 0,
    isOfTeam: isTeam,
    isOwner: role === "owner",
    review: isTeam ? undefined : await store.reviews.find(accountId, listingId),
    figures: isTeam
      ? { ...(await visits30d(listingId, store, now())), votes: await votesByDay(listingId, votes, store, now()) }
      : undefined,
  };
}

const DAYS = 14;

async function votesByDay(listingId: number, total: number, { votes }: Pick<Reads, "votes">, now: Date) {
  const days = Array.from({ length: DAYS }, (_, ago) => dayBefore(now, ago));
  const given = await votes.countedByDay(listingId, new Date(`${days.at(-1)}T00:00:00Z`));
  let value = total;
  const points = days.map((date) => {
    const point = { date, value };
    value -= given.get(date) ?? 0;
    return point;
  });
  return points.toReversed();
}

type Members = { listings: Pick<Reads["listings"], "members"> };

export const roleOf = async (listingId: number, accountId: string, { listings }: Members) =>
  (await listings.members(listingId)).find((member) => member.accountId === accountId)?.role;

export const isOfTeam = async (listingId: number, accountId: string, store: Members): Promise<boolean> =>
  (await roleOf(listingId, accountId, store)) !== undefined;
