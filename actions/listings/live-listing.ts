import { notFound } from "#core/errors/errors.ts";
import type { Listing, ListingInList } from "#domain/listings/listing.ts";
import type { Reads } from "#store/store.ts";

type From<Name extends keyof Reads["listings"]> = { listings: Pick<Reads["listings"], Name | "slugsLike"> };

/** A live listing by slug. Throws `not_found` with the nearest slugs. */
export const getLiveListing = async (slug: string, { listings }: From<"findLive">): Promise<Listing> =>
  (await listings.findLive(slug)) ?? missing(slug, { listings });

/** The list version, which is much cheaper to read. */
export const getLiveInList = async (slug: string, { listings }: From<"findLiveInList">): Promise<ListingInList> =>
  (await listings.findLiveInList(slug)) ?? missing(slug, { listings });

async function missing(slug: string, { listings }: From<never>): Promise<never> {
  throw notFound("live listing", slug, "Find slugs with search_listings.", await listings.slugsLike(slug, 3));
}
