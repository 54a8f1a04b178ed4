import { type Listing, type ListingInList, primaryCategoryOf } from "../../domain/listing.ts";
import type { Reads } from "../../store/store.ts";

type Alternatives = { approved: Listing[]; others: (Listing | ListingInList)[] };

/**
 * Alternatives to a listing: those its owner approved, then at most `limit` others of its primary
 * category, the nearest in words and meaning first.
 */
export async function alternativesTo(
  listing: Listing,
  limit: number,
  { reading, listings }: Pick<Reads, "reading" | "listings">,
): Promise<Alternatives> {
  const { approved, others } = await reading.alternatives(listing, limit);
  const category = primaryCategoryOf(listing);
  if (category === undefined || others.length === 0) return { approved, others };
  const known = new Set(approved.map(({ id }) => id));
  const near = (await listings.nearest(listing.id, category, 2 * limit)).filter(
    (other) => other.category?.slug === category && !known.has(other.id),
  );
  const nearIds = new Set(near.map(({ id }) => id));
  const rest = others.filter(({ id }) => !nearIds.has(id));
  return { approved, others: [...near, ...rest].slice(0, limit) };
}
