import { searchListings } from "../../../tools/listings/search-listings.ts";
import { term } from "../../../tools/schemas/common.ts";

const LONGEST_TAG = 35;

/** The site also filters by language. Programs read it in the results: their inputs are specified. */
export const siteSearch = {
  ...searchListings,
  input: searchListings.input.extend({ language: term(LONGEST_TAG).optional() }),
};
