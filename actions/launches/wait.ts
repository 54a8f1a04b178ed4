import { hashToken } from "#core/credentials/tokens.ts";
import { addressKey } from "#core/limits/limiter.ts";
import { UNCONFIRMED_KEPT_HOURS } from "#domain/accounts/retention.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { foldText } from "#domain/text/text.ts";
import { confirmWaitMessage } from "#mail/maker-messages.ts";
import { queueMail } from "#mail/queue-mail.ts";
import { unsubscribeKey, unsubscribeLink } from "#mail/unsubscribe.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { Wait } from "#store/repos/launches/waits.ts";
import type { Reads } from "#store/store.ts";
import type { Deps } from "../context.ts";

const LINK_MS = UNCONFIRMED_KEPT_HOURS * 3600_000;

type Needs = Pick<Deps, "store" | "settings" | "now" | "uuid" | "random" | "limiter" | "wakeJobs" | "languages">;
type Coming = Pick<Listing, "id" | "name" | "slug" | "launchWeek">;

/**
 * Emails a confirmation link for a launch reminder. Behaves the same for known and unknown
 * addresses.
 */
export async function askToBeTold(
  listing: Coming,
  { email, address, language }: { email: string; address: string; language: string | null },
  deps: Needs,
): Promise<"sent" | "limit"> {
  const { store, settings, now, uuid, random, limiter } = deps;
  const { allowed } = await limiter.take("sign-in", `tell-me:${addressKey(address)}`);
  if (!allowed) return "limit";
  // Over the limit no link is sent, and the visitor is not told.
  if (!(await limiter.take("mail", `tell-me:${foldText(email)}`)).allowed) return "sent";
  const token = random(32).toString("base64url");
  await store.change(async (tx) => {
    const askedAt = now();
    const { id: listingId, launchWeek: week } = listing;
    await tx.waits.ask({ id: uuid(), listingId, email, week, language, askedAt, tokenHash: hashToken(token) });
    const expiresAt = new Date(askedAt.getTime() + LINK_MS);
    await queueMail(tx, deps, confirmWaitMessage(settings, { listing, token, expiresAt }), email, { language });
  });
  deps.wakeJobs();
  return "sent";
}

/** Adds or removes a launch reminder of an account. Idempotent. */
export const setWaiting = (
  listing: Coming,
  { account, isWanted }: { account: Account; isWanted: boolean },
  { store, now, uuid }: Pick<Needs, "store" | "now" | "uuid">,
): Promise<"done" | "verify-first"> =>
  store.change(async (tx) => {
    const { id: accountId, email, emailVerifiedAt } = account;
    if (!emailVerifiedAt) return "verify-first";
    const { id: listingId, launchWeek: week } = listing;
    if (isWanted) await tx.waits.add({ id: uuid(), listingId, email, accountId, week, askedAt: now() });
    else await tx.waits.removeOfAddress(listingId, email);
    return "done";
  });

/** The reminder that a link would confirm; undefined if unknown or expired. */
export async function findWait(
  { waits }: { waits: Pick<Reads["waits"], "findByToken"> },
  token: string,
  now: Date,
): Promise<Wait | undefined> {
  const wait = token === "" ? undefined : await waits.findByToken(hashToken(token));
  return wait && wait.askedAt.getTime() + LINK_MS > now.getTime() ? wait : undefined;
}

/** Confirms a reminder and returns the unsubscribe link. Safe to repeat. Undefined if expired. */
export const confirmWait = (
  token: string,
  { store, settings, now, random }: Pick<Needs, "store" | "settings" | "now" | "random">,
): Promise<{ unsubscribeUrl: string } | undefined> =>
  store.change(async (tx) => {
    const wait = await findWait(tx, token, now());
    if (!wait) return undefined;
    await tx.waits.confirm(wait.id, now());
    const key = await unsubscribeKey(tx, { random });
    return { unsubscribeUrl: unsubscribeLink(settings, key, { waitId: wait.id, listingId: wait.listingId }) };
  });
