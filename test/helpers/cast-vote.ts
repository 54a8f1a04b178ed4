import type { Deps } from "../../actions/context.ts";
import { burstLimits } from "../../domain/community/votes.ts";

/** A vote as the form of the site gives it; nothing else in the program may. */
export const castVote = (
  { store, settings, now }: Pick<Deps, "store" | "settings" | "now">,
  accountId: string,
  listingId: number,
): Promise<unknown> =>
  store.change((tx) =>
    tx.votes.set(accountId, listingId, { visitorHash: accountId, networkHash: null }, burstLimits(settings), now()),
  );
