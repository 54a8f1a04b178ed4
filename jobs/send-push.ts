import type { Deps } from "#actions/context.ts";
import { pushKeyOf } from "#actions/notifications/push-browsers.ts";
import { sealPush } from "#core/credentials/web-push.ts";
import { sentenceOf } from "#domain/notifications/notification.ts";
import { afterQuietHours } from "#domain/notifications/notification-times.ts";
import { beginningOf } from "#domain/text/text.ts";
import type { Language } from "#languages/language.ts";
import { prefixed } from "#languages/links.ts";
import { plural, say, t, type Words } from "#languages/words.ts";
import { senderOf } from "#mail/mailer.ts";
import type { Notification } from "#store/repos/notifications/notifications.ts";
import type { PushSubscription } from "#store/repos/notifications/push-subscriptions.ts";
import type { Tx } from "#store/store.ts";
import type { JobKind } from "./runner.ts";

export const SEND_PUSH = "send-push";
/** Only ids: job rows contain no personal text, which disappears with the notification. */
type Payload = { subscriptionId: string; ids: readonly number[] };

const [MINUTE_MS, DAY_MS] = [60_000, 24 * 3600_000];
const TIMEOUT_MS = 10_000;
const ANSWER_BYTES = 2048;
const GIVE_UP_MS = 7 * DAY_MS;
const IN_WORDS = 3;
const LONGEST_LINE = 160;

export const planPush = (tx: Tx, payload: Payload, runAt: Date, createdAt: Date): Promise<void> =>
  tx.jobs.add({
    id: `${SEND_PUSH}:${payload.subscriptionId}:${runAt.getTime()}`,
    kind: SEND_PUSH,
    payload,
    runAt,
    createdAt,
  });

/**
 * Sends one message to one browser. After a crash it may be sent twice, but has the same tag, so it
 * is shown once.
 */
export const sendPush: JobKind = {
  concurrency: 4,
  retryDelaysMs: [MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS],
  async run(payload: Payload, deps, signal) {
    const { store, now, settings, languages } = deps;
    const subscription = await store.pushSubscriptions.find(payload.subscriptionId);
    const owner = subscription && (await store.accounts.find(subscription.accountId));
    if (!subscription || owner?.status !== "active") return;
    const news = await store.notifications.unreadAmong(owner.id, payload.ids);
    if (news.length === 0) return;
    const at = now();
    const moment = afterQuietHours(at, (await store.notificationSettings.times(owner.id)).quiet);
    // A retry may fall into quiet hours.
    if (moment > at) return store.change((tx) => planPush(tx, payload, moment, at));
    const key = await pushKeyOf(deps);
    const message = await sealPush(subscription, {
      text: JSON.stringify(wordsOf(news, settings.SITE_NAME, languages.of(owner.language))),
      topic: tagOf(news),
      subject: contactOf(settings),
      key,
    });
    const status = await send(subscription, message, deps, signal);
    if (status === "gone")
      return store.change((tx) => tx.pushSubscriptions.remove(subscription.accountId, subscription.id));
    await store.change((tx) => tx.pushSubscriptions.noteSent(subscription.id, now()));
  },
  async giveUp({ subscriptionId }: Payload, { store, now }) {
    await store.change(async (tx) => {
      const subscription = await tx.pushSubscriptions.find(subscriptionId);
      if (!subscription) return;
      const since = subscription.failingSince ?? now();
      if (now().getTime() - since.getTime() >= GIVE_UP_MS)
        await tx.pushSubscriptions.remove(subscription.accountId, subscription.id);
      else await tx.pushSubscriptions.noteFailure(subscription.id, since);
    });
  },
};

async function send(
  { endpoint }: PushSubscription,
  { headers, body }: Awaited<ReturnType<typeof sealPush>>,
  { fetchSite }: Deps,
  signal: AbortSignal,
): Promise<"sent" | "gone"> {
  const options = {
    method: "POST",
    headers,
    body,
    maxRedirects: 0,
    maxBytes: ANSWER_BYTES,
    timeoutMs: TIMEOUT_MS,
  } as const;
  try {
    const { status } = await fetchSite(endpoint, { ...options, signal });
    if (status >= 200 && status < 300) return "sent";
    if (status === 404 || status === 410) return "gone";
    throw new Error(`${new URL(endpoint).host} answered ${status}.`);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "address_refused") return "gone";
    throw error;
  }
}

const lineOf = (text: Words, language: Language): string => beginningOf(say(text, language), LONGEST_LINE);
/** A newer message with the same tag replaces the older one. */
const tagOf = ([first, ...more]: Notification[]): string => (more.length > 0 ? "news" : `news-${first?.id}`);

function wordsOf(news: Notification[], site: string, language: Language) {
  const lines = news.map((one) => lineOf(sentenceOf(one), language));
  const [only] = news;
  if (news.length === 1)
    return {
      title: lines[0],
      body: site,
      path: prefixed(language.prefix, `/notifications/${only?.id}`),
      tag: tagOf(news),
    };
  const more = news.length - IN_WORDS;
  return {
    title: say(t`${plural(news.length, "new notification")} on ${site}`, language),
    body: [
      ...lines.slice(0, IN_WORDS),
      ...(more > 0 ? [say(t`and ${plural(more, "more", "more")}`, language)] : []),
    ].join("\n"),
    path: prefixed(language.prefix, "/notifications"),
    tag: tagOf(news),
  };
}

const contactOf = ({ CONTACT_EMAIL, BASE_URL, MAIL_FROM }: Deps["settings"]): string => {
  if (CONTACT_EMAIL) return `mailto:${CONTACT_EMAIL}`;
  if (BASE_URL.startsWith("https:")) return BASE_URL;
  return `mailto:${senderOf({ MAIL_FROM, BASE_URL }).replace(/^.*<|>$/g, "")}`;
};
