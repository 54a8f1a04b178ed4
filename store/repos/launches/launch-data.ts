import { pick } from "#domain/text/pick.ts";
import { eq } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { calendarAddresses, launchMoves, weekWaits } from "../../sqlite/tables.ts";
import { eraseRows, ownRows } from "../accounts/own-rows.ts";

/** A person's launch data: moves, waiting-list entries, calendar. For export and deletion. */
export const launchDataReads = (db: Db) => {
  return {
    async ofAccount(accountId: string) {
      const own = ownRows(db, accountId);
      return {
        launchesMoved: await own.about(
          launchMoves,
          pick(launchMoves, "fromWeek", "toWeek", "through", "at"),
          launchMoves.id,
        ),
        waitingLists: await own.about(
          weekWaits,
          pick(weekWaits, "week", "plan", "joinedAt", "offeredAt", "offerEndsAt", "endedAt", "outcome"),
          weekWaits.id,
        ),
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
    await eraseRows(db, accountId, [weekWaits, calendarAddresses]);
    await db.update(launchMoves).set({ accountId: null }).where(eq(launchMoves.accountId, accountId));
  },
});
