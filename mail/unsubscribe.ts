import { createHmac, timingSafeEqual } from "node:crypto";
import { REMINDER_KINDS, type ReminderKind } from "../domain/launch-reminder.ts";

/** The name under which the database keeps the key that signs these links. */
export const UNSUBSCRIBE_KEY = "unsubscribe";

/** A follow of a listing, an address that waits for its launch, all saved searches of a person, or one kind of reminder. */
export type Subscription =
  | { accountId: string; listingId: number }
  | { waitId: string; listingId: number }
  | { searchesOf: string }
  | { remindersOf: string; reminder: ReminderKind };

/** In front of the id of a wait, and of accounts whose emails are of no listing. No id of an account begins with them. */
const [WAIT, SEARCHES] = ["wait-", "searches-"];
const REMINDERS_OF: Record<ReminderKind, string> = { week: "remind-week-", day: "remind-day-" };
function holderOf(wish: Subscription): string {
  if ("searchesOf" in wish) return `${SEARCHES}${wish.searchesOf}`;
  if ("remindersOf" in wish) return `${REMINDERS_OF[wish.reminder]}${wish.remindersOf}`;
  return "waitId" in wish ? `${WAIT}${wish.waitId}` : wish.accountId;
}
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
  const reminder = REMINDER_KINDS.find((kind) => holder.startsWith(REMINDERS_OF[kind]));
  if (reminder) return { remindersOf: holder.slice(REMINDERS_OF[reminder].length), reminder };
  if (holder.startsWith(SEARCHES)) return { searchesOf: holder.slice(SEARCHES.length) };
  return holder.startsWith(WAIT) ? { waitId: holder.slice(WAIT.length), listingId } : { accountId: holder, listingId };
}
