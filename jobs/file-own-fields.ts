import type { JobKind } from "./runner.ts";

const HOUR_MS = 3600_000;

/** Makes listings agree with changed fields, in slices that let other work run. */
export const fileOwnFields: JobKind = {
  retryDelaysMs: [60_000],
  everyMs: HOUR_MS,
  async run(_payload, { store }, signal) {
    while (await store.change(async (tx) => tx.listings.fileOwn())) {
      signal.throwIfAborted();
      await new Promise((resolve) => setImmediate(resolve));
    }
  },
};
