import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";

type Choice = { listingId: number; alternativeId: number; isApproved: boolean };

export async function decideAlternative(
  tx: Tx,
  { listingId, alternativeId, isApproved }: Choice,
  now: Date,
): Promise<boolean> {
  const isSuggested = (await tx.moderation.suggestions(listingId)).some(
    ({ alternative }) => alternative.id === alternativeId,
  );
  if (!isSuggested) return false;
  if (!isApproved) await tx.moderation.declineAlternative(listingId, alternativeId);
  else {
    const before = (await tx.moderation.alternatives(listingId)).map(({ id }) => id);
    await tx.alternatives.approve(listingId, [...before, alternativeId], now);
  }
  return true;
}

/** The same for an owner of the listing. */
export const decideOwnAlternative = (choice: Choice, { store, now }: Pick<Deps, "store" | "now">): Promise<boolean> =>
  store.change((tx) => decideAlternative(tx, choice, now()));
