import { hashToken } from "#core/credentials/tokens.ts";
import { addressKey } from "#core/limits/limiter.ts";
import { UNCONFIRMED_KEPT_HOURS } from "#domain/accounts/retention.ts";
import { nextEdition } from "#domain/notifications/digest.ts";
import { given } from "#domain/text/given.ts";
import { foldText } from "#domain/text/text.ts";
import { isTimeZone } from "#domain/time/time-zone.ts";
import { confirmDigestMessage } from "#mail/digest-messages.ts";
import { queueMail } from "#mail/queue-mail.ts";
import { unsubscribeKey, unsubscribeLink } from "#mail/unsubscribe.ts";
import type { DigestAsk, Subscriber } from "#store/repos/notifications/digests.ts";
import type { Reads, Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { accountOfAddress } from "./digest-news.ts";

const LINK_MS = UNCONFIRMED_KEPT_HOURS * 3600_000;

type Needs = Pick<Deps, "store" | "settings" | "now" | "uuid" | "random" | "limiter" | "wakeJobs" | "languages">;
type Wish = { email: string; address: string; categories: readonly string[]; zone: string; language: string | null };

/**
 * Emails a confirmation link for the digest. Behaves the same for known and unknown addresses.
 * Categories are followed once the link is used.
 */
export async function askForDigest(
  { email, address, categories, zone, language }: Wish,
  deps: Needs,
): Promise<"sent" | "limit"> {
  const { store, settings, now, random, limiter } = deps;
  if (!(await limiter.take("sign-in", `digest:${addressKey(address)}`)).allowed) return "limit";
  // Over the limit no link is sent, and the visitor is not told.
  if (!(await limiter.take("mail", `digest:${foldText(email)}`)).allowed) return "sent";
  const known = (await store.reference.categoryNames()).filter(({ slug }) => categories.includes(slug));
  const token = random(32).toString("base64url");
  await store.change(async (tx) => {
    const askedAt = now();
    const asked = {
      zone: isTimeZone(zone) ? zone : null,
      language,
      categories: known.map(({ slug }) => slug),
      askedAt,
    };
    await tx.digests.ask({ tokenHash: hashToken(token), email, ...asked });
    const expiresAt = new Date(askedAt.getTime() + LINK_MS);
    const names = known.map(({ name }) => name);
    const message = confirmDigestMessage(settings, { categories: names, token, expiresAt });
    await queueMail(tx, deps, message, email, { language });
  });
  deps.wakeJobs();
  return "sent";
}

/** What a link would confirm; undefined if unknown, used or expired. */
export async function findDigestAsk(
  { digests }: { digests: Pick<Reads["digests"], "findAsk"> },
  token: string,
  now: Date,
): Promise<DigestAsk | undefined> {
  const ask = token === "" ? undefined : await digests.findAsk(hashToken(token));
  return ask && ask.askedAt.getTime() + LINK_MS > now.getTime() ? ask : undefined;
}

export type Confirmed = { subscriber: Subscriber; unsubscribeUrl: string };

/**
 * Starts the digest of an address, or adds the link's categories. Undefined if expired. Safe to
 * repeat.
 */
export const confirmDigest = (
  token: string,
  { store, settings, now, uuid, random }: Pick<Needs, "store" | "settings" | "now" | "uuid" | "random">,
): Promise<Confirmed | undefined> =>
  store.change(async (tx) => {
    const ask = await findDigestAsk(tx, token, now());
    if (!ask) return undefined;
    const subscriber = (await tx.digests.ofAddress(ask.email)) ?? (await begin(tx, ask, { settings, now, uuid }));
    const account = await accountOfAddress(ask.email, tx);
    for (const slug of ask.categories) {
      if (!(await tx.reference.findCategory(slug))) continue;
      if (typeof account === "object") await tx.categoryFollows.follow(account.id, slug, now());
      else await tx.digests.choose(subscriber.id, slug);
    }
    const key = await unsubscribeKey(tx, { random });
    return { subscriber, unsubscribeUrl: unsubscribeLink(settings, key, { digestOf: subscriber.id }) };
  });

async function begin(
  tx: Tx,
  { email, zone, language, askedAt }: DigestAsk,
  { settings, now, uuid }: Pick<Needs, "settings" | "now" | "uuid">,
): Promise<Subscriber> {
  const reader = { id: uuid(), zone, lastWeek: null };
  const { at: dueAt } = nextEdition(now(), reader, settings.SITE_TIMEZONE);
  await tx.digests.add({ ...reader, email, language, askedAt, confirmedAt: now(), dueAt });
  return given(await tx.digests.find(reader.id));
}

/** Unsubscribes at once and drops unsent emails. */
export async function endDigest(tx: Tx, { id, email, lastWeek }: Subscriber): Promise<void> {
  await tx.digests.remove(id);
  await tx.digests.forgetAsks(email);
  if (lastWeek !== null) await tx.mails.withdraw(digestMailId(lastWeek, id));
}

export const digestMailsOf = (week: string): string => `digest-${week}-`;
export const digestMailId = (week: string, subscriberId: string): string => digestMailsOf(week) + subscriberId;

/** Saved searches in the digest are paused, because they would otherwise send separate emails. */
export async function endDigestByLink(tx: Tx, subscriberId: string, now: Date): Promise<void> {
  const subscriber = await tx.digests.find(subscriberId);
  if (!subscriber) return;
  await endDigest(tx, subscriber);
  const account = await accountOfAddress(subscriber.email, tx);
  if (typeof account === "object" && subscriber.withSearches) await tx.savedSearches.pause(account.id, undefined, now);
}
