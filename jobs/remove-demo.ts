import type { Deps } from "../actions/context.ts";
import type { Tx } from "../store/store.ts";
import type { JobKind } from "./runner.ts";

/** Rows per change, to keep changes short. */
const BATCH = 50;

/** Removes demo listings with their content, then posts and people. Safe to repeat. */
export const removeDemo: JobKind = {
  concurrency: 1,
  retryDelaysMs: [60_000, 600_000],
  async run(_payload: object, { store }: Deps, signal: AbortSignal) {
    const steps: ((tx: Tx) => Promise<number>)[] = [
      (tx) => tx.demo.removeListings(BATCH),
      (tx) => tx.demo.removePeople(BATCH),
    ];
    for (const step of steps)
      do signal.throwIfAborted();
      while ((await store.change(step)) > 0);
  },
};
