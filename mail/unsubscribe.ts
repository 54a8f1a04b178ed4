import { createHmac, timingSafeEqual } from "node:crypto";
import { isNotificationKind, type NotificationKind } from "#domain/notifications/notification.ts";

/** The name under which the database keeps the key that signs these links. */
export const UNSUBSCRIBE_KEY = "unsubscribe";

type Secrets = { secrets: { keep(name: string, made: string): Promise<string> } };
export const unsubscribeKey = ({ secrets }: Secrets, { random }: { random: (bytes: number) => Buffer }) =>
  secrets.keep(UNSUBSCRIBE_KEY, random(32).toString("base64url"));

export type NewsSubscription = { newsTo: string; kinds: readonly NotificationKind[] };
export type Subscription =
  | NewsSubscription
  | { accountId: string; listingId: number }
  | { waitId: string; listingId: number }
  | { searchesOf: string }
  | { digestOf: string }
  | { threadId: string; accountId: string };

/** Prefixes of ids that are not followers. No account id begins with one. */
const [WAIT, SEARCHES, NEWS, THREAD, DIGEST] = ["wait-", "searches-", "news-", "thread-", "digest-"];
const AND = "~";
function holderOf(wish: Subscription): string {
  if ("newsTo" in wish) return NEWS + [...wish.kinds, wish.newsTo].join(AND);
  if ("digestOf" in wish) return `${DIGEST}${wish.digestOf}`;
  if ("searchesOf" in wish) return `${SEARCHES}${wish.searchesOf}`;
  if ("threadId" in wish) return `${THREAD}${wish.threadId}_${wish.accountId}`;
  return "waitId" in wish ? `${WAIT}${wish.waitId}` : wish.accountId;
}
/** Searches, the digest, news and threads are of no listing. */
const listingOf = (wish: Subscription): number => ("listingId" in wish ? wish.listingId : 0);

function readHolder(holder: string, listingId: number): Subscription {
  if (holder.startsWith(NEWS)) {
    const kinds = holder.slice(NEWS.length).split(AND);
    const newsTo = kinds.pop() ?? "";
    return { newsTo, kinds: kinds.filter(isNotificationKind) };
  }
  if (holder.startsWith(DIGEST)) return { digestOf: holder.slice(DIGEST.length) };
  if (holder.startsWith(SEARCHES)) return { searchesOf: holder.slice(SEARCHES.length) };
  if (holder.startsWith(THREAD)) {
    const [threadId = "", accountId = ""] = holder.slice(THREAD.length).split("_");
    return { threadId, accountId };
  }
  return holder.startsWith(WAIT) ? { waitId: holder.slice(WAIT.length), listingId } : { accountId: holder, listingId };
}

const sign = (key: string, wish: Subscription): string =>
  createHmac("sha256", key)
    .update(JSON.stringify([holderOf(wish), listingOf(wish)]))
    .digest("base64url");

const tokenOf = (key: string, wish: Subscription): string => `${holderOf(wish)}.${listingOf(wish)}.${sign(key, wish)}`;

/** A link that ends such emails without signing in (RFC 8058). It never expires, and is signed. */
export const unsubscribeLink = ({ BASE_URL }: { BASE_URL: string }, key: string, wish: Subscription): string =>
  `${BASE_URL}/unsubscribe?token=${tokenOf(key, wish)}`;

export const digestSettingsLink = ({ BASE_URL }: { BASE_URL: string }, key: string, digestOf: string): string =>
  `${BASE_URL}/digest/settings?token=${tokenOf(key, { digestOf })}`;

/** The subscription that a link's token ends; undefined if the key did not sign it. */
export function readUnsubscribe(token: string, key: string): Subscription | undefined {
  const [holder = "", id = "", given = "", more] = token.split(".");
  const wish = readHolder(holder, Number(id));
  const wanted = Buffer.from(sign(key, wish));
  const actual = Buffer.from(given);
  return more === undefined && actual.length === wanted.length && timingSafeEqual(actual, wanted) ? wish : undefined;
}
