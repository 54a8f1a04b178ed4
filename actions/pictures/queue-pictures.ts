import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";

/** Fetches the pictures of a changed listing ahead of others. */
export async function queuePictures(
  tx: Tx,
  listingId: number,
  { now, uuid }: Pick<Deps, "now" | "uuid">,
): Promise<void> {
  const at = now();
  await tx.jobs.add({
    id: `fetch-listing-pictures:${uuid()}`,
    kind: "fetch-listing-pictures",
    payload: { listingId },
    runAt: at,
    createdAt: at,
  });
}
