import { hash } from "node:crypto";
import { conflict, invalid } from "../../core/errors/errors.ts";
import { takeQuota } from "../../core/limits/limiter.ts";
import { isClosed } from "../../domain/listings/listing.ts";
import { checkPictures, type Picture, uploadIdIn } from "../../domain/pictures/pictures.ts";
import { canonicalJson } from "../../domain/text/canonical-json.ts";
import type { Fault } from "../../domain/text/fault.ts";
import { cleanLine, cleanText } from "../../domain/text/text.ts";
import type { Deps, Member } from "../context.ts";
import { saveEdit } from "../listings/save-edit.ts";
import { ownListing } from "../own.ts";
import { queuePictures } from "./queue-pictures.ts";
import { strangeUploads } from "./refuse-strange-upload.ts";

/** Identifies the pictures that somebody saw, so that newer ones are not overwritten. */
export const markOf = (pictures: readonly Picture[]): string =>
  hash("sha256", canonicalJson(pictures), "base64url").slice(0, 22);

/** `seen` is the mark of the pictures to replace. */
type Choice = { listingId: number; pictures: Picture[]; seen: string };

/**
 * Replaces the pictures of the caller's listing and fetches our copies at once. For pages only: no
 * operation takes pictures. Throws validation_failed with pointers like /pictures/0/url.
 */
export async function setPictures(
  { listingId, pictures: given, seen }: Choice,
  context: Deps & { caller: Member },
): Promise<"done" | "changed"> {
  const { store, caller, wakeJobs, pictures: copies } = context;
  const pictures = given.map(({ url, alt }) => ({
    url: normal(cleanText(url)),
    alt: cleanLine(alt),
  }));
  const faults = checkPictures(pictures);
  if (faults.length) throw invalid(faults);
  const refused = pictures.flatMap(({ url }, index): Fault[] => {
    const detail = uploadIdIn(url) === undefined ? context.refusalOf(url) : undefined;
    return detail ? [{ pointer: `/pictures/${index}/url`, code: "format", detail }] : [];
  });
  if (refused.length) throw invalid(refused);
  await takeQuota(context.limiter, "pictures", caller.accountId);

  const outcome = await store.change(async (tx) => {
    const listing = await ownListing(tx, listingId, caller);
    if (isClosed(listing))
      throw conflict("listing_closed", `This listing is ${listing.status}, so its pictures cannot be changed.`);
    const before = listing.profile.media ?? [];
    if (markOf(before) !== seen) return "changed";
    const named = pictures.map(({ url }, index) => ({ url, pointer: `/pictures/${index}/url` }));
    const strange = await strangeUploads(
      named,
      before.map(({ url }) => url),
      tx,
      context,
    );
    if (strange.length) throw invalid(strange);
    await saveEdit(tx, listing, { media: pictures }, context);
    await queuePictures(tx, listingId, context);
    return "done";
  });
  if (outcome === "changed") return outcome;
  // The person may have fixed a broken picture, so failed ones are fetched again.
  for (const { url } of pictures) copies.forgive(url);
  wakeJobs();
  return outcome;
}

/** The URL as requested: without fragment, with a lower-case host. */
function normal(text: string): string {
  const url = URL.parse(text);
  if (!url) return text;
  url.hash = "";
  return url.href;
}
