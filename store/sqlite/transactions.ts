import { setTimeout as delay } from "node:timers/promises";
import type Database from "better-sqlite3";
import { databaseTroubleOf } from "../unavailable.ts";
import { beforeCommit } from "./snapshot.ts";

/** How long a transaction waits for another process. */
const LOCK_WAIT_MS = 5000;
const LOCK_POLL_MS = 1;
/** A busy process pauses regularly, to give others a turn. */
const [GAP_MS, STREAK_MS] = [3, 25];

export function createTransactions(writer: Database.Database) {
  // SQLite would block this process while waiting for others.
  writer.pragma("busy_timeout = 0");
  let streakSince = 0;
  let endedAt = 0;

  async function leaveRoom(): Promise<void> {
    const at = performance.now();
    if (at - endedAt > GAP_MS) streakSince = at;
    else if (at - streakSince > STREAK_MS) {
      await delay(GAP_MS);
      streakSince = performance.now();
    }
  }

  return {
    async begin(): Promise<void> {
      await leaveRoom();
      for (const until = performance.now() + LOCK_WAIT_MS; ; await delay(LOCK_POLL_MS)) {
        try {
          writer.exec("BEGIN IMMEDIATE");
          return;
        } catch (error) {
          if (databaseTroubleOf(error) !== "busy" || performance.now() > until) throw error;
        }
      }
    },
    commit(): void {
      beforeCommit(writer);
      writer.exec("COMMIT");
      endedAt = performance.now();
    },
    rollBack(): void {
      // After some errors SQLite has already rolled back, and after others it cannot.
      if (writer.inTransaction)
        try {
          writer.exec("ROLLBACK");
        } catch {}
    },
  };
}
