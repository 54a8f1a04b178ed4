import { hourOf, MOST_HOSTS, OTHER, type Source, weakestOf } from "#domain/listings/visit-source.ts";
import { pick } from "#domain/text/pick.ts";
import { has } from "../../sql/has.ts";
import { statement } from "../../sql/statement.ts";
import { and, asc, eq, gte, lt, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { dailyViews, dailyVisitors, shownBadges, visitHours, visitSources, votes } from "../../sqlite/tables.ts";

/** A visitor who saw the page, clicked through, or saw the badge on the website. */
export type VisitKind = "views" | "clicks" | "badgeViews";

/** A visitor on a day (YYYY-MM-DD). Hashes differ by kind, listing and day. */
export type Visit = {
  kind: VisitKind;
  listingId: number;
  day: string;
  hash: string;
  /** Hours since 1970. */
  hour?: number;
  /** The referring host or its placeholder. */
  source?: string;
  /** Hash of network and source, with the key of the day. */
  network?: string;
};

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

export type HourFigures = { hour: number; views: number; clicks: number; votes: number };
export type DayFigures = { day: string; views: number; clicks: number; badgeViews: number; votes: number };

export const visitFigureReads = (db: Db) => {
  return {
    async hours(listingId: number, from: number, count: number): Promise<HourFigures[]> {
      const visits = await db
        .select(pick(visitHours, "hour", "views", "clicks"))
        .from(visitHours)
        .where(and(eq(visitHours.listingId, listingId), gte(visitHours.hour, from), lt(visitHours.hour, from + count)));
      const cast = await votesBy(db, listingId, HOUR_MS, from, from + count);
      return Array.from({ length: count }, (_, ahead) => {
        const hour = from + ahead;
        const { views = 0, clicks = 0 } = visits.find((row) => row.hour === hour) ?? {};
        return { hour, views, clicks, votes: cast.get(hour) ?? 0 };
      });
    },
    /** `count` UTC days from `from`. */
    async days(listingId: number, from: string, count: number): Promise<DayFigures[]> {
      const first = Date.parse(from) / DAY_MS;
      const names = Array.from({ length: count }, (_, ahead) =>
        new Date((first + ahead) * DAY_MS).toISOString().slice(0, 10),
      );
      const visits = await db
        .select()
        .from(dailyViews)
        .where(and(eq(dailyViews.listingId, listingId), gte(dailyViews.day, from)));
      const cast = await votesBy(db, listingId, DAY_MS, first, first + count);
      return names.map((day, ahead) => {
        const { views = 0, clicks = 0, badgeViews = 0 } = visits.find((row) => row.day === day) ?? {};
        return { day, views, clicks, badgeViews, votes: cast.get(first + ahead) ?? 0 };
      });
    },
    async sources(listingId: number, from: string): Promise<Source[]> {
      return db
        .select({
          host: visitSources.host,
          visitors: sql<number>`sum(${visitSources.visitors})`,
          networks: sql<number>`sum(${visitSources.networks})`,
        })
        .from(visitSources)
        .where(and(eq(visitSources.listingId, listingId), gte(visitSources.day, from)))
        .groupBy(visitSources.host)
        .orderBy(asc(visitSources.host));
    },
    /** The public badge count; undefined if not shown. */
    badgeCount: statement((listingId: number) =>
      db
        .select({ visitors: shownBadges.visitors, countedOn: shownBadges.countedOn })
        .from(shownBadges)
        .where(eq(shownBadges.listingId, listingId)),
    ).get,
    async badgesToCount(day: string, limit: number): Promise<number[]> {
      const rows = await db
        .select({ id: shownBadges.listingId })
        .from(shownBadges)
        .where(lt(shownBadges.countedOn, day))
        .orderBy(asc(shownBadges.listingId))
        .limit(limit);
      return rows.map(({ id }) => id);
    },
  };
};

/** Counted votes by hour or day since 1970, depending on `ms`. */
async function votesBy(db: Db, listingId: number, ms: number, from: number, to: number): Promise<Map<number, number>> {
  // Inlined, because PostgreSQL takes two parameters for two expressions, of which it groups by one.
  const span = sql<number>`${votes.at} / ${sql.raw(String(ms))}`;
  const rows = await db
    .select({ span, count: sql<number>`count(*)` })
    .from(votes)
    .where(
      and(
        has(votes, { listingId, counted: true }),
        gte(votes.at, new Date(from * ms)),
        lt(votes.at, new Date(to * ms)),
      ),
    )
    .groupBy(span);
  return new Map(rows.map((row) => [row.span, row.count]));
}

export const visitFigureWrites = (db: Db) => {
  const addToHour = statement((row: typeof visitHours.$inferSelect) =>
    db
      .insert(visitHours)
      .values(row)
      .onConflictDoUpdate({
        target: [visitHours.listingId, visitHours.hour],
        set: { views: sql`${visitHours.views} + excluded.views`, clicks: sql`${visitHours.clicks} + excluded.clicks` },
      }),
  );
  const addToSource = statement((row: typeof visitSources.$inferSelect) =>
    db
      .insert(visitSources)
      .values(row)
      .onConflictDoUpdate({
        target: [visitSources.listingId, visitSources.day, visitSources.host],
        set: {
          visitors: sql`${visitSources.visitors} + excluded.visitors`,
          networks: sql`${visitSources.networks} + excluded.networks`,
        },
      }),
  );
  const hostsOf = statement(({ listingId, day }: { listingId: number; day: string }) =>
    db
      .select(pick(visitSources, "host", "visitors", "networks"))
      .from(visitSources)
      .where(has(visitSources, { listingId, day })),
  );
  const removeSource = statement(({ listingId, day, host }: { listingId: number; day: string; host: string }) =>
    db.delete(visitSources).where(has(visitSources, { listingId, day, host })),
  );
  const addNetwork = statement((network: typeof dailyVisitors.$inferSelect) =>
    db.insert(dailyVisitors).values(network).onConflictDoNothing(),
  );

  type Day = Pick<Visit, "listingId" | "day">;

  /** The host to count under: beyond the limit, a new one replaces an unproven one. */
  async function rowFor(host: string, { listingId, day }: Day): Promise<string> {
    const known = await hostsOf.all({ listingId, day });
    if (host === OTHER || known.length < MOST_HOSTS || known.some((row) => row.host === host)) return host;
    const weakest = weakestOf(known);
    if (!weakest) return OTHER;
    await removeSource.run({ listingId, day, host: weakest.host });
    await addToSource.run({ listingId, day, host: OTHER, visitors: weakest.visitors, networks: 0 });
    return host;
  }

  return {
    ...visitFigureReads(db),
    /** Counts first visits of a day by hour and source. */
    async count({ listingId, day }: Day, visits: readonly Visit[]): Promise<void> {
      const hours = Map.groupBy(visits, ({ hour }) => hour);
      for (const [hour, group] of hours) {
        if (hour === undefined) continue;
        const views = group.filter(({ kind }) => kind === "views").length;
        const clicks = group.filter(({ kind }) => kind === "clicks").length;
        if (views + clicks > 0) await addToHour.run({ listingId, hour, views, clicks });
      }
      const viewed = visits.filter(({ kind, source }) => kind === "views" && source !== undefined);
      for (const [source = "", group] of Map.groupBy(viewed, (visit) => visit.source)) {
        let networks = 0;
        for (const { network } of group)
          if (network && (await addNetwork.run({ day, hash: network })).changes > 0) networks++;
        const host = await rowFor(source, { listingId, day });
        await addToSource.run({ listingId, day, host, visitors: group.length, networks });
      }
    },
    async showBadgeCount(row: typeof shownBadges.$inferSelect): Promise<void> {
      const { visitors, countedOn } = row;
      await db
        .insert(shownBadges)
        .values(row)
        .onConflictDoUpdate({ target: shownBadges.listingId, set: { visitors, countedOn } });
    },
    async hideBadgeCount(listingId: number): Promise<void> {
      await db.delete(shownBadges).where(eq(shownBadges.listingId, listingId));
    },
    async saveBadgeCount(listingId: number, visitors: number, countedOn: string): Promise<void> {
      await db.update(shownBadges).set({ visitors, countedOn }).where(eq(shownBadges.listingId, listingId));
    },
    async removeBefore(day: string): Promise<void> {
      await db.delete(visitHours).where(lt(visitHours.hour, hourOf(new Date(day))));
      await db.delete(visitSources).where(lt(visitSources.day, day));
    },
  };
};
