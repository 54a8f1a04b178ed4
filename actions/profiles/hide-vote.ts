import type { Deps } from "../context.ts";

/** Hides one vote from a profile that shows votes, or shows it again. Idempotent. */
export const hideVote = (
  accountId: string,
  { slug, isHidden }: { slug: string; isHidden: boolean },
  { store }: Pick<Deps, "store">,
): Promise<void> => store.change((tx) => tx.profiles.setVoteHidden(accountId, slug, isHidden));
