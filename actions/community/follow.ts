import { isFollowerStep } from "#domain/notifications/notification-steps.ts";
import type { Subscription } from "#mail/unsubscribe.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { stopNewsMails } from "../notifications/choose.ts";
import { notify } from "../notifications/notify.ts";
import { endDigestByLink } from "../notifications/subscribe-digest.ts";
import { muteThread } from "./answer-comment.ts";

type Needs = Pick<Deps, "store" | "now">;

/** Follows or unfollows a listing. Idempotent. Following needs a confirmed email address. */
export const setFollowing = (
  { accountId, listingId, isWanted }: { accountId: string; listingId: number; isWanted: boolean },
  { store, now }: Needs,
): Promise<"done" | "verify-first"> =>
  store.change(
    async (tx) => {
      if (isWanted && !(await tx.accounts.find(accountId))?.emailVerifiedAt) return "verify-first";
      if (isWanted) {
        await tx.engagement.follow(accountId, listingId, now());
        await notifyOfFollowers(tx, listingId, accountId, now());
      } else await tx.engagement.unfollow(accountId, listingId);
      return "done";
    },
    [`follows ${listingId}`, `account ${accountId}`],
  );

/**
 * Notifies the team of the first ten followers and then every tenth. Following again does not
 * repeat it.
 */
async function notifyOfFollowers(tx: Tx, listingId: number, followerId: string, at: Date): Promise<void> {
  const listing = await tx.listings.find(listingId);
  if (!listing || !isFollowerStep(listing.followers)) return;
  const { followers, name: product, slug } = listing;
  const key = `followers:${listingId}`;
  for (const { accountId } of await tx.listings.members(listingId)) {
    const told = Number((await tx.notifications.findByKey(accountId, key))?.words.followers ?? 0);
    const news = { kind: "follower", key, words: { followers, product }, path: `/listings/${slug}`, at } as const;
    // Followers stay anonymous, so the site is the sender.
    if (told < followers && accountId !== followerId) await notify(tx, { ...news, accountId, by: null });
  }
}

/** Ends the subscription named by the signed link of an email. Idempotent. */
export const unsubscribe = (wish: Subscription, { store, now }: Needs): Promise<void> =>
  store.change((tx) => {
    if ("newsTo" in wish) return stopNewsMails(tx, wish);
    if ("digestOf" in wish) return endDigestByLink(tx, wish.digestOf, now());
    if ("searchesOf" in wish) return tx.savedSearches.pause(wish.searchesOf, undefined, now());
    if ("threadId" in wish) return muteThread(tx, wish, now());
    return "waitId" in wish ? tx.waits.remove(wish.waitId) : tx.engagement.unfollow(wish.accountId, wish.listingId);
  });

/** Unfollows one listing, or all for an empty slug. */
export const stopNews = (accountId: string, slug: string, { store }: Pick<Needs, "store">): Promise<void> =>
  store.change(async (tx) => {
    for (const follow of await tx.personal.follows(accountId))
      if (slug === "" || follow.slug === slug) await tx.engagement.unfollow(accountId, follow.listingId);
  });
