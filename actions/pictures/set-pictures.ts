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

/** A fingerprint of the pictures a person saw, to detect concurrent edits. */
export const markOf = (pictures: readonly Picture[]): string =>
  hash("sha256", canonicalJson(pictures), "base64url").slice(0, 22);

type Choice = { listingId: number; pictures: Picture[]; seen: string };

/**
 * Replaces a listing's pictures and fetches copies at once. Only for pages. Throws
 * validation_failed with pointers like /pictures/0/url.
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
    await queuePictures(tx, { listingId }, context);
    return "done";
  });
  if (outcome === "changed") return outcome;
  // Retry failed copies: the person may have fixed them.
  for (const { url } of pictures) copies.forgive(url);
  wakeJobs();
  return outcome;
}

/** Without fragment, with a lower-case host. */
function normal(text: string): string {
  const url = URL.parse(text);
  if (!url) return text;
  url.hash = "";
  return url.href;
}
