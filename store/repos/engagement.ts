import { and, eq, gte, lt, sql } from "../sqlite/drizzle.ts";
import type { Db } from "../sqlite/open.ts";
import { dailyViews, dailyVisitors, follows, listings } from "../sqlite/tables.ts";

/** A visitor who saw the page of a listing, or clicked through to its website. */
export type VisitKind = "views" | "clicks";

/** Follows, views and clicks. Visitors are stored as a hash, for a day; counts stay. */
export const engagementReads = (db: Db) => {
  const seen = db
    .select({ day: dailyVisitors.day })
    .from(dailyVisitors)
    .where(and(eq(dailyVisitors.day, sql.placeholder("day")), eq(dailyVisitors.hash, sql.placeholder("hash"))))
    .prepare();

  return {
    async isFollowing(accountId: string, listingId: number): Promise<boolean> {
      const mine = and(eq(follows.accountId, accountId), eq(follows.listingId, listingId));
      return (await db.select({ at: follows.at }).from(follows).where(mine).get()) !== undefined;
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

export const engagementWrites = (db: Db) => ({
  ...engagementReads(db),
  async follow(accountId: string, listingId: number, at: Date): Promise<void> {
    const { changes } = await db.insert(follows).values({ accountId, listingId, at }).onConflictDoNothing().run();
    if (changes) await addFollowers(db, listingId, 1);
  },
  async unfollow(accountId: string, listingId: number): Promise<void> {
    const mine = and(eq(follows.accountId, accountId), eq(follows.listingId, listingId));
    if ((await db.delete(follows).where(mine).run()).changes) await addFollowers(db, listingId, -1);
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
    if (!(await db.insert(dailyVisitors).values({ day, hash }).onConflictDoNothing().run()).changes) return;
    await db
      .insert(dailyViews)
      .values({ listingId, day, views: 0, clicks: 0, [kind]: 1 })
      .onConflictDoUpdate({
        target: [dailyViews.listingId, dailyViews.day],
        set: { [kind]: sql`${dailyViews[kind]} + 1` },
      })
      .run();
    if (kind !== "views") return;
    await db
      .update(listings)
      .set({ views: sql`${listings.views} + 1` })
      .where(eq(listings.id, listingId))
      .run();
  },
  async forgetVisitors(beforeDay: string): Promise<void> {
    await db.delete(dailyVisitors).where(lt(dailyVisitors.day, beforeDay)).run();
  },
});

const addFollowers = async (db: Db, listingId: number, count: 1 | -1): Promise<void> => {
  await db
    .update(listings)
    .set({ followers: sql`${listings.followers} + ${count}` })
    .where(eq(listings.id, listingId))
    .run();
};
