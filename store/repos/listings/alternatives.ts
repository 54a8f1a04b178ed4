import type { ListingCard, ListingInList } from "../../../domain/listings/listing.ts";
import { statement } from "../../sql/statement.ts";
import { and, asc, desc, eq, not, sql } from "../../sqlite/drizzle.ts";
import { isOneOf } from "../../sqlite/one-of.ts";
import type { Db } from "../../sqlite/open.ts";
import { listingAlternatives, listings } from "../../sqlite/tables.ts";
import { tieOrder } from "../../sqlite/tie-order.ts";
import { besideById } from "./beside.ts";
import { listedInOrder } from "./listing-rows.ts";

/** Inlined, because partial indexes do not work with bound parameters. */
const isLive = sql`${listings.status} = 'live'`;

/** What the site team approved as alternatives of a listing, and what else its category has. */
export const alternativeReads = (db: Db) => {
  const beside = besideById(db);
  const approvedOf = statement(({ listingId }: { listingId: number }) =>
    db
      .select({ id: listings.id })
      .from(listingAlternatives)
      // A cross join begins with the alternatives: SQLite would begin with all live listings.
      .crossJoin(listings)
      .where(
        and(eq(listingAlternatives.listingId, listingId), eq(listings.id, listingAlternatives.alternativeId), isLive),
      )
      .orderBy(asc(listingAlternatives.position), asc(listings.id)),
  );
  // By the index of votes, which is where searches are: on PostgreSQL in the file of the process.
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
    id: listings.id,
    slug: listings.slug,
    name: listings.name,
    tagline: listings.tagline,
    logoUrl: listings.logoUrl,
    plan: listings.plan,
  };
  const approvedCards = statement(({ id, limit }: { id: number; limit: number }) =>
    db
      .select(card)
      .from(listingAlternatives)
      .innerJoin(listings, eq(listings.id, listingAlternatives.alternativeId))
      .where(and(eq(listingAlternatives.listingId, id), isLive))
      .orderBy(asc(listingAlternatives.position), asc(listings.id))
      .limit(limit),
  );
  const mostVotedCards = statement(({ category, limit }: { category: string; limit: number }) =>
    db.$local
      .select(card)
      .from(listings)
      .where(and(isLive, eq(listings.primaryCategory, category)))
      .orderBy(desc(listings.votes), ...tieOrder)
      .limit(limit),
  );
  const inOrder = listedInOrder(db);

  return {
    /** The approved live alternatives of a listing, in order. */
    async approved(listingId: number): Promise<ListingInList[]> {
      if (!(await beside(listingId)).alternatives) return [];
      return inOrder((await approvedOf.all({ listingId })).map(({ id }) => id));
    },
    /** The most voted live listings of a primary category but some. */
    mostVoted: async (category: string, without: readonly number[], limit: number): Promise<ListingInList[]> =>
      inOrder((await mostVoted.all({ category, without, limit })).map(({ id }) => id)),

    /** The approved alternatives of a listing, as cards. */
    approvedCards: (id: number, limit: number): Promise<ListingCard[]> => approvedCards.all({ id, limit }),
    /** The most voted live listings of a primary category, as cards. */
    mostVotedCards: (category: string, limit: number): Promise<ListingCard[]> =>
      mostVotedCards.all({ category, limit }),
  };
};

export const alternativeWrites = (db: Db) => ({
  ...alternativeReads(db),
  /** Replaces the approved alternatives in order, without the listing itself and duplicates. */
  async approve(listingId: number, alternativeIds: number[], now: Date): Promise<void> {
    await db.delete(listingAlternatives).where(eq(listingAlternatives.listingId, listingId));
    const others = [...new Set(alternativeIds)].filter((id) => id !== listingId);
    for (const [position, alternativeId] of others.entries())
      await db.insert(listingAlternatives).values({ listingId, alternativeId, position, approvedAt: now });
  },
});
