import { z } from "zod";
import { alternativesTo } from "#actions/listings/alternatives.ts";
import { getLiveInList } from "#actions/listings/live-listing.ts";
import { defineTool, READ } from "../define.ts";
import { Slug } from "../schemas/common.ts";
import { CONCISE_LISTING, ListingSummary, viewSummary } from "../schemas/listing.ts";

/** Listings of the same category after the approved ones. */
const OTHERS = 20;

export const getAlternatives = defineTool({
  name: "get_alternatives",
  title: "Get alternatives",
  description: `Alternatives to one listing: those its owner approved first (approved=true), then the nearest
    live listings of the same primary category.
    Compare two of them with compare_listings.`,
  access: "public",
  rest: "GET /listings/{slug}/alternatives",
  annotations: READ,
  remembered: true,
  concise: [...CONCISE_LISTING, "approved"],
  input: z.strictObject({ slug: Slug.describe("from search_listings") }),
  output: z.object({
    listing: ListingSummary,
    items: z.array(ListingSummary.extend({ approved: z.boolean().describe("chosen by the listing's owner") })),
  }),

  async handler({ slug }, { store, settings }) {
    const listing = await getLiveInList(slug, store);
    const site = { baseUrl: settings.BASE_URL };
    const { approved, others } = await alternativesTo(listing, OTHERS, store);
    return {
      listing: viewSummary(listing, site),
      items: [
        ...approved.map((item) => ({ ...viewSummary(item, site), approved: true })),
        ...others.map((item) => ({ ...viewSummary(item, site), approved: false })),
      ],
    };
  },
});
