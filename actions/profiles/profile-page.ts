import type { Listing } from "#domain/listings/listing.ts";
import type { Profile, PublicProfile } from "#store/repos/profiles/profiles.ts";
import type { Reads } from "#store/store.ts";

const MOST = { reviews: 20, comments: 20, votes: 24 } as const;

export type ProfilePage = {
  profile: PublicProfile;
  products: Listing[];
  founders: string[];
  reviews: Awaited<ReturnType<Reads["profiles"]["reviews"]>>;
  comments: Awaited<ReturnType<Reads["comments"]["byAuthor"]>>;
  votes: { items: Listing[]; total: number };
  isEmpty: boolean;
};

type Needs = Pick<Reads, "profiles" | "comments">;
const NONE = { items: [], total: 0 };

export async function readProfilePage(
  profile: PublicProfile,
  { profiles, comments: all }: Needs,
): Promise<ProfilePage> {
  const { accountId, shows, bio, links } = profile;
  const isShown = new Set(shows);
  const products = isShown.has("products") ? await profiles.products(accountId) : [];
  const founders = isShown.has("products") ? await profiles.founderSlugs(accountId) : [];
  const reviews = isShown.has("reviews") ? await profiles.reviews(accountId, MOST.reviews) : [];
  const comments = isShown.has("comments") ? await all.byAuthor(accountId, { page: 1, perPage: MOST.comments }) : NONE;
  const votes = isShown.has("votes") ? await profiles.shownVotes(accountId, MOST.votes) : NONE;
  const isEmpty = !bio && [links, products, reviews, comments.items, votes.items].every((shown) => shown.length === 0);
  return { profile, products, founders, reviews, comments, votes, isEmpty };
}

/** A profile page, a redirect to another handle, or nothing. */
export type Found = { page: PublicProfile } | { handle: string } | undefined;

export async function findProfile(typed: string, { profiles }: Pick<Needs, "profiles">): Promise<Found> {
  const handle = typed.toLowerCase();
  const page = await profiles.findPublic(handle);
  const former = await profiles.presentHandle(handle);
  if (page) return typed === handle ? { page } : { handle };
  return former === undefined ? undefined : { handle: former };
}

export const hiddenBecause = ({ isPublic, hiddenAt }: Profile): "private" | "hidden" | undefined =>
  hiddenAt !== null ? "hidden" : isPublic ? undefined : "private";
