import type { Listing, ListingContent } from "../../domain/listings/listing.ts";
import type { NewListing } from "../../store/repos/listings/listing-writes.ts";
import type { Store } from "../../store/store.ts";
import { addListing, contentOf } from "./listing.ts";

/** What a search may find of a listing; the rest of its row is a live one of 5 January 2026. */
export type Searchable = {
  name: string;
  tagline?: string;
  description?: string;
  keywords?: string[];
  category?: string;
  content?: Partial<ListingContent>;
} & Partial<NewListing>;

export const SEARCHABLE_SINCE = new Date("2026-01-05T00:00:00Z");
export const SEARCHABLE_AUTHOR = { accountId: null, client: "test" };

export const searchableContent = (given: Searchable): ListingContent => {
  const { name, tagline = null, description = null, keywords = [], content } = given;
  return contentOf(name, { tagline, ...content, profile: { ...content?.profile, description, keywords } });
};

let sites = 0;
export function addSearchable(store: Store, given: Searchable): Promise<Listing> {
  const { tagline: _t, description: _d, keywords: _k, ...row } = given;
  const { profile, ...content } = searchableContent(given);
  return addListing(store, { ...row, site: `s${++sites}.example`, content, profile }, SEARCHABLE_SINCE);
}
