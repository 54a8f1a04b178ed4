import { z } from "zod";
import { foundElsewhere, valuesInUse } from "../../actions/listings/found-elsewhere.ts";
import { listingFilter } from "../../actions/search/listing-filter.ts";
import { LISTING_SORTS } from "../../domain/listings/listing.ts";
import { HINTS } from "../../domain/search/search-words.ts";
import { inEnglish } from "../../languages/words.ts";
import { defineTool, READ } from "../define.ts";
import {
  CountryFilter,
  listOf,
  PricingModelFilter,
  pageRequest,
  paging,
  Slug,
  StageFilter,
  term,
  viewList,
} from "../schemas/common.ts";
import { CONCISE_LISTING, FoundListing, viewSummary } from "../schemas/listing.ts";

type Found = { total: number; related: number };

export const searchListings = defineTool({
  name: "search_listings",
  title: "Search listings",
  description: `Search and filter the directory's listings; without q it browses. Returns summaries; read one with get_listing.`,
  access: "public",
  rest: "GET /listings",
  annotations: READ,
  app: "listings",
  remembered: true,
  concise: [...CONCISE_LISTING, "launched_at"],
  anonymousLimits: { q: "search-anonymous" },
  input: z.strictObject({
    q: term(200).optional().describe("words in name, tagline, description or keywords"),
    category: Slug.optional().describe("slug from list_categories; includes subcategories"),
    stage: StageFilter.optional().describe("idea, mvp, launched, growing"),
    country: CountryFilter.optional().describe("ISO code or name"),
    pricing_model: PricingModelFilter.optional().describe("like freemium, one_time, open_source"),
    domain: term(253).optional().describe("website host"),
    status: z.enum(["live", "upcoming"]).default("live"),
    sort: z.enum(LISTING_SORTS).default("relevance").describe("of the results"),
    ...paging,
  }),
  output: listOf(FoundListing).extend({
    hint: z.string().optional().describe("what was tried, if few or no listings have the words"),
  }),

  async handler(input, { store, settings }) {
    const filter = await listingFilter(input, store);
    const request = pageRequest(input);
    const found = await store.listings.search(filter, request);
    const hasNone = input.q !== undefined && found.related === found.total;
    const elsewhere = hasNone ? await foundElsewhere(filter, input.category, store) : undefined;
    const words = input.q === undefined ? undefined : hintOf(found, elsewhere);
    const inUse = found.total === 0 ? await valuesInUse(filter, store) : undefined;
    const hint = [words, inUse].filter(Boolean).join(" ") || undefined;
    const list = viewList(found, request, (listing) => {
      const reason = found.reasons.get(listing.id);
      return { ...viewSummary(listing, { baseUrl: settings.BASE_URL }), ...(reason !== undefined && { reason }) };
    });
    return { ...list, ...(hint !== undefined && { hint }) };
  },
});

function hintOf({ total, related }: Found, elsewhere: string | undefined): string | undefined {
  if (total === 0) return elsewhere ?? inEnglish(HINTS.nothing());
  if (related === total) return inEnglish(HINTS.nearest(elsewhere ?? HINTS.none()));
  if (related > 0) return inEnglish(HINTS.first(`${total - related}`));
  return undefined;
}
