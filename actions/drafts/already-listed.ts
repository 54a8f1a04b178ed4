import { type AppError, conflict } from "../../core/errors/errors.ts";
import type { Draft } from "../../domain/drafts/draft.ts";
import { CLAIMABLE, type Listing } from "../../domain/listings/listing.ts";
import type { Reads } from "../../store/store.ts";

type Known = { listing: Listing; isMine: boolean; draft?: undefined } | { draft: Draft };

export async function findKnown(
  { listings, drafts }: { listings: Pick<Reads["listings"], "findBySite" | "findOwned">; drafts: Reads["drafts"] },
  siteKey: string,
  accountId: string,
): Promise<Known | undefined> {
  const listing = await listings.findBySite(siteKey);
  if (listing) return { listing, isMine: (await listings.findOwned(listing.id, accountId)) !== undefined };
  const draft = await drafts.findBySite(siteKey, accountId);
  return draft && { draft };
}

/** Names the listing only if it is public. */
export const alreadyListed = ({ slug, status }: Listing): AppError =>
  conflict(
    "already_listed",
    CLAIMABLE.includes(status)
      ? `This website is already listed as "${slug}". If it is yours, claim it with claim_listing and that slug.`
      : "This website is already listed. If it is yours, contact the site team.",
  );
