import { createHmac, timingSafeEqual } from "node:crypto";

/** The name under which the database keeps the key that signs these links. */
export const UNSUBSCRIBE_KEY = "unsubscribe";

/** One person's follow of one listing, one address that waits for its launch, all saved searches of a person, or the digest. */
export type Subscription =
  | { accountId: string; listingId: number }
  | { waitId: string; listingId: number }
  | { searchesOf: string }
  | { digestOf: string };

/** In front of the id of a wait, of the account that saved searches, and of a subscriber. No id of an account begins with them. */
const [WAIT, SEARCHES, DIGEST] = ["wait-", "searches-", "digest-"];
function holderOf(wish: Subscription): string {
  if ("digestOf" in wish) return `${DIGEST}${wish.digestOf}`;
  if ("searchesOf" in wish) return `${SEARCHES}${wish.searchesOf}`;
  return "waitId" in wish ? `${WAIT}${wish.waitId}` : wish.accountId;
}
/** Searches and the digest are of no listing. */
const listingOf = (wish: Subscription): number => ("listingId" in wish ? wish.listingId : 0);

const sign = (key: string, wish: Subscription): string =>
  createHmac("sha256", key)
    .update(JSON.stringify([holderOf(wish), listingOf(wish)]))
    .digest("base64url");

const tokenOf = (key: string, wish: Subscription): string => `${holderOf(wish)}.${listingOf(wish)}.${sign(key, wish)}`;

/** A link that ends such emails without signing in (RFC 8058). It never expires, and is signed. */
export const unsubscribeLink = ({ BASE_URL }: { BASE_URL: string }, key: string, wish: Subscription): string =>
  `${BASE_URL}/unsubscribe?token=${tokenOf(key, wish)}`;

/** Where a subscriber without an account chooses what the digest has, by the same proof. */
export const digestSettingsLink = ({ BASE_URL }: { BASE_URL: string }, key: string, digestOf: string): string =>
  `${BASE_URL}/digest/settings?token=${tokenOf(key, { digestOf })}`;

/** The subscription that a link's token ends; undefined if the key did not sign it. */
export function readUnsubscribe(token: string, key: string): Subscription | undefined {
  const [holder = "", id = "", given = "", more] = token.split(".");
  const listingId = Number(id);
  const after = (start: string) => (holder.startsWith(start) ? holder.slice(start.length) : undefined);
  const [digestOf, searchesOf, waitId] = [after(DIGEST), after(SEARCHES), after(WAIT)];
  const wish =
    digestOf !== undefined
      ? { digestOf }
      : searchesOf !== undefined
        ? { searchesOf }
        : waitId !== undefined
          ? { waitId, listingId }
          : { accountId: holder, listingId };
  const wanted = Buffer.from(sign(key, wish));
  const actual = Buffer.from(given);
  return more === undefined && actual.length === wanted.length && timingSafeEqual(actual, wanted) ? wish : undefined;
}
