import type { Settings } from "#core/settings/config.ts";
import { isLocalPath } from "#core/text/html.ts";
import {
  isOn,
  MOST_BY_ONE_A_DAY,
  type NotificationKind,
  rowOf,
  type WordsOf,
} from "#domain/notifications/notification.ts";
import { afterQuietHours, mailMoment, pushMoment } from "#domain/notifications/notification-times.ts";
import type { Message } from "#mail/messages.ts";
import { queueMail } from "#mail/queue-mail.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { SendingTimes } from "#store/repos/notifications/notification-settings.ts";
import type { SendingChannel } from "#store/repos/notifications/notifications.ts";
import type { Tx } from "#store/store.ts";

export type News<Kind extends NotificationKind> = {
  accountId: string;
  kind: Kind;
  /** Per account. The same key updates the row and marks it unread. */
  key: string;
  words: WordsOf<Kind>;
  path: string;
  at: Date;
  /** The account that caused it, or null for the site. Nobody is notified of their own actions. */
  by: string | null;
};

const DAY_MS = 24 * 3600_000;

/**
 * Adds a notification inside the change that causes it. Jobs send it by mail and push as
 * configured, so call `wakeJobs` after the change.
 */
export async function notify<Kind extends NotificationKind>(tx: Tx, news: News<Kind>): Promise<void> {
  const { accountId, kind, path, at, by } = news;
  if (!isLocalPath(path)) throw new Error(`"${path}" is not a path of this site.`);
  if (by === accountId) return;
  const account = await tx.accounts.find(accountId);
  if (account?.status !== "active" || account.isDemo) return;
  if (await isFlooded(tx, news)) return;
  const chosen = await tx.notificationSettings.choices(accountId, kind);
  const times = await tx.notificationSettings.times(accountId);
  const isOnSite = isOn(kind, "site", chosen);
  const mailAt = isOn(kind, "mail", chosen) ? mailTime(account, kind, at, times) : null;
  const pushAt = isOn(kind, "push", chosen) ? await pushTime(tx, account, at, times) : null;
  if (!isOnSite && !mailAt && !pushAt) return;
  await tx.notifications.save({ ...news, isOnSite, mailAt, pushAt });
  if (mailAt) await planNews(tx, "mail", accountId, mailAt, at);
  if (pushAt) await planNews(tx, "push", accountId, pushAt, at);
}

export async function notifyTeam<Kind extends NotificationKind>(
  tx: Tx,
  listingId: number,
  news: Omit<News<Kind>, "accountId">,
): Promise<void> {
  for (const { accountId } of await tx.listings.members(listingId)) await notify(tx, { ...news, accountId });
}

/** One person cannot flood another. Existing notifications are still updated. */
async function isFlooded<Kind extends NotificationKind>(
  tx: Tx,
  { by, accountId, key, at }: News<Kind>,
): Promise<boolean> {
  if (by === null || (await tx.notifications.findByKey(accountId, key))) return false;
  const since = new Date(at.getTime() - DAY_MS);
  return (await tx.notifications.countCausedBy(by, accountId, since)) >= MOST_BY_ONE_A_DAY;
}

const mailTime = (
  account: Account,
  kind: NotificationKind,
  at: Date,
  { quiet, mailedAt }: SendingTimes,
): Date | null => (account.emailVerifiedAt && !rowOf(kind).ownMail ? mailMoment({ at, last: mailedAt, quiet }) : null);

async function pushTime(tx: Tx, { id }: Account, at: Date, { quiet, pushedAt }: SendingTimes): Promise<Date | null> {
  if ((await tx.pushSubscriptions.ofAccount(id)).length === 0) return null;
  return pushMoment({ at, last: pushedAt, quiet });
}

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

/**
 * When an account may be emailed: now or after quiet hours. Undefined if it wants no emails of this
 * kind.
 */
export async function mailTimeOf(
  tx: Tx,
  accountId: string,
  kind: NotificationKind,
  at: Date,
): Promise<Date | undefined> {
  if (!isOn(kind, "mail", await tx.notificationSettings.choices(accountId, kind))) return undefined;
  return afterQuietHours(at, (await tx.notificationSettings.times(accountId)).quiet);
}

export async function tellAccounts(
  tx: Tx,
  team: { account: Account }[],
  write: (site: Settings, news: { name: string | null; product: string }) => Message,
  product: string,
  parts: Parameters<typeof queueMail>[1] & { settings: Settings },
): Promise<void> {
  for (const { account } of team)
    await queueMail(tx, parts, write(parts.settings, { name: account.name, product }), account.email);
}
