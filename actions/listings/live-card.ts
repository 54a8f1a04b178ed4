import { weekOf } from "#domain/launches/launch-week.ts";
import { bestAward } from "#domain/listings/badge.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { hasAwards } from "#domain/site/site-shape.ts";
import type { Deps } from "../context.ts";

type CardPlace = { place: number; isFinal: boolean };
export type LiveCard = { listing: Listing; place: CardPlace | undefined };

export async function findLiveCard(
  slug: string,
  deps: Pick<Deps, "store" | "now" | "settings">,
): Promise<LiveCard | undefined> {
  const listing = await deps.store.listings.findLive(slug);
  if (listing && !hasAwards(deps.store)) return { listing, place: undefined };
  return listing && { listing, place: (await awarded(listing, deps)) ?? (await runningPlace(listing, deps)) };
}

async function awarded({ id }: Listing, { store }: Pick<Deps, "store">): Promise<CardPlace | undefined> {
  const award = bestAward(await store.awards.ofListing(id));
  return award && { place: award.place, isFinal: true };
}

/** The current place in a running week; none without votes. */
async function runningPlace(
  { id, launchedAt }: Listing,
  { store, now, settings }: Pick<Deps, "store" | "now" | "settings">,
): Promise<CardPlace | undefined> {
  const week = weekOf(now(), settings.SITE_TIMEZONE);
  if (!launchedAt || launchedAt < week.startsAt) return undefined;
  const contenders = await store.launches.contenders(week);
  const index = contenders.findIndex(({ listingId, votes }) => listingId === id && votes > 0);
  return index < 0 ? undefined : { place: index + 1, isFinal: false };
}
