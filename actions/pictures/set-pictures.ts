import { hash } from "node:crypto";
import { conflict, invalid, notFound } from "#core/errors/errors.ts";
import { takeQuota } from "#core/limits/limiter.ts";
import { isClosed, LISTING_STATES, type Listing } from "#domain/listings/listing.ts";
import { checkPictures, isPictureLink, type Picture, uploadIdIn } from "#domain/pictures/pictures.ts";
import { canonicalJson } from "#domain/text/canonical-json.ts";
import type { Fault } from "#domain/text/fault.ts";
import { cleanLine, cleanText } from "#domain/text/text.ts";
import { t } from "#languages/words.ts";
import type { Tx } from "#store/store.ts";
import type { Deps, Member } from "../context.ts";
import { saveEdit } from "../listings/save-edit.ts";
import { editableListing } from "../own.ts";
import { queueLooks } from "./looks.ts";
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
    const listing = await editableListing(tx, listingId, caller);
    if (isClosed(listing))
      throw conflict(
        "listing_closed",
        t`This listing is ${LISTING_STATES[listing.status]}, so its pictures cannot be changed.`,
      );
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

/** Removes the preview that came from the website of a listing, or lets one come again. */
export async function showPreview(
  { listingId, isShown }: { listingId: number; isShown: boolean },
  { store, caller, now, wakeJobs }: Pick<Deps, "store" | "now" | "wakeJobs"> & { caller: Member },
): Promise<void> {
  await store.change(async (tx) => {
    await editableListing(tx, listingId, caller);
    await tx.websiteLooks.setPreview(listingId, isShown ? undefined : null);
    if (!isShown) return;
    await tx.websiteLooks.plan(listingId, now());
    await queueLooks(tx, now());
  });
  wakeJobs();
}

/** Without fragment, with a lower-case host. */
function normal(text: string): string {
  const url = URL.parse(text);
  if (!url) return text;
  url.hash = "";
  return url.href;
}

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

/** Sets or removes the logo of the caller's listing. Used by pages; API clients edit the draft. */
export const setLogo = (
  { listingId, url }: { listingId: number; url: string },
  context: Deps & { caller: Member },
): Promise<void> =>
  choosePicture({ listingId, url, pointer: "/logo", what: "logo" }, context, {
    shown: ({ logoUrl }) => logoUrl,
    async save(tx, listing, chosen) {
      await saveEdit(tx, listing, { fields: { logo_url: chosen } }, context);
    },
  });

type SetFaceChoice = { listingId: number; founder: string; url: string };

/**
 * Sets or removes the portrait of a founder of the caller's listing, everywhere the founder is
 * shown.
 */
export async function setFace(
  { listingId, founder: slug, url }: SetFaceChoice,
  context: Deps & { caller: Member },
): Promise<void> {
  const pointer = `/faces/${slug}`;
  await choosePicture({ listingId, url, pointer, what: "founders" }, context, {
    shown({ profile }) {
      const founder = profile.founders.find((one) => one.slug === slug);
      if (!founder) throw notFound("founder of this listing", slug, "See its founders.");
      return founder.avatarUrl;
    },
    async save(tx, _listing, chosen) {
      const detail = t`This founder is also on another team's listing. Ask them to change the portrait.`;
      if (!(await tx.listings.setFace(slug, chosen, context.caller.accountId)))
        throw invalid([{ pointer, code: "not_yours", detail }]);
    },
  });
}

type ChoosePictureChoice = { listingId: number; url: string; pointer: string; what: "logo" | "founders" };
type Place = {
  shown: (listing: Listing) => string | null;
  save: (tx: Tx, listing: Listing, url: string | null) => Promise<void>;
};

/** Faults of a picture URL; "" means none. */
function addressFaults(url: string, pointer: string, { refusalOf }: Pick<Deps, "refusalOf">): Fault[] {
  if (url === "") return [];
  if (!isPictureLink(url)) return [{ pointer, code: "format", detail: t`Must be an https link to a picture.` }];
  const detail = uploadIdIn(url) === undefined ? refusalOf(url) : undefined;
  return detail ? [{ pointer, code: "format", detail }] : [];
}

export async function choosePicture(
  { listingId, url: given, pointer, what }: ChoosePictureChoice,
  context: Deps & { caller: Member },
  { shown, save }: Place,
): Promise<void> {
  const { store, caller, limiter } = context;
  const url = cleanText(given);
  const faults = addressFaults(url, pointer, context);
  if (faults.length) throw invalid(faults);
  await takeQuota(limiter, "pictures", caller.accountId);
  await store.change(async (tx) => {
    const listing = await editableListing(tx, listingId, caller);
    if (isClosed(listing))
      throw conflict(
        "listing_closed",
        t`This listing is ${LISTING_STATES[listing.status]}, so its ${what} cannot be changed.`,
      );
    const strange = await strangeUploads([{ url, pointer }], [shown(listing)], tx, context);
    if (strange.length) throw invalid(strange);
    await save(tx, listing, url || null);
    await queuePictures(tx, { listingId }, context);
  });
  context.pictures.forgive(url);
  context.wakeJobs();
}
