import { createHmac, timingSafeEqual } from "node:crypto";

/** The name under which the database keeps the key that signs these links. */
export const UNSUBSCRIBE_KEY = "unsubscribe";

/** One person's follow of one listing. */
export type Subscription = { accountId: string; listingId: number };

const sign = (key: string, { accountId, listingId }: Subscription): string =>
  createHmac("sha256", key)
    .update(JSON.stringify([accountId, listingId]))
    .digest("base64url");

/** A link that unsubscribes from a listing without signing in (RFC 8058). It never expires, and is signed. */
export const unsubscribeLink = ({ BASE_URL }: { BASE_URL: string }, key: string, wish: Subscription): string =>
  `${BASE_URL}/unsubscribe?token=${wish.accountId}.${wish.listingId}.${sign(key, wish)}`;

/** The follow that a link's token ends; undefined if the key did not sign it. */
export function readUnsubscribe(token: string, key: string): Subscription | undefined {
  const [accountId = "", id = "", given = "", more] = token.split(".");
  const wish = { accountId, listingId: Number(id) };
  const wanted = Buffer.from(sign(key, wish));
  const actual = Buffer.from(given);
  return more === undefined && actual.length === wanted.length && timingSafeEqual(actual, wanted) ? wish : undefined;
}
