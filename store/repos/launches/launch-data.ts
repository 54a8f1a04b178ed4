import { pick } from "../../../domain/text/pick.ts";
import { asc, eq } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { calendarAddresses, launchMoves, listings, weekWaits } from "../../sqlite/tables.ts";

/** A person's launch data: moves, waiting-list entries, calendar. For export and deletion. */
export const launchDataReads = (db: Db) => {
  const listing = { slug: listings.slug, name: listings.name };
  return {
    async ofAccount(accountId: string) {
      return {
        launchesMoved: await db
          .select({
            ...listing,
            ...pick(launchMoves, "fromWeek", "toWeek", "through", "at"),
          })
          .from(launchMoves)
          .innerJoin(listings, eq(listings.id, launchMoves.listingId))
          .where(eq(launchMoves.accountId, accountId))
          .orderBy(asc(launchMoves.id)),
        waitingLists: await db
          .select({
            ...listing,
            ...pick(weekWaits, "week", "plan", "joinedAt", "offeredAt", "offerEndsAt", "endedAt", "outcome"),
          })
          .from(weekWaits)
          .innerJoin(listings, eq(listings.id, weekWaits.listingId))
          .where(eq(weekWaits.accountId, accountId))
          .orderBy(asc(weekWaits.id)),
        calendarAddress: await db
          .select({ createdAt: calendarAddresses.createdAt })
          .from(calendarAddresses)
          .where(eq(calendarAddresses.accountId, accountId))
          .get(),
      };
    },
  };
};

export const launchDataWrites = (db: Db) => ({
  /** Anonymizes moves, which stay in the listing's history. */
  async removeOf(accountId: string): Promise<void> {
    await db.delete(weekWaits).where(eq(weekWaits.accountId, accountId));
    await db.delete(calendarAddresses).where(eq(calendarAddresses.accountId, accountId));
    await db.update(launchMoves).set({ accountId: null }).where(eq(launchMoves.accountId, accountId));
  },
});
