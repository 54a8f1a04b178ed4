import { notFound } from "../../core/errors.ts";
import type { Draft } from "../../domain/draft.ts";
import type { Listing } from "../../domain/listing.ts";
import type { Reads } from "../../store/store.ts";

/**
 * The listing that a draft was saved as, or undefined when it was not saved yet. A listing may go over to somebody else,
 * a verified claim for one; the draft stays with its author, who can no longer change the listing through it: not found.
 */
export async function listingOf(
  { listings }: { listings: Pick<Reads["listings"], "findOwned"> },
  { listingId, accountId }: Draft,
): Promise<Listing | undefined> {
  if (listingId === null) return undefined;
  const listing = await listings.findOwned(listingId, accountId);
  if (!listing)
    throw notFound(
      "listing of yours",
      listingId,
      "This draft was saved as it, but you no longer edit it. See list_my_listings.",
    );
  return listing;
}
