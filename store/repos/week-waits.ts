import { statement } from "../sql/statement.ts";
import { and, asc, count, desc, eq, gt, isNotNull, isNull, lt } from "../sqlite/drizzle.ts";
import type { Db } from "../sqlite/open.ts";
import { weekWaits } from "../sqlite/tables.ts";

export type WeekWait = typeof weekWaits.$inferSelect;
type Outcome = NonNullable<WeekWait["outcome"]>;

const isOpen = isNull(weekWaits.outcome);

/** Listings that wait for a place in a full week, in the order in which they came. */
export const weekWaitReads = (db: Db) => {
  const offers = statement(({ listingId, week, now }: { listingId: number; week: string; now: Date }) =>
    db
      .select({ id: weekWaits.id })
      .from(weekWaits)
      .where(and(isOpen, eq(weekWaits.listingId, listingId), eq(weekWaits.week, week), gt(weekWaits.offerEndsAt, now))),
  );
  return {
    /** Whether a place of the week is offered to the listing now. */
    async hasOffer(listingId: number, week: string, now: Date): Promise<boolean> {
      return (await offers.get({ listingId, week, now })) !== undefined;
    },
    /** What a listing waits for, the next week first. */
    async openOf(listingId: number): Promise<WeekWait[]> {
      const where = and(isOpen, eq(weekWaits.listingId, listingId));
      return db.select().from(weekWaits).where(where).orderBy(asc(weekWaits.week));
    },
    async findOpen(listingId: number, week: string): Promise<WeekWait | undefined> {
      const where = and(isOpen, eq(weekWaits.listingId, listingId), eq(weekWaits.week, week));
      return db.select().from(weekWaits).where(where).get();
    },
    /** How an earlier wait of the listing for that week ended. */
    async lastEnded(listingId: number, week: string): Promise<WeekWait | undefined> {
      const where = and(isNotNull(weekWaits.outcome), eq(weekWaits.listingId, listingId), eq(weekWaits.week, week));
      return db.select().from(weekWaits).where(where).orderBy(desc(weekWaits.id)).limit(1).get();
    },
    async countOf(accountId: string): Promise<number> {
      const where = and(isOpen, eq(weekWaits.accountId, accountId));
      return (await db.select({ count: count() }).from(weekWaits).where(where).get())?.count ?? 0;
    },
    /** How many are ahead of one in its week. */
    async ahead({ week, id }: Pick<WeekWait, "week" | "id">): Promise<number> {
      const where = and(isOpen, eq(weekWaits.week, week), lt(weekWaits.id, id));
      return (await db.select({ count: count() }).from(weekWaits).where(where).get())?.count ?? 0;
    },
    /** Everybody in the list of a week, the first first. */
    async list(week: string): Promise<WeekWait[]> {
      return db
        .select()
        .from(weekWaits)
        .where(and(isOpen, eq(weekWaits.week, week)))
        .orderBy(asc(weekWaits.id));
    },
    /** Weeks that somebody waits for. */
    async weeks(): Promise<string[]> {
      const rows = await db
        .selectDistinct({ week: weekWaits.week })
        .from(weekWaits)
        .where(isOpen)
        .orderBy(asc(weekWaits.week));
      return rows.map(({ week }) => week);
    },
  };
};

export const weekWaitWrites = (db: Db) => ({
  ...weekWaitReads(db),
  async join(wait: Pick<WeekWait, "week" | "listingId" | "accountId" | "plan" | "joinedAt">): Promise<void> {
    await db.insert(weekWaits).values(wait);
  },
  async offer(id: number, offeredAt: Date, offerEndsAt: Date): Promise<void> {
    await db
      .update(weekWaits)
      .set({ offeredAt, offerEndsAt })
      .where(and(isOpen, eq(weekWaits.id, id)));
  },
  async end(id: number, outcome: Outcome, endedAt: Date): Promise<void> {
    await db
      .update(weekWaits)
      .set({ outcome, endedAt })
      .where(and(isOpen, eq(weekWaits.id, id)));
  },
  /** Ends all waits of a listing but one: it has its place. */
  async endAll(listingId: number, outcome: Outcome, endedAt: Date): Promise<void> {
    await db
      .update(weekWaits)
      .set({ outcome, endedAt })
      .where(and(isOpen, eq(weekWaits.listingId, listingId)));
  },
  async removeEndedBefore(before: Date): Promise<void> {
    await db.delete(weekWaits).where(lt(weekWaits.endedAt, before));
  },
});
