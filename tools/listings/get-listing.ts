import { z } from "zod";
import { listingExtras } from "#actions/listings/listing-extras.ts";
import { getLiveListing } from "#actions/listings/live-listing.ts";
import { defineTool, READ } from "../define.ts";
import { Slug } from "../schemas/common.ts";
import { ListingProfile, viewProfile } from "../schemas/listing.ts";

export const getListing = defineTool({
  name: "get_listing",
  title: "Get a listing",
  description: `Full profile of one live listing: description, features, pricing, founders, FAQs, rating, links.
    not_found_on_website: facts not found on the pages read.`,
  access: "public",
  rest: "GET /listings/{slug}",
  annotations: READ,
  app: "listings",
  documentOf: ({ slug }) => slug,
  input: z.strictObject({ slug: Slug.describe("from search_listings") }),
  output: ListingProfile,

  async handler({ slug }, { store, settings }) {
    const listing = await getLiveListing(slug, store);
    return viewProfile(
      listing,
      { baseUrl: settings.BASE_URL, fields: store.ownFields() },
      await listingExtras(store, listing),
    );
  },
});
