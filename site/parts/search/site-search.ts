import { findListings } from "#tools/find-listings.ts";
import { searchListings } from "#tools/listings/search-listings.ts";
import { filters } from "#tools/schemas/filters.ts";

/** With several values of each filter, tags, languages and fields of the site. */
export const siteSearch = {
  ...searchListings,
  input: searchListings.input.extend(filters),
  handler: findListings,
};
