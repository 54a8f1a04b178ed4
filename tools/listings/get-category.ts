import { z } from "zod";
import { notFound } from "#core/errors/errors.ts";
import { categoryTree, flattenCategories } from "#domain/listings/category.ts";
import { ALL_CATEGORIES, nearestTo } from "#domain/search/nearest.ts";
import { defineTool, READ } from "../define.ts";
import { CategoryBrief, viewCategoryBrief } from "../schemas/category.ts";
import { Faq, listOf, pageRequest, paging, Slug, viewList } from "../schemas/common.ts";
import { CONCISE_LISTING, ListingSummary, viewSummary } from "../schemas/listing.ts";

export const getCategory = defineTool({
  name: "get_category",
  title: "Get a category",
  description:
    "One category: description, FAQs, parent, subcategories and its live listings (subcategories included), most voted first.",
  access: "public",
  rest: "GET /categories/{slug}",
  annotations: READ,
  remembered: true,
  concise: [...CONCISE_LISTING, "total_count", "question", "answer"],
  input: z.strictObject({ slug: Slug.describe("from list_categories"), ...paging }),
  output: CategoryBrief.extend({
    faqs: z.array(Faq),
    parent_category: CategoryBrief.nullable(),
    children: z.array(CategoryBrief),
    ...listOf(ListingSummary).shape,
  }),

  async handler({ slug, ...input }, { store, settings }) {
    const all = flattenCategories(categoryTree(await store.reference.categoriesAround(slug)));
    const category = all.find((node) => node.slug === slug);
    if (!category) {
      const slugs = (await store.reference.categoryNames()).map((one) => one.slug);
      throw notFound("category", slug, ALL_CATEGORIES, nearestTo(slug, slugs));
    }
    const parent = all.find((node) => node.slug === category.parent);
    const request = pageRequest(input);
    const filter = { status: "live", sort: "votes", categories: await store.reference.categoryAndBelow(slug) } as const;
    return {
      ...viewCategoryBrief(category),
      faqs: category.faqs,
      parent_category: parent ? viewCategoryBrief(parent) : null,
      children: category.children.map(viewCategoryBrief),
      ...viewList(await store.listings.search(filter, request), request, (listing) =>
        viewSummary(listing, { baseUrl: settings.BASE_URL }),
      ),
    };
  },
});
