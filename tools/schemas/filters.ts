import { z } from "zod";
import { LONGEST_FILTER, splitValues } from "#domain/search/saved-search.ts";
import { CountryFilter, PricingModelFilter, Slug, StageFilter, term } from "./common.ts";

const MOST_VALUES = 50;
const LONGEST = { tag: 60, language: 35, key: 41 };

/** Values in one text, because no query has a key twice. Any of them may hold. */
const several = (value: z.ZodType<string, string>) =>
  term(LONGEST_FILTER).transform(splitValues).pipe(z.array(value).max(MOST_VALUES)).optional();

/** What pages and `filter_listings` ask beyond search_listings, whose inputs are specified. */
export const filters = {
  category: several(Slug).describe("slugs from list_categories, joined by commas; include subcategories"),
  tag: several(term(LONGEST.tag)).describe("joined by commas, like all filters: any may hold"),
  stage: several(StageFilter),
  country: several(CountryFilter),
  pricing_model: several(PricingModelFilter),
  language: several(term(LONGEST.language)).describe("of the texts, like en"),
  where: term(LONGEST_FILTER).optional().describe('like licence:MIT|"GPL-3.0" stars>=1000 demo:yes'),
  price_max: term(40).optional().describe('lowest regular price, like "10 USD": a month, or once; free counts as 0'),
  order: term(LONGEST.key).optional().describe("key of a field; - before it for the highest first"),
};
