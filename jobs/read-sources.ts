import { AppError } from "#core/errors/errors.ts";
import { nextReading, queueReading, type ReadSource, readAgain } from "#transfer/sources.ts";
import type { JobKind } from "./runner.ts";

const MINUTE_MS = 60_000;

/** Queues readings of the sources that are due. Each is a job, so that none stops others. */
export const readSources: JobKind = {
  retryDelaysMs: [MINUTE_MS],
  everyMs: 10 * MINUTE_MS,
  async run(_payload, { store, now, wakeJobs }) {
    const at = now();
    const due = await store.importSources.due(at);
    if (due.length === 0) return;
    await store.change(async (tx) => {
      for (const source of due) {
        await queueReading(tx, { sourceId: source.id, isForced: false }, at);
        await tx.importSources.change(source.id, { nextAt: nextReading(source, at) });
      }
    });
    wakeJobs();
  },
};

export const readSourceJob: JobKind = {
  retryDelaysMs: [MINUTE_MS],
  async run({ sourceId, isForced }: ReadSource, deps, signal) {
    const source = await deps.store.importSources.find(sourceId);
    if (!source) return;
    try {
      await readAgain(source, isForced, deps, signal);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const noted = { error: error.message, lastAt: deps.now() };
      await deps.store.change((tx) => tx.importSources.change(sourceId, noted));
    }
  },
  async giveUp({ sourceId }: ReadSource, { store, now }, reason) {
    await store.change((tx) => tx.importSources.change(sourceId, { error: reason, lastAt: now() }));
  },
};
