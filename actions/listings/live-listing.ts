import { notFound } from "../../core/errors.ts";
import type { Listing } from "../../domain/listing.ts";
import type { Reads } from "../../store/store.ts";

/** A live listing by its slug. Throws `not_found` with the nearest slugs. */
export async function getLiveListing(
  slug: string,
  { listings }: { listings: Pick<Reads["listings"], "findLive" | "slugsLike"> },
): Promise<Listing> {
  const listing = await listings.findLive(slug);
  if (listing) return listing;
  throw notFound("live listing", slug, "Find slugs with search_listings.", await listings.slugsLike(slug, 3));
}
