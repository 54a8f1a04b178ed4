import { z } from "zod";
import { listingFilter } from "#actions/search/listing-filter.ts";
import { defineTool, READ } from "../define.ts";
import { findListings } from "../find-listings.ts";
import { Attributes, viewAttributes } from "../schemas/attributes.ts";
import { filters } from "../schemas/filters.ts";
import { CONCISE_LISTING, FoundListing } from "../schemas/listing.ts";
import { searchListings } from "./search-listings.ts";

const MOST_COUNTED = 20;

/** search_listings has the inputs of the specification; this asks whatever the search page can. */
export const filterListings = defineTool({
  name: "filter_listings",
  title: "Filter listings by fields of this directory",
  description:
    "Search with several values of each filter, with conditions on this directory's own fields, which get_site_info names, and with counts.",
  access: "public",
  rest: "GET /filter",
  annotations: READ,
  isAddition: true,
  app: "listings",
  remembered: true,
  concise: [...CONCISE_LISTING, "attributes", "key", "value", "unit"],
  anonymousLimits: { q: "search-anonymous" },
  input: searchListings.input.omit({ domain: true, status: true }).extend(filters),
  output: searchListings.output.extend({
    items: z.array(FoundListing.extend({ attributes: Attributes })),
    counts: z
      .record(z.string(), z.record(z.string(), z.int()))
      .describe("of the values of each filter and field, among the results without its own condition"),
  }),

  async handler(input, { store, settings }) {
    const fields = store.ownFields();
    const found = await findListings(input, { store, settings });
    const { own, pricingModel, ...counts } = await store.listings.counts(await listingFilter(input, store));
    const values = await store.listings.ownValues(found.items.map(({ slug }) => slug));
    const most = (counted: ReadonlyMap<string, number>) =>
      Object.fromEntries([...counted].sort((a, b) => b[1] - a[1]).slice(0, MOST_COUNTED));
    const all = [...Object.entries({ ...counts, pricing_model: pricingModel }), ...own];
    return {
      ...found,
      items: found.items.map((item) => ({ ...item, attributes: viewAttributes(fields, values.get(item.slug)) })),
      counts: Object.fromEntries(all.map(([name, counted]) => [name, most(counted)])),
    };
  },
});
