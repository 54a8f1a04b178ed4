import type { VoteDoubt } from "#domain/community/votes.ts";
import type { BadgeWatch } from "#domain/listings/badge-watch.ts";
import type { Listing, ListingUpdate } from "#domain/listings/listing.ts";
import type { Award } from "#store/repos/launches/awards.ts";
import type { Beside } from "#store/repos/listings/beside.ts";
import type { FactSuggestion } from "#store/repos/listings/fact-checks.ts";
import type { DomainRating } from "#store/repos/listings/figures.ts";
import type { Reads } from "#store/store.ts";

export type ListingExtras = {
  awards: Pick<Award, "id" | "place" | "week">[];
  updates: ListingUpdate[];
  domainRating: {
    previous: number | null;
    change30d: number | null;
    points: { date: string; value: number }[];
    source: string | null;
    checkedAt: Date | null;
  };
};
export type OwnerExtras = ListingExtras & {
  visits30d: { views: number; clicks: number };
  doubts: Partial<Record<VoteDoubt, number>>;
  badge: BadgeWatch | undefined;
  suggestions: readonly FactSuggestion[];
};

type Sources = Pick<Reads, "awards" | "figures" | "updates"> & { listings: Pick<Reads["listings"], "beside"> };

const DAY_MS = 24 * 3600_000;
const HISTORY = 53;
export const UPDATES = 10;
const NO_RATING = { previous: null, change30d: null, points: [], source: null, checkedAt: null };

export async function listingExtras(
  { awards, figures, listings, updates }: Sources,
  listing: Listing,
  known?: Beside,
): Promise<ListingExtras> {
  const { id } = listing;
  const has = known ?? (await listings.beside(id));
  const [news, won, checks] = await Promise.all([
    has.updates ? updates.ofListing(id, UPDATES) : [],
    has.awards && listing.launchedAt !== null ? awards.ofListing(id) : [],
    listing.domainRating === null ? [] : figures.ratings(id, HISTORY),
  ]);
  return { updates: news, awards: won, domainRating: historyOf(checks) };
}

export const dayBefore = (now: Date, days: number): string =>
  new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);

export const visits30d = (listingId: number, { engagement }: Pick<Reads, "engagement">, now: Date) =>
  engagement.visitsSince(listingId, dayBefore(now, 29));

export async function ownerExtras(
  sources: Sources & Pick<Reads, "engagement" | "votes" | "badgeWatches" | "factChecks">,
  listing: Listing,
  now: Date,
  known?: readonly FactSuggestion[],
): Promise<OwnerExtras> {
  const [extras, visits, doubts, badge, suggestions] = await Promise.all([
    listingExtras(sources, listing),
    visits30d(listing.id, sources, now),
    sources.votes.doubts(listing.id),
    listing.plan === "free" ? sources.badgeWatches.find(listing.id) : undefined,
    known ?? sources.factChecks.suggestions(listing.id),
  ]);
  return { ...extras, visits30d: visits, doubts, badge, suggestions };
}

/**
 * Trend of checks (newest first): previous value, change in 30 days, points from oldest to newest.
 */
export function historyOf(checks: readonly DomainRating[]): ListingExtras["domainRating"] {
  const points = checks.flatMap(({ date, value }) => (value === null ? [] : [{ date, value }]));
  const [newest, before] = points;
  const [last] = checks;
  if (!newest || !last) return NO_RATING;
  const monthAgo = new Date(Date.parse(newest.date) - 30 * DAY_MS).toISOString().slice(0, 10);
  const then = points.find(({ date }) => date <= monthAgo);
  return {
    previous: before?.value ?? null,
    change30d: then === undefined ? null : newest.value - then.value,
    points: points.toReversed(),
    source: last.source,
    checkedAt: last.checkedAt,
  };
}
