import type { Listing, Page, PageRequest } from "#domain/listings/listing.ts";
import { has } from "../../sql/has.ts";
import { statement } from "../../sql/statement.ts";
import { and, asc, desc, eq, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { awards, launchWeeks, listings } from "../../sqlite/tables.ts";

export type Award = typeof awards.$inferSelect;
export type AwardWithListing = { award: Award; listing: Listing };

export const awardReads = (db: Db) => {
  return {
    ofListing: statement((listingId: number) =>
      db.select().from(awards).where(eq(awards.listingId, listingId)).orderBy(desc(awards.week), asc(awards.place)),
    ).all,
    /** Awards of live listings, newest week first, then by place; optionally of one listing. */
    async list(slug: string | undefined, { page, perPage }: PageRequest): Promise<Page<AwardWithListing>> {
      const only = db
        .select({ id: listings.id })
        .from(listings)
        .where(eq(listings.slug, slug ?? ""));
      const shown = and(
        has(listings, { id: awards.listingId, status: "live" }),
        slug === undefined ? undefined : eq(awards.listingId, sql`${only}`),
      );
      const total =
        (await db.select({ count: sql<number>`count(*)` }).from(awards).crossJoin(listings).where(shown).get())
          ?.count ?? 0;
      const items = await db
        .select({ award: awards, listing: listings })
        .from(awards)
        .crossJoin(listings)
        .where(shown)
        .orderBy(desc(awards.week), asc(awards.place), asc(awards.id))
        .limit(perPage)
        .offset((page - 1) * perPage);
      return { items, total };
    },
    /** Whether a week's awards are final, even without winners. */
    async isAwarded(monday: string): Promise<boolean> {
      return (await db.select().from(launchWeeks).where(eq(launchWeeks.monday, monday)).get())?.awardedAt != null;
    },
    /** Whether somebody won a week: without votes, nobody did. */
    async isWon(monday: string): Promise<boolean> {
      return (
        (await db.select({ id: awards.id }).from(awards).where(eq(awards.week, monday)).limit(1).get()) !== undefined
      );
    },
    async wonWeeks(): Promise<string[]> {
      return (await db.selectDistinct({ week: awards.week }).from(awards).orderBy(asc(awards.week))).map(
        ({ week }) => week,
      );
    },
    async lastAwarded(): Promise<string | undefined> {
      return (
        await db
          .select({ monday: launchWeeks.monday })
          .from(launchWeeks)
          .where(sql`${launchWeeks.awardedAt} is not null`)
          .orderBy(desc(launchWeeks.monday))
          .limit(1)
          .get()
      )?.monday;
    },
  };
};

export const awardWrites = (db: Db) => ({
  ...awardReads(db),
  async give(monday: string, given: Award[], awardedAt: Date): Promise<void> {
    if (given.length) await db.insert(awards).values(given);
    await db
      .insert(launchWeeks)
      .values({ monday, awardedAt })
      .onConflictDoUpdate({ target: launchWeeks.monday, set: { awardedAt } });
  },
});
