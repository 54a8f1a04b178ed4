import { z } from "zod";
import { categoryTree, withoutEmpty } from "#domain/listings/category.ts";
import { defineTool, READ } from "../define.ts";
import { CategoryNode, viewCategory } from "../schemas/category.ts";

export const listCategories = defineTool({
  name: "list_categories",
  title: "List categories",
  description: "The whole category tree with counts of live listings.",
  access: "public",
  isOwnText: true,
  rest: "GET /categories",
  annotations: READ,
  remembered: true,
  concise: ["slug", "name", "children"],
  input: z.strictObject({
    include_empty: z.boolean().default(true).describe("false leaves out empty ones"),
  }),
  output: z.object({ items: z.array(CategoryNode) }),

  async handler({ include_empty: includeEmpty }, { store }) {
    const tree = categoryTree(await store.reference.categories());
    return { items: (includeEmpty ? tree : withoutEmpty(tree)).map(viewCategory) };
  },
});
