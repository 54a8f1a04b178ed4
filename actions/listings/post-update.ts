import { conflict, invalid, notFound } from "#core/errors/errors.ts";
import { isClosed, LISTING_STATES, type Listing, type ListingUpdate } from "#domain/listings/listing.ts";
import { auditDifference } from "#domain/site/audit.ts";
import { given } from "#domain/text/given.ts";
import { t } from "#languages/words.ts";
import type { Tx } from "#store/store.ts";
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
      t`This listing is ${LISTING_STATES[listing.status]}, so nothing can be posted to it. Contact the site team.`,
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

type Wanted = { listingId: number; updateId: number; title?: string | undefined; body?: string | undefined };

export async function editUpdate(
  tx: Tx,
  { listingId, updateId, title, body }: Wanted,
  { caller, now }: Pick<Context<"listings:write">, "caller" | "now">,
): Promise<Listing> {
  const listing = await ownListing(tx, listingId, caller);
  const update = await tx.updates.find(listingId, updateId);
  if (!update)
    throw notFound(
      "update of this listing",
      updateId,
      "See latest_updates of get_my_listing, or post one with post_listing_update.",
    );
  if (isClosed(listing))
    throw conflict(
      "listing_closed",
      t`This listing is ${LISTING_STATES[listing.status]}, so its updates cannot be edited. Contact the site team.`,
    );
  if (title === undefined && body === undefined)
    throw invalid([{ pointer: "/body", code: "required", detail: t`Send "title", "body" or both.` }]);
  const next: ListingUpdate = { ...update, ...(title !== undefined && { title }), ...(body !== undefined && { body }) };
  if (next.title === update.title && next.body === update.body) return listing;
  await tx.updates.edit(next);
  await tx.audit.add({
    ...{ at: now(), accountId: caller.accountId, action: "listing.update", kind: "listing" },
    ...{ objectId: String(listingId), name: listing.name },
    ...given(auditDifference({ title: update.title, body: update.body }, { title: next.title, body: next.body })),
  });
  return listing;
}
