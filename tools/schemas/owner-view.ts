import type { z } from "zod";
import type { Context } from "#actions/context.ts";
import { ownerExtras } from "#actions/listings/listing-extras.ts";
import type { Draft } from "#domain/drafts/draft.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { takenBy } from "#domain/listings/stored-words.ts";
import type { FactSuggestion } from "#store/repos/listings/fact-checks.ts";
import type { Reads, Store } from "#store/store.ts";
import { type OwnedListing, viewOwned } from "./listing.ts";

export type OwnerSources = Pick<
  Reads,
  "awards" | "badgeWatches" | "drafts" | "engagement" | "factChecks" | "figures" | "updates" | "votes"
> & { listings: Pick<Reads["listings"], "beside" | "findBySite"> };
export type Asking = Pick<Context<"listings:write">, "caller" | "settings" | "now"> & {
  store: Pick<Store, "ownFields">;
};

/** Reads what owners see besides texts, and returns the view. `known` was read in the same change. */
export async function prepareOwnerView(
  sources: OwnerSources,
  listing: Listing,
  { caller, settings, now, store }: Asking,
  known?: { draft: Draft | undefined; suggestions: readonly FactSuggestion[] },
): Promise<(listing: Listing) => z.input<typeof OwnedListing>> {
  const [draft, extras] = await Promise.all([
    known ? known.draft : sources.drafts.findByListing(listing.id),
    ownerExtras(sources, listing, now(), known?.suggestions),
  ]);
  // Only the draft's author sees its id.
  const draftId = draft?.accountId === caller.accountId ? draft.id : null;
  // The other listing of its website may have been removed since.
  const isFree = takenBy(listing.statusReason) && !(await sources.listings.findBySite(listing.siteKey));
  const site = { baseUrl: settings.BASE_URL, fields: store.ownFields() };
  return (shown) => viewOwned(isFree ? { ...shown, statusReason: null } : shown, draftId, site, extras);
}

export const ownerView = async (
  sources: OwnerSources,
  listing: Listing,
  asking: Asking,
): Promise<z.input<typeof OwnedListing>> => (await prepareOwnerView(sources, listing, asking))(listing);
