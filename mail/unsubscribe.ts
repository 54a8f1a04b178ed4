import { createHmac, timingSafeEqual } from "node:crypto";

/** The name under which the database keeps the key that signs these links. */
export const UNSUBSCRIBE_KEY = "unsubscribe";

/** One person's follow of one listing, or one address that waits for its launch. */
export type Subscription = { accountId: string; listingId: number } | { waitId: string; listingId: number };

/** In front of the id of a wait. No id of an account begins with it. */
const WAIT = "wait-";
const holderOf = (wish: Subscription): string => ("waitId" in wish ? `${WAIT}${wish.waitId}` : wish.accountId);

const sign = (key: string, wish: Subscription): string =>
  createHmac("sha256", key)
    .update(JSON.stringify([holderOf(wish), wish.listingId]))
    .digest("base64url");

/** A link that unsubscribes from a listing without signing in (RFC 8058). It never expires, and is signed. */
export const unsubscribeLink = ({ BASE_URL }: { BASE_URL: string }, key: string, wish: Subscription): string =>
  `${BASE_URL}/unsubscribe?token=${holderOf(wish)}.${wish.listingId}.${sign(key, wish)}`;

/** The subscription that a link's token ends; undefined if the key did not sign it. */
export function readUnsubscribe(token: string, key: string): Subscription | undefined {
  const [holder = "", id = "", given = "", more] = token.split(".");
  const listingId = Number(id);
  const wish = holder.startsWith(WAIT)
    ? { waitId: holder.slice(WAIT.length), listingId }
    : { accountId: holder, listingId };
  const wanted = Buffer.from(sign(key, wish));
  const actual = Buffer.from(given);
  return more === undefined && actual.length === wanted.length && timingSafeEqual(actual, wanted) ? wish : undefined;
}
