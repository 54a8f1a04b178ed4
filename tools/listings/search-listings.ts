import { z } from "zod";
import { LISTING_SORTS } from "#domain/listings/listing.ts";
import { defineTool, READ } from "../define.ts";
import { FoundListings, findListings } from "../find-listings.ts";
import { CountryFilter, PricingModelFilter, paging, Slug, StageFilter, term } from "../schemas/common.ts";
import { CONCISE_LISTING } from "../schemas/listing.ts";

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
  output: FoundListings,

  handler: findListings,
});
