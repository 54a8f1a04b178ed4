import { z } from "zod";
import { listingFilter } from "../../actions/search/listing-filter.ts";
import { defineTool, READ } from "../define.ts";
import { Attributes, viewAttributes } from "../schemas/attributes.ts";
import { listOf, pageRequest, term, viewList } from "../schemas/common.ts";
import { CONCISE_LISTING, FoundListing, viewSummary } from "../schemas/listing.ts";
import { searchListings } from "./search-listings.ts";

const MOST_COUNTED = 20;

/** search_listings has the inputs of the specification; this has conditions on fields of the site, too. */
export const filterListings = defineTool({
  name: "filter_listings",
  title: "Filter listings by fields of this directory",
  description:
    "Search with conditions on this directory's own fields, which get_site_info names, and with counts of their values.",
  access: "public",
  rest: "GET /filter",
  annotations: READ,
  isAddition: true,
  app: "listings",
  remembered: true,
  concise: [...CONCISE_LISTING, "attributes"],
  anonymousLimits: { q: "search-anonymous" },
  input: searchListings.input.omit({ stage: true, domain: true, status: true }).extend({
    where: term(1000).optional().describe('like licence:MIT|"GPL-3.0" stars>=1000 demo:yes'),
    order: term(41).optional().describe("key of a field; - before it for the highest first"),
  }),
  output: listOf(FoundListing.extend({ attributes: Attributes })).extend({
    counts: z
      .record(z.string(), z.record(z.string(), z.int()))
      .describe("of the values of each field, among the results without its own condition"),
  }),

  async handler(input, { store, settings }) {
    const fields = store.ownFields();
    const filter = await listingFilter(input, store);
    const request = pageRequest(input);
    const found = await store.listings.search(filter, request);
    const { own } = await store.listings.counts(filter);
    const values = await store.listings.ownValues(found.items.map(({ slug }) => slug));
    const list = viewList(found, request, (listing) => ({
      ...viewSummary(listing, { baseUrl: settings.BASE_URL }),
      attributes: viewAttributes(fields, values.get(listing.slug)),
    }));
    const most = (counts: ReadonlyMap<string, number>) =>
      Object.fromEntries([...counts].sort((a, b) => b[1] - a[1]).slice(0, MOST_COUNTED));
    return { ...list, counts: Object.fromEntries([...own].map(([key, counts]) => [key, most(counts)])) };
  },
});
