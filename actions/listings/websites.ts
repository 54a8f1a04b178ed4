import { type AppError, conflict } from "#core/errors/errors.ts";
import type { CrawlReport, Draft } from "#domain/drafts/draft.ts";
import { CLAIMABLE, type Listing } from "#domain/listings/listing.ts";
import { joined, t } from "#languages/words.ts";
import type { Reads, Tx } from "#store/store.ts";

type Listings = { listings: Pick<Reads["listings"], "findBySite"> };
export type Website = { siteKey: string; crawl?: Pick<CrawlReport, "sameSites"> | undefined };

/** The listing that has a website, or one that it redirects to or names as canonical. */
export async function holderOf({ listings }: Listings, { siteKey, crawl }: Website): Promise<Listing | undefined> {
  for (const key of [siteKey, ...(crawl?.sameSites ?? [])]) {
    const found = await listings.findBySite(key);
    if (found) return found;
  }
  return undefined;
}

/** Names the listing only if it is public. */
export const alreadyListed = ({ slug, status }: Listing): AppError =>
  conflict(
    "already_listed",
    CLAIMABLE.includes(status)
      ? joined(
          [
            t`This website is already listed as "${slug}".`,
            "If it is yours, claim it with claim_listing and that slug.",
          ],
          " ",
        )
      : t`This website is already listed. If it is yours, contact the site team.`,
  );

const yourListing = ({ slug, id }: Listing): AppError =>
  conflict(
    "already_listed",
    joined([t`This website is your listing "${slug}" (listing_id ${id}).`, "Edit it with update_my_listing."], " "),
  );

export type Known = { listing: Listing; isMine: boolean };

type Sources = {
  listings: Pick<Reads["listings"], "findBySite" | "findOwned">;
  websites: Pick<Reads["websites"], "findSaved">;
};

async function publishedOn(sources: Sources, site: Website, accountId: string): Promise<Known | undefined> {
  const listing = await holderOf(sources, site);
  return listing && { listing, isMine: (await sources.listings.findOwned(listing.id, accountId)) !== undefined };
}

/** The listing that has a website, or the member's own saved one. */
export async function listingOn(sources: Sources, site: Website, accountId: string): Promise<Known | undefined> {
  const published = await publishedOn(sources, site, accountId);
  if (published) return published;
  const listing = await sources.websites.findSaved(site.siteKey, accountId);
  return listing && { listing, isMine: true };
}

export const listedAs = ({ listing, isMine }: Known): AppError =>
  isMine ? yourListing(listing) : alreadyListed(listing);

/** The other listing that has the website of a draft, as its author may see it. */
export async function listedInstead(
  sources: Sources,
  draft: Pick<Draft, "siteKey" | "crawl" | "listingId" | "accountId">,
): Promise<Known | undefined> {
  const find = draft.listingId === null ? listingOn : publishedOn;
  const known = await find(sources, draft, draft.accountId);
  return known && known.listing.id !== draft.listingId ? known : undefined;
}

type Taking = Sources & { drafts: Pick<Reads["drafts"], "findByListing"> };

/** Throws `already_listed` if another listing has the website of one that is not published or proven. */
export async function refuseTaken(
  sources: Taking,
  { id, siteKey, siteHeldAt }: Listing,
  accountId: string,
): Promise<void> {
  if (siteHeldAt) return;
  const crawl = (await sources.drafts.findByListing(id))?.crawl;
  const known = await publishedOn(sources, { siteKey, crawl }, accountId);
  if (known && known.listing.id !== id) throw listedAs(known);
}

/**
 * Gives its website to a listing. Returns the other listing that has it, and then changes nothing.
 */
export async function takeSite(tx: Tx, listing: Listing, at: Date): Promise<Listing | undefined> {
  if (listing.siteHeldAt) return undefined;
  const holder = await tx.listings.findBySite(listing.siteKey);
  if (holder && holder.id !== listing.id) return holder;
  await tx.websites.hold(listing.id, at);
  return undefined;
}

/** The same for one that is published or proven now. Call `wakeJobs` afterwards. */
export async function holdSite(tx: Tx, listing: Listing, at: Date): Promise<Listing | undefined> {
  const holder = await takeSite(tx, listing, at);
  if (!holder && !listing.siteHeldAt) await tellRivals(tx, listing, at);
  return holder;
}

export const TELL_RIVALS = "tell-rivals";
export type RivalsPayload = { listingId: number };

/** Tells the teams of other saved listings of the website. */
export async function tellRivals(
  tx: Pick<Tx, "websites" | "jobs">,
  { id, siteKey }: Pick<Listing, "id" | "siteKey">,
  at: Date,
): Promise<void> {
  if (!(await tx.websites.saved(siteKey)).some((rival) => rival.id !== id)) return;
  await tx.jobs.add({
    id: `${TELL_RIVALS}:${id}`,
    kind: TELL_RIVALS,
    payload: { listingId: id } satisfies RivalsPayload,
    runAt: at,
    createdAt: at,
  });
}
