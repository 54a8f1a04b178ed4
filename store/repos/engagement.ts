import { statement } from "../sql/statement.ts";
import { and, eq, gte, lt, sql } from "../sqlite/drizzle.ts";
import type { Db } from "../sqlite/open.ts";
import { dailyViews, dailyVisitors, follows, listings } from "../sqlite/tables.ts";

/** A visitor who saw the page of a listing, or clicked through to its website. */
export type VisitKind = "views" | "clicks";

type Follower = { accountId: string; listingId: number };
type Visitor = { day: string; hash: string };

const isFollow = ({ accountId, listingId }: Follower) =>
  and(eq(follows.accountId, accountId), eq(follows.listingId, listingId));

/** Follows, views and clicks. Visitors are stored as a hash, for a day; counts stay. */
export const engagementReads = (db: Db) => {
  const follow = statement((wanted: Follower) => db.select({ at: follows.at }).from(follows).where(isFollow(wanted)));
  const seen = statement(({ day, hash }: Visitor) =>
    db
      .select({ day: dailyVisitors.day })
      .from(dailyVisitors)
      .where(and(eq(dailyVisitors.day, day), eq(dailyVisitors.hash, hash))),
  );

  return {
    async isFollowing(accountId: string, listingId: number): Promise<boolean> {
      return (await follow.get({ accountId, listingId })) !== undefined;
    },
    async isCounted(day: string, hash: string): Promise<boolean> {
      return (await seen.get({ day, hash })) !== undefined;
    },
    /** Views and clicks since a day, YYYY-MM-DD. */
    async visitsSince(listingId: number, day: string): Promise<Record<VisitKind, number>> {
      return (await db
        .select({
          views: sql<number>`coalesce(sum(${dailyViews.views}), 0)`,
          clicks: sql<number>`coalesce(sum(${dailyViews.clicks}), 0)`,
        })
        .from(dailyViews)
        .where(and(eq(dailyViews.listingId, listingId), gte(dailyViews.day, day)))
        .get())!;
    },
  };
};

export const engagementWrites = (db: Db) => {
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
  const countVisit = (kind: VisitKind) =>
    statement(({ listingId, day }: { listingId: number; day: string }) =>
      db
        .insert(dailyViews)
        .values({ listingId, day, views: 0, clicks: 0, [kind]: 1 })
        .onConflictDoUpdate({
          target: [dailyViews.listingId, dailyViews.day],
          set: { [kind]: sql`${dailyViews[kind]} + 1` },
        }),
    );
  const countVisits = { views: countVisit("views"), clicks: countVisit("clicks") };
  const addView = statement(({ listingId }: { listingId: number }) =>
    db
      .update(listings)
      .set({ views: sql`${listings.views} + 1` })
      .where(eq(listings.id, listingId)),
  );

  return {
    ...engagementReads(db),
    async follow(accountId: string, listingId: number, at: Date): Promise<void> {
      if ((await addFollow.run({ accountId, listingId, at })).changes) await addFollowers.run({ listingId, count: 1 });
    },
    async unfollow(accountId: string, listingId: number): Promise<void> {
      if ((await removeFollow.run({ accountId, listingId })).changes) await addFollowers.run({ listingId, count: -1 });
    },
    /** Followers of a duplicate follow the listing that stays. */
    async unite(fromId: number, intoId: number): Promise<void> {
      await db.run(sql`update or ignore follows set listing_id = ${intoId} where listing_id = ${fromId}`);
      await db.delete(follows).where(eq(follows.listingId, fromId)).run();
      await db.run(sql`update listings set followers = (select count(*) from follows where listing_id = listings.id)
               where id in (${fromId}, ${intoId})`);
    },
    /** Counts a visitor once a day and kind. */
    async visit(kind: VisitKind, listingId: number, day: string, hash: string): Promise<void> {
      if (!(await addVisitor.run({ day, hash })).changes) return;
      await countVisits[kind].run({ listingId, day });
      if (kind === "views") await addView.run({ listingId });
    },
    async forgetVisitors(beforeDay: string): Promise<void> {
      await db.delete(dailyVisitors).where(lt(dailyVisitors.day, beforeDay)).run();
    },
  };
};
