import type { BadgeViews } from "#domain/listings/badge-watch.ts";
import { given } from "#domain/text/given.ts";
import { has } from "../../sql/has.ts";
import { statement } from "../../sql/statement.ts";
import { and, eq, gte, lt, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { dailyViews, dailyVisitors, follows, listings } from "../../sqlite/tables.ts";
import { type Visit, type VisitKind, visitFigureWrites } from "../listings/visit-figures.ts";

const NO_VISITS: Record<VisitKind, number> = { views: 0, clicks: 0, badgeViews: 0 };

type Follower = { accountId: string; listingId: number };
type Visitor = { day: string; hash: string };

const isFollow = ({ accountId, listingId }: Follower) => has(follows, { accountId, listingId });

/** Follows, views and clicks. Visitors are hashed and kept for a day; counts stay. */
export const engagementReads = (db: Db) => {
  const follow = statement((wanted: Follower) => db.select({ at: follows.at }).from(follows).where(isFollow(wanted)));

  const since = statement(({ listingId, day }: { listingId: number; day: string }) =>
    db
      .select({
        views: sql<number>`coalesce(sum(${dailyViews.views}), 0)`,
        clicks: sql<number>`coalesce(sum(${dailyViews.clicks}), 0)`,
      })
      .from(dailyViews)
      .where(and(eq(dailyViews.listingId, listingId), gte(dailyViews.day, day))),
  );

  const badgeSince = statement(({ listingId, day }: { listingId: number; day: string }) =>
    db
      .select({
        badgeViews: sql<number>`coalesce(sum(${dailyViews.badgeViews}), 0)`,
        badgeDays: sql<number>`coalesce(sum(${dailyViews.badgeViews} > 0), 0)`,
      })
      .from(dailyViews)
      .where(and(eq(dailyViews.listingId, listingId), gte(dailyViews.day, day))),
  );

  return {
    async isFollowing(accountId: string, listingId: number): Promise<boolean> {
      return (await follow.get({ accountId, listingId })) !== undefined;
    },
    async visitsSince(listingId: number, day: string): Promise<{ views: number; clicks: number }> {
      return given(await since.get({ listingId, day }));
    },
    async badgeViewsSince(listingId: number, day: string): Promise<BadgeViews> {
      return given(await badgeSince.get({ listingId, day }));
    },
  };
};

export const engagementWrites = (db: Db) => {
  const figures = visitFigureWrites(db);
  const addFollow = statement((follow: typeof follows.$inferSelect) =>
    db.insert(follows).values(follow).onConflictDoNothing(),
  );
  const removeFollow = statement((wanted: Follower) => db.delete(follows).where(isFollow(wanted)));
  const addFollowers = statement(({ listingId, count }: { listingId: number; count: 1 | -1 }) =>
    db
      .update(listings)
      .set({ followers: sql`${listings.followers} + ${count}` })
      .where(eq(listings.id, listingId)),
  );
  const addVisitor = statement((visitor: Visitor) => db.insert(dailyVisitors).values(visitor).onConflictDoNothing());
  const addViews = statement(({ listingId, views }: { listingId: number; views: number }) =>
    db
      .update(listings)
      .set({ views: sql`${listings.views} + ${views}` })
      .where(eq(listings.id, listingId)),
  );
  const findListing = statement(({ listingId }: { listingId: number }) =>
    db.select({ id: listings.id }).from(listings).where(eq(listings.id, listingId)),
  );
  const addToDay = statement((counted: typeof dailyViews.$inferSelect) =>
    db
      .insert(dailyViews)
      .values(counted)
      .onConflictDoUpdate({
        target: [dailyViews.listingId, dailyViews.day],
        set: {
          views: sql`${dailyViews.views} + excluded.views`,
          clicks: sql`${dailyViews.clicks} + excluded.clicks`,
          badgeViews: sql`${dailyViews.badgeViews} + excluded.badge_views`,
        },
      }),
  );

  /** False if the listing was deleted meanwhile. */
  async function addVisits({ kind, listingId, day }: Visit, visits: readonly Visit[]): Promise<boolean> {
    const count = visits.length;
    if (!(await findListing.get({ listingId }))) return false;
    await addToDay.run({ listingId, day, ...NO_VISITS, [kind]: count });
    if (kind !== "badgeViews") await figures.count({ listingId, day }, visits);
    return true;
  }

  return {
    ...engagementReads(db),
    async follow(accountId: string, listingId: number, at: Date): Promise<void> {
      if ((await addFollow.run({ accountId, listingId, at })).changes) await addFollowers.run({ listingId, count: 1 });
    },
    async unfollow(accountId: string, listingId: number): Promise<void> {
      if ((await removeFollow.run({ accountId, listingId })).changes) await addFollowers.run({ listingId, count: -1 });
    },
    async unite(fromId: number, intoId: number): Promise<void> {
      await db.run(sql`update follows set listing_id = ${intoId} where listing_id = ${fromId}
               and not exists (select 1 from follows known where known.listing_id = ${intoId} and known.account_id = follows.account_id)`);
      await db.delete(follows).where(eq(follows.listingId, fromId));
      await db.run(sql`update listings set followers = (select count(*) from follows where listing_id = listings.id)
               where id in (${fromId}, ${intoId})`);
    },
    /** Counts each visitor once per day and kind. */
    async visit(visits: readonly Visit[]): Promise<void> {
      const first: Visit[] = [];
      for (const visit of visits) {
        const { day, hash } = visit;
        if ((await addVisitor.run({ day, hash })).changes > 0) first.push(visit);
      }
      const groups = Map.groupBy(first, ({ kind, listingId, day }) => `${kind} ${listingId} ${day}`);
      const seen = new Map<number, number>();
      for (const group of groups.values()) {
        const { kind, listingId } = given(group[0]);
        if ((await addVisits(given(group[0]), group)) && kind === "views")
          seen.set(listingId, (seen.get(listingId) ?? 0) + group.length);
      }
      // Last, because votes wait for these rows, and sorted, to avoid deadlocks.
      const inOrder = [...seen].sort(([one], [other]) => one - other);
      await Promise.all(inOrder.map(([listingId, views]) => addViews.run({ listingId, views })));
    },
    async forgetVisitors(beforeDay: string): Promise<void> {
      await db.delete(dailyVisitors).where(lt(dailyVisitors.day, beforeDay));
    },
  };
};
