import type { Tx } from "../../store/store.ts";
import type { Deps } from "../context.ts";

/** The pictures of a changed listing, or the logo of a draft. */
export type QueuedPictures = { listingId: number } | { logoUrl: string };

/** Fetches pictures ahead of others. */
export async function queuePictures(
  tx: Tx,
  payload: QueuedPictures,
  { now, uuid }: Pick<Deps, "now" | "uuid">,
): Promise<void> {
  const at = now();
  const kind = "fetch-listing-pictures";
  await tx.jobs.add({ id: `${kind}:${uuid()}`, kind, payload, runAt: at, createdAt: at });
}
