import type { Listing, ListingCard } from "../../domain/listing.ts";
import type { Review } from "../../store/repos/reviews.ts";
import type { Vote } from "../../store/repos/votes.ts";
import type { Reads } from "../../store/store.ts";
import { type ListingExtras, listingExtras } from "./listing-extras.ts";
import { getLiveListing } from "./live-listing.ts";

/** A signed-in person's vote, follow and review of a listing. Its team cannot review it. */
export type ListingReader = {
  vote: Vote | undefined;
  isFollowing: boolean;
  isOfTeam: boolean;
  review: Review | undefined;
};
/** What the page of a listing shows to all visitors. */
export type ListingPage = {
  listing: Listing;
  extras: ListingExtras;
  /** The newest published ones with the names of their authors. */
  reviews: { review: Review; author: string | null }[];
  /** Approved ones, then the most voted of its category. */
  alternatives: ListingCard[];
};

const REVIEWS = 50;
/** The page of alternatives has them all. */
const ALTERNATIVES = 5;

/** Reads the page of a live listing, each row once. Throws `not_found` with the nearest slugs. */
export async function readListingPage(slug: string, store: Reads): Promise<ListingPage> {
  const listing = await getLiveListing(slug, store);
  return {
    listing,
    extras: await listingExtras(store, listing),
    reviews: listing.ratingCount > 0 ? await store.reviews.published(listing.id, REVIEWS) : [],
    alternatives: await store.reading.alternativeCards(listing, ALTERNATIVES),
  };
}

export async function readListingReader(listingId: number, accountId: string, store: Reads): Promise<ListingReader> {
  const isTeam = await isOfTeam(listingId, accountId, store);
  return {
    vote: await store.votes.find(accountId, listingId),
    isFollowing: await store.engagement.isFollowing(accountId, listingId),
    isOfTeam: isTeam,
    review: isTeam ? undefined : await store.reviews.find(accountId, listingId),
  };
}

export const isOfTeam = async (
  listingId: number,
  accountId: string,
  { listings }: { listings: Pick<Reads["listings"], "members"> },
): Promise<boolean> => (await listings.members(listingId)).some((member) => member.accountId === accountId);
