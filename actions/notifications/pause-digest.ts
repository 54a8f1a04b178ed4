import type { Tx } from "../../store/store.ts";

export const SEND_DIGESTS = "send-digests";

/** Stops all editions. Emails of the last minute may still go out. */
export const pauseDigest = async (tx: Tx, now: Date): Promise<void> => {
  if ((await tx.digests.pausedAt()) === null) await tx.digests.setPaused(now);
};

/** Sends the newest missed edition over the next hour. Older ones are not sent. */
export const resumeDigest = async (tx: Tx, now: Date): Promise<void> => {
  await tx.digests.setPaused(null);
  await tx.jobs.add({
    id: `${SEND_DIGESTS}:${now.toISOString()}`,
    kind: SEND_DIGESTS,
    payload: {},
    runAt: now,
    createdAt: now,
  });
};
