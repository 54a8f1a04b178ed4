import { conflict, invalid, notFound } from "../../core/errors.ts";
import { takeQuota } from "../../core/limiter.ts";
import { isClosed } from "../../domain/listing.ts";
import { cleanText } from "../../domain/text.ts";
import type { Deps, Member } from "../context.ts";
import { strangeUploads } from "../uploads/refuse-strange.ts";
import { ownListing } from "./own-listing.ts";
import { queuePictures } from "./queue-pictures.ts";
import { addressFaults } from "./set-logo.ts";

type Choice = { listingId: number; founder: string; url: string };

/** Replaces the portrait of a founder of the caller's listing, or removes it. It shows wherever the founder does. */
export async function setFace(
  { listingId, founder: slug, url: given }: Choice,
  context: Deps & { caller: Member },
): Promise<void> {
  const { store, caller, limiter } = context;
  const url = cleanText(given);
  const pointer = `/faces/${slug}`;
  const faults = addressFaults(url, pointer, context);
  if (faults.length) throw invalid(faults);
  await takeQuota(limiter, "pictures", caller.accountId);
  await store.change(async (tx) => {
    const listing = await ownListing(tx, listingId, caller);
    if (isClosed(listing))
      throw conflict("listing_closed", `This listing is ${listing.status}, so its founders cannot be changed.`);
    const founder = listing.profile.founders.find((one) => one.slug === slug);
    if (!founder) throw notFound("founder of this listing", slug, "See its founders.");
    const strange = await strangeUploads([{ url, pointer }], [founder.avatarUrl], tx, context);
    if (strange.length) throw invalid(strange);
    const detail = "This founder is also on a listing of others. Ask them to change the portrait.";
    if (!(await tx.listings.setFace(slug, url || null, caller.accountId)))
      throw invalid([{ pointer, code: "not_yours", detail }]);
    await queuePictures(tx, listingId, context);
  });
  context.pictures.forgive(url);
  context.wakeJobs();
}
