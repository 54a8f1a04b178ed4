import type { z } from "zod";
import { invoke } from "../tools/invoke.ts";
import { getCategory } from "../tools/listings/get-category.ts";
import { listCategories } from "../tools/listings/list-categories.ts";
import type { CategoryNode } from "../tools/schemas/category.ts";
import type { FixedResource, ResourceTemplate } from "./define.ts";

export const category: ResourceTemplate = {
  scheme: "category",
  name: "category",
  title: "Category",
  description: "One category with its subcategories and most voted listings, as get_category gives it.",

  async read(slug, { call }) {
    return (await invoke(getCategory, { slug }, call)).output;
  },

  async complete(typed, { call }) {
    const { output } = await invoke(listCategories, {}, call);
    return slugsOf(output.items).filter((slug) => slug.includes(typed.toLowerCase()));
  },
};

const slugsOf = (nodes: z.output<typeof CategoryNode>[]): string[] =>
  nodes.flatMap(({ slug, children }) => [slug, ...slugsOf(children)]);

export const categories: FixedResource = {
  uri: "directory://categories",
  name: "categories",
  title: "Categories",
  isOwnText: true,
  description: "The whole category tree with counts of live listings, as list_categories gives it.",
  async read({ call }) {
    return (await invoke(listCategories, {}, call)).output;
  },
};
