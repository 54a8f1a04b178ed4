import type { PeriodPlace, WeekAward } from "../../domain/award-periods.ts";
import type { Listing } from "../../domain/listing.ts";
import { statement } from "../sql/statement.ts";
import { and, asc, desc, eq, inArray, isNotNull, like, sql } from "../sqlite/drizzle.ts";
import type { Db } from "../sqlite/open.ts";
import { awardPeriods, awards, launchWeeks, listings, periodAwards } from "../sqlite/tables.ts";

export type PeriodAward = typeof periodAwards.$inferSelect;
/** With the week in which it was won. */
export type WonPeriod = PeriodAward & { week: string };
export type PeriodAwardWithListing = { award: WonPeriod; listing: Listing };

/** Awards of months and years. Those of weeks are in awards.ts. */
export const trophyReads = (db: Db) => {
  const won = { award: periodAwards, week: awards.week };
  const ofListing = statement(({ listingId }: { listingId: number }) =>
    db
      .select(won)
      .from(periodAwards)
      .innerJoin(awards, eq(awards.id, periodAwards.awardId))
      .where(eq(periodAwards.listingId, listingId))
      .orderBy(desc(periodAwards.period), asc(periodAwards.place)),
  );
  const shown = () =>
    db
      .select({ ...won, listing: listings })
      .from(periodAwards)
      .innerJoin(awards, eq(awards.id, periodAwards.awardId))
      .innerJoin(listings, and(eq(listings.id, periodAwards.listingId), eq(listings.status, "live")));
  type Row = { award: PeriodAward; week: string; listing: Listing };
  const withListing = ({ award, week, listing }: Row): PeriodAwardWithListing => ({
    award: { ...award, week },
    listing,
  });

  return {
    /** Awards of months and years of one listing, the newest first. */
    async ofListing(listingId: number): Promise<WonPeriod[]> {
      return (await ofListing.all({ listingId })).map(({ award, week }) => ({ ...award, week }));
    },
    /** An award of a month or year whose listing is live. */
    async find(id: string): Promise<PeriodAwardWithListing | undefined> {
      const row = await shown().where(eq(periodAwards.id, id)).get();
      return row && withListing(row);
    },
    /** Awards of the newest months or years with live listings: the newest first, then by place. */
    async newest(kind: "month" | "year", periods: number): Promise<PeriodAwardWithListing[]> {
      const newest = db
        .selectDistinct({ period: periodAwards.period })
        .from(periodAwards)
        .where(sql`length(${periodAwards.period}) = ${kind === "year" ? 4 : 7}`)
        .orderBy(desc(periodAwards.period))
        .limit(periods);
      const rows = await shown()
        .where(inArray(periodAwards.period, newest))
        .orderBy(desc(periodAwards.period), asc(periodAwards.place));
      return rows.map(withListing);
    },
    /** Weeks with awards, in order. */
    async awardedWeeks(): Promise<string[]> {
      const rows = await db
        .select({ monday: launchWeeks.monday })
        .from(launchWeeks)
        .where(isNotNull(launchWeeks.awardedAt))
        .orderBy(asc(launchWeeks.monday));
      return rows.map(({ monday }) => monday);
    },
    /** Months and years whose awards are given. */
    async given(): Promise<string[]> {
      return (await db.select({ period: awardPeriods.period }).from(awardPeriods)).map(({ period }) => period);
    },
    /** The awards of all weeks of a month or year. */
    async weekAwards(period: string): Promise<WeekAward[]> {
      return db
        .select({
          id: awards.id,
          listingId: awards.listingId,
          votes: awards.votes,
          tied: awards.tied,
          reachedAt: awards.reachedAt,
        })
        .from(awards)
        .where(like(awards.week, `${period}-%`));
    },
  };
};

export const trophyWrites = (db: Db) => ({
  ...trophyReads(db),
  /** Saves the awards of a month or year permanently. */
  async give(period: string, places: readonly PeriodPlace[], awardedAt: Date): Promise<void> {
    const kind = period.length === 4 ? "year" : "month";
    const given = places.map((place) => ({
      ...place,
      id: `launch-of-the-${kind}-${period}-${place.place}`,
      period,
      awardedAt,
    }));
    if (given.length > 0) await db.insert(periodAwards).values(given);
    await db.insert(awardPeriods).values({ period, awardedAt });
  },
});
