import type { ListingInList } from "#domain/listings/listing.ts";
import type { Reads, Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";

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

type Choice = { listingId: number; alternativeId: number; isApproved: boolean };

export async function decideAlternative(
  tx: Tx,
  { listingId, alternativeId, isApproved }: Choice,
  now: Date,
): Promise<boolean> {
  const isSuggested = (await tx.moderation.suggestions(listingId)).some(
    ({ alternative }) => alternative.id === alternativeId,
  );
  if (!isSuggested) return false;
  if (!isApproved) await tx.moderation.declineAlternative(listingId, alternativeId);
  else {
    const before = (await tx.moderation.alternatives(listingId)).map(({ id }) => id);
    await tx.alternatives.approve(listingId, [...before, alternativeId], now);
  }
  return true;
}

export const decideOwnAlternative = (choice: Choice, { store, now }: Pick<Deps, "store" | "now">): Promise<boolean> =>
  store.change((tx) => decideAlternative(tx, choice, now()));
