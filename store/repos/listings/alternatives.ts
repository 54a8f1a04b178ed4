import type { ListingInList } from "#domain/listings/listing.ts";
import { pick } from "#domain/text/pick.ts";
import { statement } from "../../sql/statement.ts";
import { and, asc, desc, eq, not, sql } from "../../sqlite/drizzle.ts";
import { isOneOf } from "../../sqlite/one-of.ts";
import type { Db } from "../../sqlite/open.ts";
import { listingAlternatives, listings } from "../../sqlite/tables.ts";
import { tieOrder } from "../../sqlite/tie-order.ts";
import { besideById } from "./beside.ts";
import { listedInOrder } from "./listing-rows.ts";

/** Inlined, because partial indexes need literals. */
const isLive = sql`${listings.status} = 'live'`;

export const alternativeReads = (db: Db) => {
  const beside = besideById(db);
  const approvedOf = statement(({ listingId }: { listingId: number }) =>
    db
      .select({ id: listings.id })
      .from(listingAlternatives)
      // A cross join starts with the alternatives; otherwise SQLite starts with all live listings.
      .crossJoin(listings)
      .where(
        and(eq(listingAlternatives.listingId, listingId), eq(listings.id, listingAlternatives.alternativeId), isLive),
      )
      .orderBy(asc(listingAlternatives.position), asc(listings.id)),
  );
  // Uses the index by votes, which on PostgreSQL is in the local search file.
  const mostVoted = statement(
    ({ category, without, limit }: { category: string; without: readonly number[]; limit: number }) =>
      db.$local
        .select({ id: listings.id })
        .from(listings)
        .where(and(isLive, eq(listings.primaryCategory, category), not(isOneOf(listings.id, without))))
        .orderBy(desc(listings.votes), ...tieOrder)
        .limit(limit),
  );
  const card = {
    ...pick(listings, "id", "slug", "name", "tagline", "language", "logoUrl", "plan"),
  };
  const inOrder = listedInOrder(db);

  return {
    async approved(listingId: number): Promise<ListingInList[]> {
      if (!(await beside(listingId)).alternatives) return [];
      return inOrder((await approvedOf.all({ listingId })).map(({ id }) => id));
    },
    mostVoted: async (category: string, without: readonly number[], limit: number): Promise<ListingInList[]> =>
      inOrder((await mostVoted.all({ category, without, limit })).map(({ id }) => id)),

    approvedCards: statement((id: number, limit: number) =>
      db
        .select(card)
        .from(listingAlternatives)
        .innerJoin(listings, eq(listings.id, listingAlternatives.alternativeId))
        .where(and(eq(listingAlternatives.listingId, id), isLive))
        .orderBy(asc(listingAlternatives.position), asc(listings.id))
        .limit(limit),
    ).all,
    mostVotedCards: statement((category: string, limit: number) =>
      db.$local
        .select(card)
        .from(listings)
        .where(and(isLive, eq(listings.primaryCategory, category)))
        .orderBy(desc(listings.votes), ...tieOrder)
        .limit(limit),
    ).all,
  };
};

export const alternativeWrites = (db: Db) => ({
  ...alternativeReads(db),
  /** Replaces approved alternatives, without duplicates and the listing itself. */
  async approve(listingId: number, alternativeIds: number[], now: Date): Promise<void> {
    await db.delete(listingAlternatives).where(eq(listingAlternatives.listingId, listingId));
    const others = [...new Set(alternativeIds)].filter((id) => id !== listingId);
    for (const [position, alternativeId] of others.entries())
      await db.insert(listingAlternatives).values({ listingId, alternativeId, position, approvedAt: now });
  },
});
