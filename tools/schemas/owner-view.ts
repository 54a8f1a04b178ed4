import type { z } from "zod";
import type { Context } from "../../actions/context.ts";
import { ownerExtras } from "../../actions/listings/listing-extras.ts";
import type { Listing } from "../../domain/listing.ts";
import type { Reads } from "../../store/store.ts";
import { type OwnedListing, viewOwned } from "./listing.ts";

export type OwnerSources = Pick<
  Reads,
  "awards" | "badgeWatches" | "drafts" | "engagement" | "factChecks" | "figures" | "reading" | "updates" | "votes"
>;
export type Asking = Pick<Context<"listings:write">, "caller" | "settings" | "now">;

/** A listing as its owners and editors see it. Only the owner of its draft sees the draft's id. */
export async function ownerView(
  sources: OwnerSources,
  listing: Listing,
  { caller, settings, now }: Asking,
): Promise<z.input<typeof OwnedListing>> {
  const [draft, extras] = await Promise.all([
    sources.drafts.findByListing(listing.id),
    ownerExtras(sources, listing, now()),
  ]);
  return viewOwned(
    listing,
    draft?.accountId === caller.accountId ? draft.id : null,
    { baseUrl: settings.BASE_URL },
    extras,
  );
}
