import { notFound } from "#core/errors/errors.ts";
import type { Draft } from "#domain/drafts/draft.ts";
import type { Listing } from "#domain/listings/listing.ts";
import type { Reads } from "#store/store.ts";

/**
 * The listing of a draft, or undefined if not saved. After a transfer of ownership the draft's
 * author gets `not_found`.
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
      "This draft was saved as that listing, but you can no longer edit it. See list_my_listings.",
    );
  return listing;
}
