import { DELETED_LISTINGS_KEPT_DAYS } from "#domain/accounts/retention.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { type HeldState, moderate } from "#domain/moderation/moderation.ts";
import { deletedMessage, undeletedMessage } from "#mail/moderation-messages.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { alreadyListed } from "../listings/websites.ts";
import { tellAccounts } from "../notifications/notify.ts";

type Parts = Pick<Deps, "now" | "uuid" | "settings" | "languages">;
const DAY_MS = 24 * 3600_000;

/**
 * Deletes a listing: at once if nobody has anything to do with it, else it is hidden and deleted after
 * 30 days. Call `wakeJobs` afterwards.
 */
export async function deleteListing(
  tx: Tx,
  id: number,
  reason: string | null,
  parts: Parts,
  { isUndoable = false } = {},
): Promise<"deleted" | "removed" | "gone"> {
  const listing = await tx.listings.find(id);
  if (!listing || listing.status === "removed") return "gone";
  if (!isUndoable && (await tx.deletions.isUntouched(id))) {
    await tx.deletions.drop(id);
    return "deleted";
  }
  const at = parts.now();
  const endsAt = new Date(at.getTime() + DELETED_LISTINGS_KEPT_DAYS * DAY_MS);
  await tx.moderation.hold(id, { status: "removed", statusReason: reason, statusBefore: listing.status }, at);
  await tx.deletions.plan(id, { changedAt: at, endsAt, remindedAt: at });
  await tell(tx, listing, (site, news) => deletedMessage(site, { ...news, reason, endsAt }), parts);
  return "removed";
}

/** Within those days. Throws `already_listed` if another listing has its website by now. */
export async function undeleteListing(tx: Tx, id: number, parts: Parts, back?: HeldState): Promise<boolean> {
  const listing = await tx.listings.find(id);
  if (!listing || !(await tx.deletions.endOf(id))) return false;
  const holder = await tx.listings.findBySite(listing.siteKey);
  if (holder) throw alreadyListed(holder);
  const { statusBefore } = await tx.moderation.held(id);
  const next = back ?? moderate({ ...listing, status: "suspended", statusBefore }, "restore", null);
  if (!next) return false;
  await tx.moderation.hold(id, next, parts.now());
  await tx.deletions.unplan(id);
  await tell(tx, listing, undeletedMessage, parts);
  return true;
}

const tell = async (
  tx: Tx,
  { id, name }: Listing,
  write: Parameters<typeof tellAccounts>[2],
  parts: Parts,
): Promise<void> => tellAccounts(tx, await tx.listings.team(id), write, name, parts);
