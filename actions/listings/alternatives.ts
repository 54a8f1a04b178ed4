import { type Listing, type ListingInList, primaryCategoryOf } from "../../domain/listing.ts";
import type { Reads } from "../../store/store.ts";

type Alternatives = { approved: ListingInList[]; others: ListingInList[] };

/**
 * Alternatives to a listing: those its owner approved, then at most `limit` others of its primary
 * category, the nearest in words and meaning first.
 */
export async function alternativesTo(
  listing: Listing,
  limit: number,
  { reading, listings }: Pick<Reads, "reading" | "listings">,
): Promise<Alternatives> {
  const approved = await reading.approvedAlternatives(listing.id);
  const category = primaryCategoryOf(listing);
  if (category === undefined) return { approved, others: [] };
  const known = new Set(approved.map(({ id }) => id));
  const near = (await listings.nearest(listing.id, category, 2 * limit))
    .filter((other) => other.category?.slug === category && !known.has(other.id))
    .slice(0, limit);
  const without = [listing.id, ...known, ...near.map(({ id }) => id)];
  const rest = near.length < limit ? await reading.mostVoted(category, without, limit - near.length) : [];
  return { approved, others: [...near, ...rest] };
}
