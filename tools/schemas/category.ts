import { z } from "zod";
import type { Category } from "#domain/listings/category.ts";
import { Faq, viewAs } from "./common.ts";

const fields = {
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  parent: z.string().nullable().describe("slug"),
  path: z.array(z.string()).describe("slugs from the top category to this one"),
  listing_count: z.int().describe("live listings in this category itself"),
  total_count: z.int().describe("live listings with subcategories, each counted once"),
};

export const CategoryBrief = z.object(fields);

type Node = z.infer<typeof CategoryBrief> & { faqs: z.infer<typeof Faq>[]; children: Node[] };
export const CategoryNode: z.ZodType<Node, Node> = z.object({
  ...fields,
  faqs: z.array(Faq),
  children: z.array(z.lazy(() => CategoryNode)),
});

export const viewCategoryBrief = ({ faqs: _, children: __, ...category }: Category): z.input<typeof CategoryBrief> =>
  viewAs(category);

export const viewCategory = (category: Category): z.input<typeof CategoryNode> => ({
  ...viewCategoryBrief(category),
  faqs: category.faqs,
  children: category.children.map(viewCategory),
});
