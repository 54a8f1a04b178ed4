import type { SendingChannel } from "../../store/repos/notifications/notifications.ts";
import type { Tx } from "../../store/store.ts";

/** The jobs that send what is new to one person, by mail and by push. */
export const NEWS_JOBS = { mail: "mail-news", push: "push-news" } as const satisfies Record<SendingChannel, string>;
export type NewsPayload = { accountId: string };

/** Adds the job that sends what waits for a person. At one moment there is one, however much waits. */
export const planNews = (
  tx: Tx,
  channel: SendingChannel,
  accountId: string,
  runAt: Date,
  createdAt: Date,
): Promise<void> =>
  tx.jobs.add({
    id: `${NEWS_JOBS[channel]}:${accountId}:${runAt.getTime()}`,
    kind: NEWS_JOBS[channel],
    payload: { accountId } satisfies NewsPayload,
    runAt,
    createdAt,
  });
