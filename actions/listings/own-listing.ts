import { notFound } from "../../core/errors/errors.ts";
import type { Listing } from "../../domain/listings/listing.ts";
import type { Reads } from "../../store/store.ts";
import type { Member } from "../context.ts";

/**
 * A listing that the caller owns or edits. Others are `not_found`, like listings that never
 * existed.
 */
export async function ownListing(
  { listings }: { listings: Pick<Reads["listings"], "findOwned"> },
  id: number,
  { accountId }: Pick<Member, "accountId">,
): Promise<Listing> {
  const listing = await listings.findOwned(id, accountId);
  if (!listing) throw notFound("listing of yours", id, "See list_my_listings.");
  return listing;
}
