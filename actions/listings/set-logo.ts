import { conflict, invalid } from "../../core/errors.ts";
import { takeQuota } from "../../core/limiter.ts";
import type { Fault } from "../../domain/fault.ts";
import { isClosed } from "../../domain/listing.ts";
import { isPictureLink, uploadIdIn } from "../../domain/pictures.ts";
import { cleanText } from "../../domain/text.ts";
import type { Deps, Member } from "../context.ts";
import { strangeUploads } from "../uploads/refuse-strange.ts";
import { ownListing } from "./own-listing.ts";
import { queuePictures } from "./queue-pictures.ts";
import { saveEdit } from "./save-edit.ts";

/** What is wrong with the address of one picture; "" is none. */
export function addressFaults(url: string, pointer: string, { refusalOf }: Pick<Deps, "refusalOf">): Fault[] {
  if (url === "") return [];
  if (!isPictureLink(url)) return [{ pointer, code: "format", detail: "Must be an https link to a picture." }];
  const detail = uploadIdIn(url) === undefined ? refusalOf(url) : undefined;
  return detail ? [{ pointer, code: "format", detail }] : [];
}

/** Replaces the logo of the caller's listing, or removes it. For pages: programs change it in the draft. */
export async function setLogo(
  { listingId, url: given }: { listingId: number; url: string },
  context: Deps & { caller: Member },
): Promise<void> {
  const { store, caller, limiter, wakeJobs } = context;
  const url = cleanText(given);
  const faults = addressFaults(url, "/logo", context);
  if (faults.length) throw invalid(faults);
  await takeQuota(limiter, "pictures", caller.accountId);
  await store.change(async (tx) => {
    const listing = await ownListing(tx, listingId, caller);
    if (isClosed(listing))
      throw conflict("listing_closed", `This listing is ${listing.status}, so its logo cannot be changed.`);
    const strange = await strangeUploads([{ url, pointer: "/logo" }], [listing.logoUrl], tx, context);
    if (strange.length) throw invalid(strange);
    await saveEdit(tx, listing, { fields: { logo_url: url || null } }, context);
    await queuePictures(tx, listingId, context);
  });
  context.pictures.forgive(url);
  wakeJobs();
}
