import { type BulkPayload, stepBulk } from "#actions/moderation/bulk.ts";
import type { JobKind } from "./runner.ts";

/** Changes many listings, 100 in each change of the database, and lets other work run in between. */
export const bulkChange: JobKind = {
  retryDelaysMs: [10_000, 60_000, 600_000],
  async run({ id }: BulkPayload, deps, signal) {
    while (await deps.store.change((tx) => stepBulk(tx, id, deps))) {
      deps.wakeJobs();
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
    }
    deps.wakeJobs();
  },
};
