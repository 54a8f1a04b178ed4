import { hashToken } from "#core/credentials/tokens.ts";
import type { Listing } from "#domain/listings/listing.ts";
import type { Deps } from "../context.ts";

type Needs = Pick<Deps, "store" | "settings" | "now" | "random">;

/** The key is in the query, which is not logged. */
export const CALENDAR_PATH = "/calendar.ics";
const MOST = 500;

/** Replaces the account's secret calendar URL. Returned only here. */
export async function createCalendarAddress(
  accountId: string,
  { store, settings, now, random }: Needs,
): Promise<string> {
  const key = random(24).toString("base64url");
  await store.change((tx) => tx.calendars.save({ accountId, hash: hashToken(key), createdAt: now() }));
  return `${settings.BASE_URL}${CALENDAR_PATH}?key=${key}`;
}

export const removeCalendarAddress = (accountId: string, { store }: Pick<Needs, "store">): Promise<void> =>
  store.change((tx) => tx.calendars.remove(accountId));

/**
 * The listings of a secret calendar URL; undefined if it is invalid or the account is suspended.
 */
export async function listingsByCalendarKey(
  key: string,
  { store }: Pick<Needs, "store">,
): Promise<Listing[] | undefined> {
  const accountId = await store.calendars.accountOf(hashToken(key));
  const account = accountId === undefined ? undefined : await store.accounts.find(accountId);
  if (account?.status !== "active") return undefined;
  return (await store.listings.listOwned(account.id, { page: 1, perPage: MOST })).items;
}
