import type { Tx } from "#store/store.ts";

export const FETCH_LOOKS = "fetch-looks";
/** `after`: the id of the last listing that was looked at. */
export type LooksJob = { importId: string; after: number };

/** A job looks for logos and preview pictures of what an import added. */
export const queueLooks = (tx: Tx, payload: LooksJob, now: Date): Promise<void> =>
  tx.jobs.add({
    id: `${FETCH_LOOKS}:${payload.importId}:${payload.after}`,
    ...{ kind: FETCH_LOOKS, payload, runAt: now, createdAt: now },
  });
