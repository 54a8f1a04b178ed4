import type { PeriodPlace, WeekAward } from "#domain/launches/award-periods.ts";
import { byWeight, kindOfPeriod, type Trophy } from "#domain/launches/trophy.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { pick } from "#domain/text/pick.ts";
import { statement } from "../../sql/statement.ts";
import { and, asc, desc, eq, inArray, isNotNull, like, sql } from "../../sqlite/drizzle.ts";
import { isOneOf } from "../../sqlite/one-of.ts";
import type { Db } from "../../sqlite/open.ts";
import { awardPeriods, awards, launchWeeks, listings, periodAwards } from "../../sqlite/tables.ts";

export type WonTrophy = { trophy: Trophy; listing: Listing };
type OfListing = Trophy & { slug: string; name: string };

/** Public awards of weeks, months and years. The API has only weekly ones, from awards.ts. */
export const trophyReads = (db: Db) => {
  const isShown = eq(listings.status, "live");
  const ofWeek = {
    ...pick(awards, "id", "week", "place", "votes", "tied", "awardedAt"),
  };
  const ofPeriod = {
    id: periodAwards.id,
    period: periodAwards.period,
    week: awards.week,
    ...pick(periodAwards, "place", "votes", "tied", "awardedAt"),
  };
  const asWeek = <Row extends { week: string }>(row: Row) => ({ ...row, kind: "week" as const, period: row.week });
  const asPeriod = <Row extends { period: string }>(row: Row) => ({ ...row, kind: kindOfPeriod(row.period) });

  const weeksOf = statement(({ slugs }: { slugs: readonly string[] }) =>
    db
      .select({ ...ofWeek, slug: listings.slug, name: listings.name })
      .from(awards)
      .innerJoin(listings, eq(listings.id, awards.listingId))
      .where(isOneOf(listings.slug, slugs)),
  );
  const periodsOf = statement(({ slugs }: { slugs: readonly string[] }) =>
    db
      .select({ ...ofPeriod, slug: listings.slug, name: listings.name })
      .from(periodAwards)
      .innerJoin(awards, eq(awards.id, periodAwards.awardId))
      .innerJoin(listings, eq(listings.id, periodAwards.listingId))
      .where(isOneOf(listings.slug, slugs)),
  );
  const weeks = () =>
    db
      .select({ trophy: ofWeek, listing: listings })
      .from(awards)
      .innerJoin(listings, and(eq(listings.id, awards.listingId), isShown));
  const periods = () =>
    db
      .select({ trophy: ofPeriod, listing: listings })
      .from(periodAwards)
      .innerJoin(awards, eq(awards.id, periodAwards.awardId))
      .innerJoin(listings, and(eq(listings.id, periodAwards.listingId), isShown));

  return {
    async ofSlugs(slugs: readonly string[]): Promise<OfListing[]> {
      const won = [...(await weeksOf.all({ slugs })).map(asWeek), ...(await periodsOf.all({ slugs })).map(asPeriod)];
      return won.sort(byWeight);
    },
    async find(id: string): Promise<WonTrophy | undefined> {
      const week = await weeks().where(eq(awards.id, id)).get();
      if (week) return { ...week, trophy: asWeek(week.trophy) };
      const period = await periods().where(eq(periodAwards.id, id)).get();
      return period && { ...period, trophy: asPeriod(period.trophy) };
    },
    /** Awards of the weeks of a month or year, newest week first. */
    async wonIn(period: string): Promise<WonTrophy[]> {
      const rows = await weeks()
        .where(like(awards.week, `${period}-%`))
        .orderBy(desc(awards.week), asc(awards.place));
      return rows.map((row) => ({ ...row, trophy: asWeek(row.trophy) }));
    },
    /** Awards of a month or year, or of the months that a pattern names. */
    async ofPeriod(pattern: string): Promise<WonTrophy[]> {
      const rows = await periods()
        .where(like(periodAwards.period, pattern))
        .orderBy(desc(periodAwards.period), asc(periodAwards.place));
      return rows.map((row) => ({ ...row, trophy: asPeriod(row.trophy) }));
    },
    async newest(kind: "month" | "year", count: number): Promise<WonTrophy[]> {
      const newest = db
        .selectDistinct({ period: periodAwards.period })
        .from(periodAwards)
        .where(sql`length(${periodAwards.period}) = ${kind === "year" ? 4 : 7}`)
        .orderBy(desc(periodAwards.period))
        .limit(count);
      const rows = await periods()
        .where(inArray(periodAwards.period, newest))
        .orderBy(desc(periodAwards.period), asc(periodAwards.place));
      return rows.map((row) => ({ ...row, trophy: asPeriod(row.trophy) }));
    },
    async awardedWeeks(): Promise<string[]> {
      const rows = await db
        .select({ monday: launchWeeks.monday })
        .from(launchWeeks)
        .where(isNotNull(launchWeeks.awardedAt))
        .orderBy(asc(launchWeeks.monday));
      return rows.map(({ monday }) => monday);
    },
    async awardedPeriods(): Promise<string[]> {
      return (await db.select({ period: awardPeriods.period }).from(awardPeriods)).map(({ period }) => period);
    },
    async weekAwards(period: string): Promise<WeekAward[]> {
      return db
        .select(pick(awards, "id", "listingId", "votes", "tied", "reachedAt"))
        .from(awards)
        .where(like(awards.week, `${period}-%`));
    },
  };
};

export const trophyWrites = (db: Db) => ({
  ...trophyReads(db),
  async give(period: string, places: readonly PeriodPlace[], awardedAt: Date) {
    const given = places.map((place) => ({
      ...place,
      id: `launch-of-the-${kindOfPeriod(period)}-${period}-${place.place}`,
      period,
      awardedAt,
    }));
    if (given.length > 0) await db.insert(periodAwards).values(given);
    await db.insert(awardPeriods).values({ period, awardedAt });
    return given;
  },
});
