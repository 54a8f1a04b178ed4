import type { SQL } from "drizzle-orm";
import type { Listing } from "../../domain/listing.ts";
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, sql } from "../sqlite/drizzle.ts";
import type { Db } from "../sqlite/open.ts";
import { billboardContributions, domainRatings, listings, revenueFigures } from "../sqlite/tables.ts";
import { tieOrder } from "../sqlite/tie-order.ts";

export type DomainRating = typeof domainRatings.$inferSelect;
export type RevenueFigure = typeof revenueFigures.$inferSelect;
export type Slice = { offset: number; limit: number };
/** One row of a board: the ranked value, and the amount in its currency if there is one. */
export type Figure = { listing: Listing; value: number; amountCents?: number; currency?: string };

/** Figures from outside the community: domain ratings, verified revenue, billboard payments. */
export const figureReads = (db: Db) => {
  const history = db
    .select()
    .from(domainRatings)
    .where(eq(domainRatings.listingId, sql.placeholder("listingId")))
    .orderBy(desc(domainRatings.date))
    .limit(sql.placeholder("limit"))
    .prepare();
  const isLive = eq(listings.status, "live");

  /** Rows of listing ids and values, with the listings; the order stays. */
  async function withListings(
    rows: { id: number; value: number; amountCents?: number; currency?: string }[],
  ): Promise<Figure[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const found = await db.select().from(listings).where(inArray(listings.id, ids)).all();
    const byId = new Map(found.map((row) => [row.id, row]));
    return rows.map(({ id, ...figure }) => ({ listing: byId.get(id)!, ...figure }));
  }

  const contributed = sql<number>`sum(${billboardContributions.amountCents})`;
  const fresh = (since: Date): SQL => and(isLive, gt(revenueFigures.asOf, since))!;

  return {
    async revenue(listingId: number): Promise<RevenueFigure | undefined> {
      return db.select().from(revenueFigures).where(eq(revenueFigures.listingId, listingId)).get();
    },
    /** Newest first. */
    async ratings(listingId: number, limit: number): Promise<DomainRating[]> {
      return history.all({ listingId, limit });
    },
    /** Live listings with their domains, whose rating was not updated since a time, by id. */
    async unrated(since: Date, afterId: number, limit: number): Promise<{ id: number; domain: string }[]> {
      return db
        .select({ id: listings.id, domain: listings.domain })
        .from(listings)
        .where(
          and(
            isLive,
            eq(listings.isDemo, false),
            gt(listings.id, afterId),
            sql`not exists (select 1 from ${domainRatings} where ${domainRatings.listingId} = ${listings.id} and ${domainRatings.checkedAt} > ${since.getTime()})`,
          ),
        )
        .orderBy(asc(listings.id))
        .limit(limit)
        .all();
    },
    async ratingBoard({ offset, limit }: Slice): Promise<{ rows: Figure[]; total: number }> {
      const rated = and(isLive, isNotNull(listings.domainRating));
      const total = (await db.select({ count: sql<number>`count(*)` }).from(listings).where(rated).get())?.count ?? 0;
      const rows = await db
        .select({ id: listings.id, value: sql<number>`${listings.domainRating}` })
        .from(listings)
        .where(rated)
        .orderBy(desc(listings.domainRating), ...tieOrder)
        .limit(limit)
        .offset(offset)
        .all();
      return { rows: await withListings(rows), total };
    },
    /** Verified figures newer than `since`, by their amount in US dollars. */
    async revenueBoard(since: Date, { offset, limit }: Slice): Promise<{ rows: Figure[]; total: number }> {
      const from = () => ({ listingId: listings.id });
      const total =
        (
          await db
            .select({ count: sql<number>`count(*)` })
            .from(revenueFigures)
            .innerJoin(listings, eq(from().listingId, revenueFigures.listingId))
            .where(fresh(since))
            .get()
        )?.count ?? 0;
      const rows = await db
        .select({
          id: revenueFigures.listingId,
          value: revenueFigures.usdCents,
          amountCents: revenueFigures.amountCents,
          currency: revenueFigures.currency,
        })
        .from(revenueFigures)
        .innerJoin(listings, eq(from().listingId, revenueFigures.listingId))
        .where(fresh(since))
        .orderBy(desc(revenueFigures.usdCents), ...tieOrder)
        .limit(limit)
        .offset(offset)
        .all();
      return { rows: await withListings(rows), total };
    },
    /** By money paid and not refunded; with equal amounts, the first to pay. */
    async billboard({ offset, limit }: Slice): Promise<{ rows: Figure[]; total: number }> {
      const paid = and(isLive, isNull(billboardContributions.refundedAt));
      const total =
        (
          await db
            .select({ count: sql<number>`count(distinct ${billboardContributions.listingId})` })
            .from(billboardContributions)
            .innerJoin(listings, eq(listings.id, billboardContributions.listingId))
            .where(paid)
            .get()
        )?.count ?? 0;
      const rows = await db
        .select({ id: billboardContributions.listingId, value: contributed })
        .from(billboardContributions)
        .innerJoin(listings, eq(listings.id, billboardContributions.listingId))
        .where(paid)
        .groupBy(billboardContributions.listingId)
        .orderBy(desc(contributed), asc(sql`max(${billboardContributions.at})`), ...tieOrder)
        .limit(limit)
        .offset(offset)
        .all();
      return { rows: await withListings(rows), total };
    },
  };
};

export const figureWrites = (db: Db) => ({
  ...figureReads(db),
  /** Saves a source's rating of a listing's domain; null means no rating, not 0. */
  async saveRating(rating: DomainRating): Promise<void> {
    const { value, source, checkedAt } = rating;
    await db
      .insert(domainRatings)
      .values(rating)
      .onConflictDoUpdate({
        target: [domainRatings.listingId, domainRatings.date],
        set: { value, source, checkedAt },
      })
      .run();
    await db.update(listings).set({ domainRating: value }).where(eq(listings.id, rating.listingId)).run();
  },
  /** Saves a verified figure, unless there is a newer one. */
  async saveRevenue(figure: RevenueFigure): Promise<void> {
    const { listingId: _, ...rest } = figure;
    await db
      .insert(revenueFigures)
      .values(figure)
      .onConflictDoUpdate({
        target: revenueFigures.listingId,
        set: rest,
        setWhere: lte(revenueFigures.asOf, figure.asOf),
      })
      .run();
  },
  async dropRevenue(listingId: number): Promise<void> {
    await db.delete(revenueFigures).where(eq(revenueFigures.listingId, listingId)).run();
  },
  async dropRevenueBefore(asOf: Date): Promise<void> {
    await db.delete(revenueFigures).where(lte(revenueFigures.asOf, asOf)).run();
  },
  /**
   * Saves the contribution of an order line, replacing its earlier amount. The id is the line's.
   */
  async contribute(id: string, listingId: number, amountCents: number, at: Date): Promise<void> {
    await db
      .insert(billboardContributions)
      .values({ id, listingId, amountCents, at })
      .onConflictDoUpdate({ target: billboardContributions.id, set: { amountCents, refundedAt: null } });
  },
  async refundContribution(id: string, at: Date): Promise<void> {
    const paid = and(eq(billboardContributions.id, id), isNull(billboardContributions.refundedAt));
    await db.update(billboardContributions).set({ refundedAt: at }).where(paid).run();
  },
});
