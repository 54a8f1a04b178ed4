import type { Tx } from "#store/store.ts";

export const FETCH_LOOKS = "fetch-looks";

/** A job soon looks for logos and preview pictures of listings whose time has come. */
export const queueLooks = (tx: Tx, at: Date): Promise<void> =>
  tx.jobs.add({
    ...{ id: `${FETCH_LOOKS}:soon:${at.getTime()}`, kind: FETCH_LOOKS, payload: {}, runAt: at, createdAt: at },
  });

/** The same for what an import added. */
export async function queueImportedLooks(tx: Tx, importId: string, at: Date): Promise<void> {
  await tx.websiteLooks.planImported(importId, at);
  await queueLooks(tx, at);
}
