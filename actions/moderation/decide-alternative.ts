import type { Tx } from "../../store/store.ts";

type Choice = { listing: { id: number }; alternative: { id: number }; isApproved: boolean };

/** Approves a suggested alternative, below those approved before, or declines it permanently. */
export async function decideAlternative(
  tx: Tx,
  { listing, alternative, isApproved }: Choice,
  now: Date,
): Promise<void> {
  if (!isApproved) return tx.moderation.declineAlternative(listing.id, alternative.id);
  const before = (await tx.moderation.alternatives(listing.id)).map(({ id }) => id);
  await tx.reading.approveAlternatives(listing.id, [...before, alternative.id], now);
}
