import type { Deps } from "#actions/context.ts";
import { NEWS_JOBS, type NewsPayload, planNews } from "#actions/notifications/notify.ts";
import { isOn } from "#domain/notifications/notification.ts";
import { nextMailMoment, pushMoment } from "#domain/notifications/notification-times.ts";
import { keysOf } from "#domain/text/keys.ts";
import { newsMessage } from "#mail/news-messages.ts";
import { queueMail } from "#mail/queue-mail.ts";
import { unsubscribeKey, unsubscribeLink } from "#mail/unsubscribe.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { Notification, SendingChannel } from "#store/repos/notifications/notifications.ts";
import type { Tx } from "#store/store.ts";
import type { JobKind } from "./runner.ts";
import { planPush } from "./send-push.ts";

const MINUTE_MS = 60_000;
const BATCH = 100;
const LATE_MS = 10 * MINUTE_MS;

type Send = (tx: Tx, account: Account, news: Notification[], deps: Deps) => Promise<void>;
const MOMENTS = { mail: nextMailMoment, push: pushMoment } as const;

const byMail: Send = async (tx, { id, name, email }, news, deps) => {
  const key = await unsubscribeKey(tx, deps);
  const kinds = [...new Set(news.map(({ kind }) => kind))];
  const unsubscribeUrl = unsubscribeLink(deps.settings, key, { newsTo: id, kinds });
  await queueMail(tx, deps, newsMessage(deps.settings, { name, news, unsubscribeUrl }), email);
};

const byPush: Send = async (tx, { id }, news, { now }) => {
  for (const subscription of await tx.pushSubscriptions.ofAccount(id))
    await planPush(tx, { subscriptionId: subscription.id, ids: news.map((one) => one.id) }, now(), now());
};

/**
 * Sends a person's pending notifications together, respecting quiet hours and the channel's
 * interval. Drops read or disabled ones. Commits with its record, so it may run twice.
 */
const sendNews = (channel: SendingChannel, send: Send): JobKind => ({
  concurrency: 2,
  retryDelaysMs: [MINUTE_MS, 10 * MINUTE_MS],
  async run({ accountId }: NewsPayload, deps) {
    const { store, now, wakeJobs } = deps;
    await store.change(async (tx) => {
      const at = now();
      const due = await tx.notifications.due(accountId, channel, at);
      if (due.length === 0) return;
      const ids = due.map(({ id }) => id);
      const account = await tx.accounts.find(accountId);
      const news = await stillWanted(tx, accountId, due, channel);
      const mayGet = account?.status === "active" && (channel === "push" || account.emailVerifiedAt !== null);
      if (!mayGet || news.length === 0) return tx.notifications.sent(ids, channel);
      const { quiet, mailedAt, pushedAt } = await tx.notificationSettings.times(accountId);
      const moment = MOMENTS[channel]({ at, last: channel === "mail" ? mailedAt : pushedAt, quiet });
      if (moment > at) {
        await tx.notifications.putOff(ids, channel, moment);
        return planNews(tx, channel, accountId, moment, at);
      }
      await send(tx, account, news, deps);
      await tx.notifications.sent(ids, channel);
      await tx.notificationSettings.noteSent(accountId, channel, at);
    });
    wakeJobs();
  },
});

async function stillWanted(
  tx: Tx,
  accountId: string,
  due: readonly Notification[],
  channel: SendingChannel,
): Promise<Notification[]> {
  const choices = await tx.notificationSettings.allChoices(accountId);
  return due.filter(({ readAt, kind }) => readAt === null && isOn(kind, channel, choices[kind] ?? {}));
}

export const mailNews = sendNews("mail", byMail);
export const pushNews = sendNews("push", byPush);

/** Sends overdue notifications, whose job failed or was deleted. */
export const sendOverdueNews: JobKind = {
  retryDelaysMs: [],
  everyMs: LATE_MS,
  async run(_payload, { store, now, wakeJobs }) {
    const at = now();
    const late = new Date(at.getTime() - LATE_MS);
    for (const channel of keysOf(NEWS_JOBS)) {
      const accountIds = await store.notifications.overdue(channel, late, BATCH);
      if (accountIds.length === 0) continue;
      await store.change(async (tx) => {
        for (const accountId of accountIds) await planNews(tx, channel, accountId, at, at);
      });
    }
    wakeJobs();
  },
};
