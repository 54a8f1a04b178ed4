import { weekOf } from "../../domain/launches/launch-week.ts";
import { bestAward } from "../../domain/listings/badge.ts";
import type { Listing } from "../../domain/listings/listing.ts";
import type { Deps } from "../context.ts";

/** A place among the launches of a week: for good once it is awarded. */
type CardPlace = { place: number; isFinal: boolean };
/** What other websites show of a live listing in a card. */
export type LiveCard = { listing: Listing; place: CardPlace | undefined };

/** The card of a live listing as it is at this moment. */
export async function findLiveCard(
  slug: string,
  deps: Pick<Deps, "store" | "now" | "settings">,
): Promise<LiveCard | undefined> {
  const listing = await deps.store.listings.findLive(slug);
  return listing && { listing, place: (await awarded(listing, deps)) ?? (await runningPlace(listing, deps)) };
}

async function awarded({ id }: Listing, { store }: Pick<Deps, "store">): Promise<CardPlace | undefined> {
  const award = bestAward(await store.awards.ofListing(id));
  return award && { place: award.place, isFinal: true };
}

/** The place in the launch week while it lasts. Nobody has one without a vote. */
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
