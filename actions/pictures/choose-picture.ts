import { conflict, invalid } from "../../core/errors/errors.ts";
import { takeQuota } from "../../core/limits/limiter.ts";
import { isClosed, type Listing } from "../../domain/listings/listing.ts";
import { isPictureLink, uploadIdIn } from "../../domain/pictures/pictures.ts";
import type { Fault } from "../../domain/text/fault.ts";
import { cleanText } from "../../domain/text/text.ts";
import type { Tx } from "../../store/store.ts";
import type { Deps, Member } from "../context.ts";
import { ownListing } from "../own.ts";
import { queuePictures } from "./queue-pictures.ts";
import { strangeUploads } from "./refuse-strange-upload.ts";

type Choice = { listingId: number; url: string; pointer: string; what: "logo" | "founders" };
type Place = {
  shown: (listing: Listing) => string | null;
  save: (tx: Tx, listing: Listing, url: string | null) => Promise<void>;
};

/** Faults of a picture URL; "" means none. */
function addressFaults(url: string, pointer: string, { refusalOf }: Pick<Deps, "refusalOf">): Fault[] {
  if (url === "") return [];
  if (!isPictureLink(url)) return [{ pointer, code: "format", detail: "Must be an https link to a picture." }];
  const detail = uploadIdIn(url) === undefined ? refusalOf(url) : undefined;
  return detail ? [{ pointer, code: "format", detail }] : [];
}

export async function choosePicture(
  { listingId, url: given, pointer, what }: Choice,
  context: Deps & { caller: Member },
  { shown, save }: Place,
): Promise<void> {
  const { store, caller, limiter } = context;
  const url = cleanText(given);
  const faults = addressFaults(url, pointer, context);
  if (faults.length) throw invalid(faults);
  await takeQuota(limiter, "pictures", caller.accountId);
  await store.change(async (tx) => {
    const listing = await ownListing(tx, listingId, caller);
    if (isClosed(listing))
      throw conflict("listing_closed", `This listing is ${listing.status}, so its ${what} cannot be changed.`);
    const strange = await strangeUploads([{ url, pointer }], [shown(listing)], tx, context);
    if (strange.length) throw invalid(strange);
    await save(tx, listing, url || null);
    await queuePictures(tx, { listingId }, context);
  });
  context.pictures.forgive(url);
  context.wakeJobs();
}
