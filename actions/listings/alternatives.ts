import type { ListingInList } from "../../domain/listings/listing.ts";
import type { Reads } from "../../store/store.ts";

type Alternatives = { approved: ListingInList[]; others: ListingInList[] };

/**
 * Alternatives approved by the owner, then up to `limit` others of the primary category, most
 * similar first.
 */
export async function alternativesTo(
  listing: ListingInList,
  limit: number,
  { alternatives, listings }: Pick<Reads, "alternatives" | "listings">,
): Promise<Alternatives> {
  const approved = await alternatives.approved(listing.id);
  const category = listing.category?.slug;
  if (category === undefined) return { approved, others: [] };
  const known = new Set(approved.map(({ id }) => id));
  const near = await listings.nearestFitting(
    listing.id,
    category,
    limit,
    (other) => other.category?.slug === category && !known.has(other.id),
  );
  const without = [listing.id, ...known, ...near.map(({ id }) => id)];
  const rest = near.length < limit ? await alternatives.mostVoted(category, without, limit - near.length) : [];
  return { approved, others: [...near, ...rest] };
}
