import type { Deps } from "../context.ts";

type Needs = Pick<Deps, "store" | "now">;

/** Follows or unfollows a listing. Idempotent. */
export const setFollowing = (
  { accountId, listingId, isWanted }: { accountId: string; listingId: number; isWanted: boolean },
  { store, now }: Needs,
): Promise<void> =>
  store.change((tx) =>
    isWanted ? tx.engagement.follow(accountId, listingId, now()) : tx.engagement.unfollow(accountId, listingId),
  );

/** Unfollows one listing, or all of them for an empty slug. */
export const stopNews = (accountId: string, slug: string, { store }: Pick<Needs, "store">): Promise<void> =>
  store.change(async (tx) => {
    for (const follow of await tx.personal.follows(accountId))
      if (slug === "" || follow.slug === slug) await tx.engagement.unfollow(accountId, follow.listingId);
  });
