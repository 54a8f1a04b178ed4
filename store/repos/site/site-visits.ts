import { type Counted, MOST_NAMES, REST, type VisitAbout } from "#domain/site/visit-figures.ts";
import { given } from "#domain/text/given.ts";
import { has } from "../../sql/has.ts";
import { statement } from "../../sql/statement.ts";
import { and, asc, desc, gte, lt, ne, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { dailyVisitors, siteVisits } from "../../sqlite/tables.ts";

export type VisitFigures = { name: string; views: number; visitors: number };
type Span = { from: string; to: string };
type Day = Pick<Counted, "day" | "about">;

const weightOf = ({ views, visitors }: VisitFigures): number => views + visitors;

const inSpan = (about: VisitAbout, { from, to }: Span) =>
  and(has(siteVisits, { about }), gte(siteVisits.day, from), lt(siteVisits.day, to));

const SUMS = {
  views: sql<number>`coalesce(sum(${siteVisits.views}), 0)`,
  visitors: sql<number>`coalesce(sum(${siteVisits.visitors}), 0)`,
};

export const siteVisitReads = (db: Db) => ({
  /** Days with visits in a half-open span of days. */
  async days(span: Span): Promise<{ day: string; views: number; visitors: number }[]> {
    const { day, views, visitors } = siteVisits;
    return db.select({ day, views, visitors }).from(siteVisits).where(inSpan("all", span)).orderBy(asc(day));
  },
  /** The most frequent names. */
  async top(about: VisitAbout, span: Span, limit: number): Promise<VisitFigures[]> {
    return db
      .select({ name: siteVisits.name, ...SUMS })
      .from(siteVisits)
      .where(inSpan(about, span))
      .groupBy(siteVisits.name)
      .orderBy(desc(sql`sum(${siteVisits.views} + ${siteVisits.visitors})`), asc(siteVisits.name))
      .limit(limit);
  },
});

export const siteVisitWrites = (db: Db) => {
  const addTo = statement((row: Counted) =>
    db
      .insert(siteVisits)
      .values(row)
      .onConflictDoUpdate({
        target: [siteVisits.day, siteVisits.about, siteVisits.name],
        set: {
          views: sql`${siteVisits.views} + excluded.views`,
          visitors: sql`${siteVisits.visitors} + excluded.visitors`,
        },
      }),
  );
  const named = statement(({ day, about }: Day) =>
    db
      .select({ name: siteVisits.name, views: siteVisits.views, visitors: siteVisits.visitors })
      .from(siteVisits)
      .where(and(has(siteVisits, { day, about }), ne(siteVisits.name, REST))),
  );
  const remove = statement(({ day, about, name }: Day & { name: string }) =>
    db.delete(siteVisits).where(has(siteVisits, { day, about, name })),
  );
  const addVisitor = statement((visitor: typeof dailyVisitors.$inferSelect) =>
    db.insert(dailyVisitors).values(visitor).onConflictDoNothing(),
  );

  /** Beyond the limit, a name takes the place of a rarer one, or counts among the rest. */
  async function addToDay(day: Day, rows: readonly VisitFigures[]): Promise<void> {
    const known = new Map((await named.all(day)).map((row) => [row.name, row]));
    const rest = { name: REST, views: 0, visitors: 0 };
    const count = ({ views, visitors }: VisitFigures) => {
      rest.views += views;
      rest.visitors += visitors;
    };
    for (const row of rows.toSorted((one, other) => weightOf(other) - weightOf(one))) {
      if (!known.has(row.name) && known.size >= MOST_NAMES) {
        const rarest = [...known.values()].reduce((one, other) => (weightOf(other) < weightOf(one) ? other : one));
        if (row.name === REST || weightOf(rarest) > weightOf(row)) {
          count(row);
          continue;
        }
        known.delete(rarest.name);
        await remove.run({ ...day, name: rarest.name });
        count(rarest);
      }
      known.set(row.name, row);
      await addTo.run({ ...day, ...row });
    }
    if (weightOf(rest) > 0) await addTo.run({ ...day, ...rest });
  }

  return {
    ...siteVisitReads(db),
    async isNew(day: string, hash: string): Promise<boolean> {
      return (await addVisitor.run({ day, hash })).changes > 0;
    },
    async add(rows: readonly Counted[]): Promise<void> {
      for (const group of Map.groupBy(rows, ({ day, about }) => `${day} ${about}`).values()) {
        const { day, about } = given(group[0]);
        await addToDay({ day, about }, group);
      }
    },
    async removeBefore(day: string): Promise<void> {
      await db.delete(siteVisits).where(lt(siteVisits.day, day));
    },
  };
};
