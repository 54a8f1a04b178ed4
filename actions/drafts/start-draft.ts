import { conflict } from "#core/errors/errors.ts";
import { crawlTurnAt } from "#domain/drafts/crawl-crowd.ts";
import { crawlJob, type Draft, emptyContent } from "#domain/drafts/draft.ts";
import type { BareDraft } from "#domain/drafts/guest-draft.ts";
import { joined, t } from "#languages/words.ts";
import type { Reads, Tx } from "#store/store.ts";
import type { Context } from "../context.ts";
import { type Known, listedAs, listingOn, type Website } from "../listings/websites.ts";
import { requireSubmissions } from "./submissions.ts";

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
  await requireSubmissions(tx, accountId);
  await refuseKnown(tx, { siteKey: site.key }, accountId);
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
export async function refuseKnown(tx: Tx, site: Website, accountId: string): Promise<void> {
  const known = await findKnown(tx, site, accountId);
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
  if (known) throw listedAs(known);
}

export async function findKnown(
  sources: Parameters<typeof listingOn>[0] & { drafts: Pick<Reads["drafts"], "findBySite"> },
  site: Website,
  accountId: string,
): Promise<(Known & { draft?: undefined }) | { draft: Draft } | undefined> {
  const known = await listingOn(sources, site, accountId);
  if (known) return known;
  const draft = await sources.drafts.findBySite(site.siteKey, accountId);
  return draft && { draft };
}
