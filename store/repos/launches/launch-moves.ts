import type { ReminderKind } from "#domain/launches/launch-reminder.ts";
import { has } from "../../sql/has.ts";
import { statement } from "../../sql/statement.ts";
import { and, count, desc, eq, gte, lte } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { accounts, launchMoves, launchReminders, listings } from "../../sqlite/tables.ts";

export type LaunchMove = typeof launchMoves.$inferSelect;

export const launchMoveReads = (db: Db) => {
  const countOf = statement(({ listingId, since }: { listingId: number; since: Date }) =>
    db
      .select({ count: count() })
      .from(launchMoves)
      .where(and(has(launchMoves, { listingId, through: "team" }), gte(launchMoves.at, since))),
  );
  return {
    async ofListing(listingId: number, limit: number) {
      return db
        .select({ move: launchMoves, by: accounts.name })
        .from(launchMoves)
        .leftJoin(accounts, eq(accounts.id, launchMoves.accountId))
        .where(eq(launchMoves.listingId, listingId))
        .orderBy(desc(launchMoves.id))
        .limit(limit);
    },
    async countOf(listingId: number, since: Date): Promise<number> {
      return (await countOf.get({ listingId, since }))?.count ?? 0;
    },
    async scheduledIn(from: string, to: string) {
      return db
        .select()
        .from(listings)
        .where(
          and(
            has(listings, { status: "scheduled", isDemo: false }),
            gte(listings.launchWeek, from),
            lte(listings.launchWeek, to),
          ),
        );
    },
    async isReminded(listingId: number, kind: ReminderKind, week: string): Promise<boolean> {
      const where = has(launchReminders, { listingId, kind, week });
      return (await db.select({ at: launchReminders.sentAt }).from(launchReminders).where(where).get()) !== undefined;
    },
  };
};

export const launchMoveWrites = (db: Db) => ({
  ...launchMoveReads(db),
  async add(move: Omit<LaunchMove, "id">): Promise<void> {
    await db.insert(launchMoves).values(move);
  },
  async markReminded(listingId: number, kind: ReminderKind, week: string, sentAt: Date): Promise<void> {
    await db.insert(launchReminders).values({ listingId, kind, week, sentAt }).onConflictDoNothing();
  },
});
