import { createHmac, timingSafeEqual } from "node:crypto";

/** The name under which the database keeps the key that signs these links. */
export const UNSUBSCRIBE_KEY = "unsubscribe";

/**
 * One person's follow of one listing, one address that waits for its launch, all saved searches of a person, or comments: all
 * emails about them, or those of one thread.
 */
export type Subscription =
  | { accountId: string; listingId: number }
  | { waitId: string; listingId: number }
  | { searchesOf: string }
  | { commentsOf: string }
  | { threadId: string; accountId: string };

/** In front of the id of a wait, and of the account that saved searches or comments. No id of an account begins with them. */
const [WAIT, SEARCHES, COMMENTS, THREAD] = ["wait-", "searches-", "comments-", "thread-"];
function holderOf(wish: Subscription): string {
  if ("searchesOf" in wish) return `${SEARCHES}${wish.searchesOf}`;
  if ("commentsOf" in wish) return `${COMMENTS}${wish.commentsOf}`;
  if ("threadId" in wish) return `${THREAD}${wish.threadId}_${wish.accountId}`;
  return "waitId" in wish ? `${WAIT}${wish.waitId}` : wish.accountId;
}
/** Searches and comments are of no listing. */
const listingOf = (wish: Subscription): number => ("listingId" in wish ? wish.listingId : 0);

const sign = (key: string, wish: Subscription): string =>
  createHmac("sha256", key)
    .update(JSON.stringify([holderOf(wish), listingOf(wish)]))
    .digest("base64url");

/** A link that ends such emails without signing in (RFC 8058). It never expires, and is signed. */
export const unsubscribeLink = ({ BASE_URL }: { BASE_URL: string }, key: string, wish: Subscription): string =>
  `${BASE_URL}/unsubscribe?token=${holderOf(wish)}.${listingOf(wish)}.${sign(key, wish)}`;

/** The subscription that a link's token ends; undefined if the key did not sign it. */
export function readUnsubscribe(token: string, key: string): Subscription | undefined {
  const [holder = "", id = "", given = "", more] = token.split(".");
  const listingId = Number(id);
  const wish = wishOf(holder, listingId);
  const wanted = Buffer.from(sign(key, wish));
  const actual = Buffer.from(given);
  return more === undefined && actual.length === wanted.length && timingSafeEqual(actual, wanted) ? wish : undefined;
}

function wishOf(holder: string, listingId: number): Subscription {
  if (holder.startsWith(SEARCHES)) return { searchesOf: holder.slice(SEARCHES.length) };
  if (holder.startsWith(COMMENTS)) return { commentsOf: holder.slice(COMMENTS.length) };
  if (holder.startsWith(THREAD)) {
    const [threadId = "", accountId = ""] = holder.slice(THREAD.length).split("_");
    return { threadId, accountId };
  }
  if (holder.startsWith(WAIT)) return { waitId: holder.slice(WAIT.length), listingId };
  return { accountId: holder, listingId };
}
