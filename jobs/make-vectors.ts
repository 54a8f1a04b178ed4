import type { JobKind } from "./runner.ts";

const DAY_MS = 24 * 3600_000;

/** Computes missing vectors, as after an upgrade, in slices that let other work run. */
export const makeVectors: JobKind = {
  retryDelaysMs: [60_000],
  everyMs: DAY_MS,
  async run(_payload, { store }, signal) {
    for (let after: number | undefined = 0; after !== undefined; ) {
      signal.throwIfAborted();
      const from: number = after;
      after = await store.change(async (tx) => tx.listings.makeVectors(from));
      await new Promise((resolve) => setImmediate(resolve));
    }
  },
};
