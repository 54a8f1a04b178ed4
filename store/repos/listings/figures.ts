import type { Listing } from "#domain/listings/listing.ts";
import { given } from "#domain/text/given.ts";
import { listingRanks } from "../../ranks/listing-ranks.ts";
import type { Slice } from "../../ranks/rank.ts";
import { has } from "../../sql/has.ts";
import { statement } from "../../sql/statement.ts";
import { keptCounts } from "../../sqlite/counts.ts";
import { and, asc, desc, eq, gt, isNull, lte, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { billboardContributions, domainRatings, listings, revenueFigures } from "../../sqlite/tables.ts";
import { tieOrder } from "../../sqlite/tie-order.ts";
import { listingRows, listingsInOrder } from "./listing-rows.ts";

export type DomainRating = typeof domainRatings.$inferSelect;
export type RevenueFigure = typeof revenueFigures.$inferSelect;
/** A board row: the ranked value, and its amount and currency if any. */
export type Figure = { listing: Listing; value: number; amountCents?: number; currency?: string };

export const figureReads = (db: Db) => {
  const rowsOf = listingRows(db);
  const isLive = eq(listings.status, "live");

  async function withListings(rows: (Omit<Figure, "listing"> & { id: number })[]): Promise<Figure[]> {
    const byId = await rowsOf(rows.map(({ id }) => id));
    return rows.map(({ id, ...figure }) => ({ listing: given(byId.get(id)), ...figure }));
  }

  const rankBy = listingRanks(db.$client);
  const inOrder = listingsInOrder(db);
  const count = keptCounts(db);

  // Cross joins start with the figures; otherwise SQLite starts with all live listings.
  const isFresh = (since: Date) =>
    and(eq(listings.id, revenueFigures.listingId), isLive, gt(revenueFigures.asOf, since));
  const countVerified = statement(({ since }: { since: Date }) =>
    db.select({ count: sql<number>`count(*)` }).from(revenueFigures).crossJoin(listings).where(isFresh(since)),
  );
  const verified = statement(({ since, offset, limit }: Slice & { since: Date }) =>
    db
      .select({
        id: revenueFigures.listingId,
        value: revenueFigures.usdCents,
        amountCents: revenueFigures.amountCents,
        currency: revenueFigures.currency,
      })
      .from(revenueFigures)
      .crossJoin(listings)
      .where(isFresh(since))
      .orderBy(desc(revenueFigures.usdCents), ...tieOrder)
      .limit(limit)
      .offset(offset),
  );

  const isPaid = and(
    eq(listings.id, billboardContributions.listingId),
    isLive,
    isNull(billboardContributions.refundedAt),
  );
  const contributed = sql<number>`sum(${billboardContributions.amountCents})`;
  const countContributors = statement(() =>
    db
      .select({ count: sql<number>`count(distinct ${billboardContributions.listingId})` })
      .from(billboardContributions)
      .crossJoin(listings)
      .where(isPaid),
  );
  const contributors = statement(({ offset, limit }: Slice) =>
    db
      .select({ id: billboardContributions.listingId, value: contributed })
      .from(billboardContributions)
      .crossJoin(listings)
      .where(isPaid)
      .groupBy(billboardContributions.listingId, listings.id)
      .orderBy(desc(contributed), asc(sql`max(${billboardContributions.at})`), ...tieOrder)
      .limit(limit)
      .offset(offset),
  );

  return {
    async revenue(listingId: number): Promise<RevenueFigure | undefined> {
      return db.select().from(revenueFigures).where(eq(revenueFigures.listingId, listingId)).get();
    },
    ratings: statement((listingId: number, limit: number) =>
      db
        .select()
        .from(domainRatings)
        .where(eq(domainRatings.listingId, listingId))
        .orderBy(desc(domainRatings.date))
        .limit(limit),
    ).all,
    async unrated(since: Date, afterId: number, limit: number): Promise<{ id: number; domain: string }[]> {
      return db
        .select({ id: listings.id, domain: listings.domain })
        .from(listings)
        .where(
          and(
            isLive,
            eq(listings.isDemo, false),
            gt(listings.id, afterId),
            sql`not exists (select 1 from ${domainRatings} where ${domainRatings.listingId} = ${listings.id}
              and ${domainRatings.checkedAt} > ${since.getTime()})`,
          ),
        )
        .orderBy(asc(listings.id))
        .limit(limit);
    },
    async ratingBoard(slice: Slice): Promise<{ rows: Figure[]; total: number }> {
      const rows = (await inOrder(await rankBy("domain_rating").ids(slice))).flatMap((listing) =>
        listing.domainRating === null ? [] : [{ listing, value: listing.domainRating }],
      );
      return { rows, total: await count("rated") };
    },
    /** Verified figures newer than `since`, by amount in US dollars. */
    async revenueBoard(since: Date, slice: Slice): Promise<{ rows: Figure[]; total: number }> {
      const rows = await withListings(await verified.all({ since, ...slice }));
      return { rows, total: (await countVerified.get({ since }))?.count ?? 0 };
    },
    /** By money paid minus refunds; then first paid first. */
    async billboard(slice: Slice): Promise<{ rows: Figure[]; total: number }> {
      const rows = await withListings(await contributors.all(slice));
      return { rows, total: (await countContributors.get())?.count ?? 0 };
    },
  };
};

export const figureWrites = (db: Db) => {
  return {
    ...figureReads(db),
    /** Saves a rating; null means none, not 0. */
    async saveRating(rating: DomainRating): Promise<void> {
      const { value, source, checkedAt } = rating;
      await db
        .insert(domainRatings)
        .values(rating)
        .onConflictDoUpdate({
          target: [domainRatings.listingId, domainRatings.date],
          set: { value, source, checkedAt },
        });
      await db.update(listings).set({ domainRating: value }).where(eq(listings.id, rating.listingId));
    },
    /** Ignored if a newer one exists. */
    async saveRevenue(figure: RevenueFigure): Promise<void> {
      const { listingId: _, ...rest } = figure;
      await db
        .insert(revenueFigures)
        .values(figure)
        .onConflictDoUpdate({
          target: revenueFigures.listingId,
          set: rest,
          setWhere: lte(revenueFigures.asOf, figure.asOf),
        });
    },
    async dropRevenue(listingId: number): Promise<void> {
      await db.delete(revenueFigures).where(eq(revenueFigures.listingId, listingId));
    },
    async dropRevenueBefore(asOf: Date): Promise<void> {
      await db.delete(revenueFigures).where(lte(revenueFigures.asOf, asOf));
    },
    /** Saves an order line's contribution, replacing its earlier amount. */
    contribute: statement((id: string, listingId: number, amountCents: number, at: Date) =>
      db
        .insert(billboardContributions)
        .values({ id, listingId, amountCents, at })
        .onConflictDoUpdate({ target: billboardContributions.id, set: { amountCents, refundedAt: null } }),
    ).run,
    async refundContribution(id: string, at: Date): Promise<void> {
      const paid = has(billboardContributions, { id, refundedAt: null });
      await db.update(billboardContributions).set({ refundedAt: at }).where(paid);
    },
  };
};
