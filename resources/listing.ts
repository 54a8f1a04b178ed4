import { invoke } from "#tools/invoke.ts";
import { getListing } from "#tools/listings/get-listing.ts";
import { searchListings } from "#tools/listings/search-listings.ts";
import type { ResourceTemplate } from "./define.ts";

export const listing: ResourceTemplate = {
  scheme: "listing",
  name: "listing",
  title: "Listing",
  description: "The full profile of one live listing, as get_listing gives it.",

  async read(slug, { call }) {
    return (await invoke(getListing, { slug }, call)).output;
  },

  async complete(typed, { call }) {
    const q = typed.slice(0, 200);
    const { output } = await invoke(searchListings, { ...(q && { q }), per_page: 50 }, call);
    const slugs = output.items.map(({ slug }) => slug);
    const starts = (slug: string) => slug.startsWith(typed);
    return [...slugs.filter(starts), ...slugs.filter((slug) => !starts(slug))];
  },
};
