import { conflict } from "../../core/errors/errors.ts";
import { isClosed, type Listing, type ListingUpdate } from "../../domain/listings/listing.ts";
import type { Tx } from "../../store/store.ts";
import type { Context } from "../context.ts";
import { ownListing } from "../own.ts";

/** Posts an update; followers of a live listing are notified. Call `wakeJobs` afterwards. */
export async function postUpdate(
  tx: Tx,
  id: number,
  text: Pick<ListingUpdate, "title" | "body">,
  { caller: { accountId }, now }: Pick<Context<"listings:write">, "caller" | "now">,
): Promise<{ listing: Listing; update: Pick<ListingUpdate, "id"> }> {
  const listing = await ownListing(tx, id, { accountId });
  if (isClosed(listing))
    throw conflict(
      "listing_closed",
      `This listing is ${listing.status}, so nothing can be posted to it. Contact the site team.`,
    );
  const at = now();
  const update = await tx.updates.add({ listingId: id, accountId, ...text, publishedAt: at });
  if (listing.status === "live")
    await tx.jobs.add({
      id: `tell-followers:${update.id}`,
      kind: "tell-followers",
      payload: { listingId: id },
      runAt: at,
      createdAt: at,
    });
  return { listing, update };
}
