import { type AppError, conflict } from "../../core/errors/errors.ts";
import { crawlTurnAt } from "../../domain/drafts/crawl-crowd.ts";
import { crawlJob, type Draft, emptyContent } from "../../domain/drafts/draft.ts";
import type { BareDraft } from "../../domain/drafts/guest-draft.ts";
import { CLAIMABLE, type Listing } from "../../domain/listings/listing.ts";
import { joined, t } from "../../languages/words.ts";
import type { Reads, Tx } from "../../store/store.ts";
import type { Context } from "../context.ts";

/** A new draft with only its website. */
export const bareDraft = (id: string, site: { url: string; key: string }, at: Date): BareDraft => ({
  id,
  url: site.url,
  siteKey: site.key,
  status: "crawling",
  content: emptyContent(),
  crawl: { pages: [], robots: null, error: null, needsJavascript: false, fetchedAt: null, drafter: null },
  createdAt: at,
  updatedAt: at,
});

/**
 * Starts a draft and its crawl. Throws if the website is listed or drafted. Call `wakeJobs`
 * afterwards.
 */
export async function startDraft(
  tx: Tx,
  site: { url: string; key: string },
  { caller: { accountId }, uuid, now }: Pick<Context<"listings:write">, "caller" | "uuid" | "now">,
): Promise<Draft> {
  await refuseKnown(tx, site.key, accountId);
  const at = now();
  const draft: Draft = { ...bareDraft(uuid(), site, at), accountId, listingId: null };
  const crawl = await nextCrawl(tx, draft, at);
  await tx.drafts.add(draft);
  await tx.jobs.add(crawl);
  return draft;
}

export async function nextCrawl(tx: Tx, { id, accountId }: Pick<Draft, "id" | "accountId">, at: Date) {
  const open = await tx.jobs.countOpen("crawl-site", at);
  const own = await tx.drafts.countCrawling(accountId);
  return {
    id: crawlJob(id),
    kind: "crawl-site",
    payload: { draftId: id },
    runAt: crawlTurnAt(at, open, own),
    createdAt: at,
  };
}

/** Throws if the website is listed, or if the account has a draft of it. */
export async function refuseKnown(tx: Tx, siteKey: string, accountId: string): Promise<void> {
  const known = await findKnown(tx, siteKey, accountId);
  if (known?.draft)
    throw conflict(
      "already_drafted",
      joined(
        [
          t`You already have a draft of this website: ${known.draft.id}.`,
          "Read it with get_draft, change it with update_draft.",
        ],
        " ",
      ),
    );
  if (known?.isMine)
    throw conflict(
      "already_listed",
      joined(
        [
          t`This website is your listing "${known.listing.slug}" (listing_id ${known.listing.id}).`,
          "Edit it with update_my_listing.",
        ],
        " ",
      ),
    );
  if (known) throw alreadyListed(known.listing);
}

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
      ? joined(
          [
            t`This website is already listed as "${slug}".`,
            "If it is yours, claim it with claim_listing and that slug.",
          ],
          " ",
        )
      : t`This website is already listed. If it is yours, contact the site team.`,
  );
