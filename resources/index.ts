import type { z } from "zod";
import { invoke } from "#tools/invoke.ts";
import { getCategory } from "#tools/listings/get-category.ts";
import { getListing } from "#tools/listings/get-listing.ts";
import { listCategories } from "#tools/listings/list-categories.ts";
import type { CategoryNode } from "#tools/schemas/category.ts";
import { readEvidence } from "#tools/schemas/evidence.ts";
import { getSiteInfo } from "#tools/site/get-site-info.ts";
import type { FixedResource, ResourceTemplate } from "./define.ts";
import { draftPages } from "./draft-pages.ts";
import { listing } from "./listing.ts";

const category: ResourceTemplate = {
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

const categories: FixedResource = {
  uri: "directory://categories",
  name: "categories",
  title: "Categories",
  isOwnText: true,
  description: "The whole category tree with counts of live listings, as list_categories gives it.",
  async read({ call }) {
    return (await invoke(listCategories, {}, call)).output;
  },
};

const evidence: ResourceTemplate = {
  scheme: "evidence",
  name: "evidence",
  title: "Evidence of a listing",
  description:
    "The proven facts of one live listing: for each its quotes, their pages and when these were last read, to cite.",

  async read(slug, { call }) {
    await invoke(getListing, { slug }, call);
    return readEvidence(slug, call.deps);
  },

  complete: listing.complete,
};

const openApi: FixedResource = {
  uri: "directory://openapi",
  name: "openapi",
  title: "OpenAPI document",
  isOwnText: true,
  description: "The REST interface in OpenAPI 3.1: the same operations as the tools, for programs.",
  async read({ openApiDocument }) {
    return openApiDocument();
  },
};

const site: FixedResource = {
  uri: "directory://site",
  name: "site",
  title: "About this directory",
  isOwnText: true,
  description: "Purpose, addresses, counts and rules of the directory, as get_site_info gives them.",
  async read({ call }) {
    return (await invoke(getSiteInfo, {}, call)).output;
  },
};

export const fixedResources: readonly FixedResource[] = [site, categories, openApi];
export const resourceTemplates: readonly ResourceTemplate[] = [listing, evidence, category, draftPages];
