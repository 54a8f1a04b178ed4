import { nextEdition } from "#domain/notifications/digest.ts";
import { isTimeZone } from "#domain/time/time-zone.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import type { Subscriber } from "#store/repos/notifications/digests.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { endDigest } from "./subscribe-digest.ts";

type Needs = Pick<Deps, "store" | "now" | "settings">;

/** Follows or unfollows a category. Idempotent. Following needs a confirmed email address. */
export const setFollowingCategory = (
  { accountId, category, isWanted }: { accountId: string; category: string; isWanted: boolean },
  { store, now }: Pick<Needs, "store" | "now">,
): Promise<"done" | "verify-first" | "unknown"> =>
  store.change(async (tx) => {
    const account = await tx.accounts.find(accountId);
    if (!account || !(await tx.reference.findCategory(category))) return "unknown";
    if (isWanted && !account.emailVerifiedAt) return "verify-first";
    if (isWanted) await tx.categoryFollows.follow(accountId, category, now());
    else {
      await tx.categoryFollows.unfollow(accountId, category);
      const before = account.emailVerifiedAt && (await tx.digests.ofAddress(account.email));
      if (before) await tx.digests.drop(before.id, category);
    }
    return "done";
  });

/** The subscription of an account with a confirmed email address. */
export const subscriptionOf = async (
  { email, emailVerifiedAt }: Pick<Account, "email" | "emailVerifiedAt">,
  { digests }: Pick<Tx, "digests"> | Pick<Deps["store"], "digests">,
): Promise<Subscriber | undefined> => (emailVerifiedAt ? digests.ofAddress(email) : undefined);

export type DigestChoice = { zone: string; withSearches?: boolean; categories?: readonly string[] };

/** Saves time and content of the digest. Unknown time zones become the site's. */
async function choose(
  tx: Tx,
  subscriber: Subscriber,
  { zone: wanted, withSearches = subscriber.withSearches, categories }: DigestChoice,
  { now, settings }: Pick<Needs, "now" | "settings">,
): Promise<void> {
  const zone = isTimeZone(wanted) ? wanted : null;
  const { at: dueAt } = nextEdition(now(), { ...subscriber, zone }, settings.SITE_TIMEZONE);
  // An overdue edition stays due.
  const isWaiting = subscriber.dueAt <= now();
  await tx.digests.change(subscriber.id, { zone, withSearches, ...(!isWaiting && { dueAt }) });
  if (categories === undefined) return;
  await tx.digests.drop(subscriber.id);
  for (const slug of categories)
    if (await tx.reference.findCategory(slug)) await tx.digests.choose(subscriber.id, slug);
}

/** Settings from an email link. False if the person has unsubscribed. */
export const chooseByLink = (subscriberId: string, choice: DigestChoice, deps: Needs): Promise<boolean> =>
  deps.store.change(async (tx) => {
    const subscriber = await tx.digests.find(subscriberId);
    if (subscriber) await choose(tx, subscriber, choice, deps);
    return subscriber !== undefined;
  });

export const chooseForAccount = (
  account: Account,
  choice: Omit<DigestChoice, "categories">,
  deps: Needs,
): Promise<void> =>
  deps.store.change(async (tx) => {
    const subscriber = await subscriptionOf(account, tx);
    if (subscriber) await choose(tx, subscriber, choice, deps);
  });

/** Saved searches get separate emails again. */
export const stopDigest = (account: Account, { store }: Pick<Needs, "store">): Promise<void> =>
  store.change(async (tx) => {
    const subscriber = await subscriptionOf(account, tx);
    if (subscriber) await endDigest(tx, subscriber);
  });

export const SEND_DIGESTS = "send-digests";

/** Stops all editions. Emails of the last minute may still go out. */
export const pauseDigest = async (tx: Tx, now: Date): Promise<void> => {
  if ((await tx.digests.pausedAt()) === null) await tx.digests.setPaused(now);
};

/** Sends the newest missed edition over the next hour. Older ones are not sent. */
export const resumeDigest = async (tx: Tx, now: Date): Promise<void> => {
  await tx.digests.setPaused(null);
  await tx.jobs.add({
    id: `${SEND_DIGESTS}:${now.toISOString()}`,
    kind: SEND_DIGESTS,
    payload: {},
    runAt: now,
    createdAt: now,
  });
};
