import { z } from "zod";
import { conflict } from "../../core/errors.ts";
import { crawlTurnAt } from "../../domain/crawl-crowd.ts";
import { type Draft, emptyContent } from "../../domain/draft.ts";
import { CREATE, defineTool } from "../define.ts";
import { WebsiteAddress } from "../schemas/common.ts";
import { DraftView, POLL_SECONDS, viewDraft } from "../schemas/draft.ts";
import { alreadyListed } from "./already-listed.ts";

export const submitListing = defineTool({
  name: "submit_listing",
  title: "Submit a product by URL",
  description: `Start a draft profile from a product's website. The site is read politely and drafted in about a minute:
    poll get_draft every few seconds until its status is ready. Nothing is published or charged.`,
  access: "listings:write",
  rest: "POST /drafts",
  status: 201,
  annotations: { ...CREATE, openWorldHint: true },
  idempotent: true,
  limits: () => ["submit-hour", "submit-day"],
  input: z.strictObject({
    url: WebsiteAddress.describe("the product's website, like acme.com or https://acme.com/product"),
  }),
  output: DraftView,
  retryAfter: () => POLL_SECONDS,

  async handler({ url }, { store, readSiteAddress, caller, uuid, now, wakeJobs }) {
    const site = readSiteAddress(url);
    const view = await store.change(async (tx) => {
      const listed = await tx.listings.findBySite(site.key);
      if (listed) {
        const mine = await tx.listings.findOwned(listed.id, caller.accountId);
        throw mine
          ? conflict(
              "already_listed",
              `This website is your listing "${listed.slug}" (listing_id ${listed.id}). Edit it with update_my_listing.`,
            )
          : alreadyListed(listed);
      }
      const known = await tx.drafts.findBySite(site.key, caller.accountId);
      if (known)
        throw conflict(
          "already_drafted",
          `You already have a draft of this website: ${known.id}. Read it with get_draft, change it with update_draft.`,
        );

      const at = now();
      const draft: Draft = {
        id: uuid(),
        accountId: caller.accountId,
        url: site.url,
        siteKey: site.key,
        status: "crawling",
        content: emptyContent(),
        crawl: { pages: [], robots: null, error: null, needsJavascript: false, fetchedAt: null, drafter: null },
        listingId: null,
        createdAt: at,
        updatedAt: at,
      };
      const open = await tx.jobs.countOpen("crawl-site", at);
      const own = await tx.drafts.countCrawling(caller.accountId);
      await tx.drafts.add(draft);
      await tx.jobs.add({
        id: `crawl:${draft.id}`,
        kind: "crawl-site",
        payload: { draftId: draft.id },
        runAt: crawlTurnAt(at, open, own),
        createdAt: at,
      });
      return viewDraft(draft, []);
    });
    wakeJobs();
    return view;
  },
});
