import type { Tx } from "../../store/store.ts";

export const SEND_DIGESTS = "send-digests";

/** Stops all editions. Emails that are written already, of a minute at most, still go out. */
export const pauseDigest = async (tx: Tx, now: Date): Promise<void> => {
  if ((await tx.digests.pausedAt()) === null) await tx.digests.setPaused(now);
};

/** Whoever missed the newest edition gets it, over an hour from now on. Older ones are not made up for. */
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
