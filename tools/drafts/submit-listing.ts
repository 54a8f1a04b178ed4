import { z } from "zod";
import { startDraft } from "#actions/drafts/start-draft.ts";
import { CREATE, defineTool } from "../define.ts";
import { WebsiteAddress } from "../schemas/common.ts";
import { DraftView, laterDraft, viewDraft } from "../schemas/draft.ts";

export const submitListing = defineTool({
  name: "submit_listing",
  title: "Submit a product by URL",
  description: `Start a draft profile from a product's website. The site is crawled politely and drafted in about a minute:
    poll get_draft every few seconds until its status is ready. Nothing is published or charged.`,
  access: "listings:write",
  rest: "POST /drafts",
  status: 201,
  annotations: CREATE,
  app: "draft-review",
  idempotent: true,
  limits: () => ["submit-hour", "submit-day"],
  input: z.strictObject({
    url: WebsiteAddress.describe("the product's website, like acme.com or https://acme.com/product"),
  }),
  output: DraftView,
  later: laterDraft,

  async handler({ url }, context) {
    const site = context.readSiteAddress(url);
    const view = await context.store.change(async (tx) => viewDraft(await startDraft(tx, site, context), []));
    context.wakeJobs();
    return view;
  },
});
