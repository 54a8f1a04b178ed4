import { setTimeout as delay } from "node:timers/promises";
import { refuseInChange } from "./in-change.ts";
import type { Tx } from "./store.ts";
import { asUnavailable, StoreUnavailable } from "./unavailable.ts";

const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [1000, 30_000];
/** Each probe is a write that anybody may cause. */
const PROBE_EVERY_MS = 1000;
/** A probe may wait for a lock; after this time, the last known trouble is the answer. */
const PROBE_WAIT_MS = 1000;
/** More than a small change needs, so that a successful probe is meaningful. */
const PROBE = "x".repeat(65_536);

type Work<T> = (tx: Tx) => Promise<T>;
/** How an engine runs changes. It reports each database error and each commit. */
export type Runner = (hooks: { noted: (error: unknown) => unknown; committed: () => void }) => {
  run<T>(work: Work<T>, touched: readonly string[] | undefined): Promise<T>;
  settled(): Promise<unknown>;
};

/** Runs the changes of one process, and tracks why they cannot run. */
export function createChanges(runner: Runner) {
  let trouble: StoreUnavailable | undefined;
  let recovered = Promise.withResolvers<void>();
  let waiting = 0;
  let probing: Promise<void> | undefined;
  let probedAt = Number.NEGATIVE_INFINITY;

  function noted(error: unknown): unknown {
    const thrown = asUnavailable(error);
    if (thrown instanceof StoreUnavailable && trouble?.heals !== false) trouble = thrown;
    return thrown;
  }

  function committed(): void {
    if (!trouble?.heals) return;
    trouble = undefined;
    recovered.resolve();
    recovered = Promise.withResolvers();
  }

  const { run, settled } = runner({ noted, committed });

  function change<T>(work: Work<T>, touched?: readonly string[]): Promise<T> {
    refuseInChange("store.change", "It would wait forever for the change around it: write with its tx.");
    return run(work, touched);
  }

  async function changeInTime<T>(work: Work<T>, signal: AbortSignal): Promise<T> {
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
    // Deleting the probe leaves its space in the file for later changes.
    for (const value of [PROBE, ""])
      await change((tx) => tx.reference.saveSecret("write-probe", value), ["write-probe"]);
  }

  async function troubleNow(): Promise<StoreUnavailable | undefined> {
    if (trouble?.heals && performance.now() - probedAt > PROBE_EVERY_MS) {
      probing ??= probe().finally(() => {
        probing = undefined;
        probedAt = performance.now();
      });
      await Promise.race([probing, delay(PROBE_WAIT_MS, undefined, { ref: false })]).catch(() => undefined);
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
    settled,
  };
}
