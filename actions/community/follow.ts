import type { Subscription } from "../../mail/unsubscribe.ts";
import type { Deps } from "../context.ts";

type Needs = Pick<Deps, "store" | "now">;

/** Follows or unfollows a listing. Idempotent. Following needs a confirmed address, as it brings email. */
export const setFollowing = (
  { accountId, listingId, isWanted }: { accountId: string; listingId: number; isWanted: boolean },
  { store, now }: Needs,
): Promise<"done" | "verify-first"> =>
  store.change(async (tx) => {
    if (isWanted && !(await tx.accounts.find(accountId))?.emailVerifiedAt) return "verify-first";
    if (isWanted) await tx.engagement.follow(accountId, listingId, now());
    else await tx.engagement.unfollow(accountId, listingId);
    return "done";
  });

/** Ends what the signed link of an email is about. Idempotent. */
export const unsubscribe = (wish: Subscription, { store, now }: Needs): Promise<void> =>
  store.change((tx) => {
    if ("searchesOf" in wish) return tx.savedSearches.pause(wish.searchesOf, undefined, now());
    if ("remindersOf" in wish) return tx.launchMoves.setReminder(wish.remindersOf, wish.reminder, false, now());
    return "waitId" in wish ? tx.waits.remove(wish.waitId) : tx.engagement.unfollow(wish.accountId, wish.listingId);
  });

/** Unfollows one listing, or all of them for an empty slug. */
export const stopNews = (accountId: string, slug: string, { store }: Pick<Needs, "store">): Promise<void> =>
  store.change(async (tx) => {
    for (const follow of await tx.personal.follows(accountId))
      if (slug === "" || follow.slug === slug) await tx.engagement.unfollow(accountId, follow.listingId);
  });
