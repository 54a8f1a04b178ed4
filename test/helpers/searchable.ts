import type { Listing, ListingContent } from "../../domain/listings/listing.ts";
import type { NewListing } from "../../store/repos/listings/listing-writes.ts";
import type { Store } from "../../store/store.ts";
import { EMPTY_PROFILE } from "./empty-profile.ts";

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

export const searchableContent = ({ name, tagline, description, keywords, content }: Searchable): ListingContent => ({
  name,
  tagline: tagline ?? null,
  stage: null,
  pricingModel: null,
  country: null,
  logoUrl: null,
  ...content,
  profile: { ...EMPTY_PROFILE, description: description ?? null, keywords: keywords ?? [] },
});

let sites = 0;
export function addSearchable(store: Store, given: Searchable): Promise<Listing> {
  const { name: _n, tagline: _t, description: _d, keywords: _k, category, content: _c, ...row } = given;
  const site = `s${++sites}.example`;
  return store.change((tx) =>
    tx.listings.add(
      {
        url: `https://${site}/`,
        domain: site,
        siteKey: site,
        status: "live",
        launchedAt: SEARCHABLE_SINCE,
        ...row,
      },
      searchableContent(given),
      {
        categories: category ? [{ slug: category, name: category, primary: true }] : [],
        founders: [],
        founderSocials: {},
        ownerId: null,
      },
      SEARCHABLE_AUTHOR,
      SEARCHABLE_SINCE,
    ),
  );
}
