import type { Deps } from "../context.ts";

export const hideVote = (
  accountId: string,
  { slug, isHidden }: { slug: string; isHidden: boolean },
  { store }: Pick<Deps, "store">,
): Promise<void> => store.change((tx) => tx.profiles.setVoteHidden(accountId, slug, isHidden));
