import type { SendingChannel } from "../../store/repos/notifications/notifications.ts";
import type { Tx } from "../../store/store.ts";

export const NEWS_JOBS = { mail: "mail-news", push: "push-news" } as const satisfies Record<SendingChannel, string>;
export type NewsPayload = { accountId: string };

/** Queues the sending to a person. There is one job per time, however many notifications. */
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
