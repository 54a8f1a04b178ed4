import type { JobKind } from "./runner.ts";

const WEEK_MS = 7 * 24 * 3600_000;

export const mergeSearchIndex: JobKind = {
  retryDelaysMs: [60_000],
  everyMs: WEEK_MS,
  async run(_payload, { store }, signal) {
    for (let isFirst = true; ; isFirst = false) {
      signal.throwIfAborted();
      if (!(await store.change(async (tx) => tx.listings.mergeSearchIndex(isFirst)))) return;
      await new Promise((resolve) => setImmediate(resolve));
    }
  },
};
