import { createHmac, timingSafeEqual } from "node:crypto";

/** The name under which the database keeps the key that signs these links. */
export const UNSUBSCRIBE_KEY = "unsubscribe";

/** One person's follow of one listing, one address that waits for its launch, or all saved searches of a person. */
export type Subscription =
  | { accountId: string; listingId: number }
  | { waitId: string; listingId: number }
  | { searchesOf: string };

/** In front of the id of a wait, and of the account that saved searches. No id of an account begins with them. */
const [WAIT, SEARCHES] = ["wait-", "searches-"];
const holderOf = (wish: Subscription): string =>
  "searchesOf" in wish ? `${SEARCHES}${wish.searchesOf}` : "waitId" in wish ? `${WAIT}${wish.waitId}` : wish.accountId;
/** Searches are of no listing. */
const listingOf = (wish: Subscription): number => ("searchesOf" in wish ? 0 : wish.listingId);

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
  const wish = holder.startsWith(SEARCHES)
    ? { searchesOf: holder.slice(SEARCHES.length) }
    : holder.startsWith(WAIT)
      ? { waitId: holder.slice(WAIT.length), listingId }
      : { accountId: holder, listingId };
  const wanted = Buffer.from(sign(key, wish));
  const actual = Buffer.from(given);
  return more === undefined && actual.length === wanted.length && timingSafeEqual(actual, wanted) ? wish : undefined;
}
