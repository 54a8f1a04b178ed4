import { z } from "zod";
import { conflict } from "#core/errors/errors.ts";
import { compareListings as compare, comparedFields } from "#domain/listings/compare.ts";
import { primaryCategoryOf } from "#domain/listings/listing.ts";
import { didYouMean } from "#domain/search/nearest.ts";
import type { Fault } from "#domain/text/fault.ts";
import { joined } from "#languages/words.ts";
import { defineTool, READ } from "../define.ts";
import { Slug } from "../schemas/common.ts";
import { ListingSummary, viewSummary } from "../schemas/listing.ts";

const Cell = z.union([z.string(), z.number()]).nullable();

export const compareListings = defineTool({
  name: "compare_listings",
  title: "Compare two listings",
  description: `Two live listings side by side: general facts, then the attributes of their categories, in the listings' own words.
    A null cell means that the listing does not state the fact; it says nothing about the product. Slugs come
    from search_listings or get_alternatives.`,
  access: "public",
  rest: "GET /compare",
  annotations: READ,
  app: "comparison",
  input: z.strictObject({ a: Slug.describe("slug of one listing"), b: Slug.describe("slug of the other") }),
  output: z.object({
    a: ListingSummary,
    b: ListingSummary,
    rows: z.array(
      z.object({ key: z.string(), label: z.string(), group: z.enum(["general", "category"]), a: Cell, b: Cell }),
    ),
  }),

  async handler(slugs, { store, settings }) {
    const [a, b] = await Promise.all([store.listings.findLive(slugs.a), store.listings.findLive(slugs.b)]);
    const missing = (["a", "b"] as const).filter((side) => !(side === "a" ? a : b));
    if (!a || !b) {
      const faults = await Promise.all(
        missing.map(async (side) => faultOf(side, slugs[side], await store.listings.slugsLike(slugs[side], 3))),
      );
      throw conflict(
        "listing_not_found",
        joined(
          faults.map(({ detail }) => detail),
          " ",
        ),
        faults,
      );
    }
    const site = { baseUrl: settings.BASE_URL };
    const attributes = await store.reference.compareAttributes([a, b].flatMap((side) => primaryCategoryOf(side) ?? []));
    const categories = [a, b].flatMap(({ profile }) => profile.categories.map(({ slug }) => slug));
    const fields = comparedFields(store.ownFields(), await store.reference.categoriesAndAbove(categories));
    return { a: viewSummary(a, site), b: viewSummary(b, site), rows: compare(a, b, attributes, fields) };
  },
});

function faultOf(side: "a" | "b", slug: string, near: string[]): Fault {
  return {
    pointer: `/${side}`,
    code: "listing_not_found",
    detail: joined(
      [`There is no live listing "${slug}" for ${side}.`, didYouMean(near) || "Find slugs with search_listings."],
      " ",
    ),
  };
}
