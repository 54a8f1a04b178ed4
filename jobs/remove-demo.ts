import type { Tx } from "#store/store.ts";
import type { JobKind } from "./runner.ts";

const BATCH = 50;

export const removeDemo: JobKind = {
  retryDelaysMs: [60_000, 600_000],
  async run(_payload: object, { store }, signal) {
    const steps: ((tx: Tx) => Promise<number>)[] = [
      (tx) => tx.demo.removeListings(BATCH),
      (tx) => tx.demo.removePeople(BATCH),
    ];
    for (const step of steps)
      do signal.throwIfAborted();
      while ((await store.change(step)) > 0);
  },
};
