import { awardPath, type Trophy } from "../../domain/launches/trophy.ts";
import type { Tx } from "../../store/store.ts";
import { notifyTeam } from "../notifications/notify.ts";

export async function notifyOfAward(
  tx: Tx,
  { id, listingId, kind, place }: Pick<Trophy, "id" | "kind" | "place"> & { listingId: number },
  at: Date,
): Promise<void> {
  const listing = await tx.listings.find(listingId);
  if (!listing) return;
  await notifyTeam(tx, listingId, {
    kind: "award",
    key: `award:${id}`,
    words: { kind, place, product: listing.name },
    path: awardPath({ id }),
    at,
    by: null,
  });
}
