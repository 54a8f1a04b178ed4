import { setTimeout as delay } from "node:timers/promises";
import type Database from "better-sqlite3";
import { inChange, refuseInChange } from "../in-change.ts";
import type { Tx } from "../store.ts";
import { asUnavailable, databaseTroubleOf, StoreUnavailable } from "../unavailable.ts";

/** How long a change waits for another process. */
const LOCK_WAIT_MS = 5000;
const LOCK_POLL_MS = 1;
/** A process that writes continuously pauses regularly, to give others a turn. */
const [GAP_MS, STREAK_MS] = [3, 25];
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [1000, 30_000];
/** Minimum time between write probes: each costs a write, and anybody may cause one. */
const PROBE_EVERY_MS = 1000;
/** More than a small change needs, so that a successful probe is meaningful. */
const PROBE = "x".repeat(65_536);

/** Runs the changes of one process in turn, and tracks why they cannot run. */
export function createChanges(writer: Database.Database, tx: Tx) {
  // SQLite has one writer: changes take turns here instead of failing with SQLITE_BUSY there.
  let turn: Promise<unknown> = Promise.resolve();
  let trouble: StoreUnavailable | undefined;
  let recovered = Promise.withResolvers<void>();
  let waiting = 0;
  let probing: Promise<void> | undefined;
  let probedAt = Number.NEGATIVE_INFINITY;
  // SQLite would wait for other processes by blocking this one.
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

  async function begin(): Promise<void> {
    await leaveRoom();
    for (const until = performance.now() + LOCK_WAIT_MS; ; await delay(LOCK_POLL_MS)) {
      try {
        writer.exec("BEGIN IMMEDIATE");
        return;
      } catch (error) {
        if (databaseTroubleOf(error) !== "busy" || performance.now() > until) throw error;
      }
    }
  }

  function rollBack(): void {
    // After some errors SQLite has already rolled back, and after others it cannot.
    if (writer.inTransaction)
      try {
        writer.exec("ROLLBACK");
      } catch {}
  }

  /** Remembers why the database cannot be used. */
  function noted(error: unknown): unknown {
    const thrown = asUnavailable(error);
    // A temporary trouble does not replace a permanent one.
    if (thrown instanceof StoreUnavailable && trouble?.heals !== false) trouble = thrown;
    return thrown;
  }

  async function run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    try {
      await begin();
      const result = await inChange(() => work(tx));
      writer.exec("COMMIT");
      endedAt = performance.now();
      if (trouble?.heals) {
        trouble = undefined;
        recovered.resolve();
        recovered = Promise.withResolvers();
      }
      return result;
    } catch (error) {
      rollBack();
      throw noted(error);
    }
  }

  function change<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    refuseInChange("store.change", "It would wait forever for the change around it: write with its tx.");
    const result = turn.then(() => run(work));
    turn = result.catch(() => undefined);
    return result;
  }

  async function changeInTime<T>(work: (tx: Tx) => Promise<T>, signal: AbortSignal): Promise<T> {
    waiting++;
    try {
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
        try {
          return await change(work);
        } catch (error) {
          if (!(error instanceof StoreUnavailable && error.heals) || signal.aborted) throw error;
        }
        await Promise.race([delay(pause, undefined, { signal, ref: false }), recovered.promise]);
      }
    } finally {
      waiting--;
    }
  }

  async function probe(): Promise<void> {
    // What is taken away again leaves its room in the file, for the changes after it.
    for (const value of [PROBE, ""]) await change((tx) => tx.reference.saveSecret("write-probe", value));
  }

  async function troubleNow(): Promise<StoreUnavailable | undefined> {
    if (trouble?.heals && performance.now() - probedAt > PROBE_EVERY_MS) {
      probing ??= probe().finally(() => {
        probing = undefined;
        probedAt = performance.now();
      });
      await probing.catch(() => undefined);
    }
    return trouble;
  }

  return {
    change,
    changeInTime,
    probe,
    noted,
    trouble: troubleNow,
    waiting: () => (trouble ? waiting : 0),
    settled: () => turn,
  };
}
