import type { Listing, ListingContent } from "../../domain/listings/listing.ts";
import type { NewLinks, NewListing } from "../../store/repos/listings/listing-writes.ts";
import type { Store } from "../../store/store.ts";
import { EMPTY_PROFILE } from "./empty-profile.ts";

export type GivenListing = Partial<NewListing> & {
  name: string;
  site?: string;
  content?: Partial<ListingContent>;
  profile?: Partial<ListingContent["profile"]>;
  category?: string;
  founders?: NewLinks["founders"];
  ownerId?: string | null;
};

export const COMPLETE = {
  category: "crm",
  unlocked: ["story", "milestones", "media"],
  profile: { shortDescription: "A product", description: "A product for tests of crashes." },
} satisfies Partial<GivenListing>;

/** Texts of which only the given ones are known. */
export const contentOf = (
  name: string,
  { profile, ...content }: Partial<Omit<ListingContent, "profile">> & Pick<GivenListing, "profile"> = {},
): ListingContent => ({
  ...{ name, tagline: `${name} in one line`, stage: null, pricingModel: null, country: null, language: null },
  logoUrl: null,
  ...content,
  profile: { ...EMPTY_PROFILE, ...profile },
});

/** Adds a listing: live and without an owner unless said otherwise. */
export async function addListing(store: Store, given: GivenListing, at: Date): Promise<Listing> {
  const { name, content, profile, category, founders = [], ownerId = null, ...rest } = given;
  const { site = `${name.toLowerCase().replace(/[^a-z0-9]+/g, "-")}.example`, ...row } = rest;
  const known = category && (await store.reference.findCategory(category))?.name;
  const categories = category ? [{ slug: category, name: known ?? category, primary: true }] : [];
  return store.change((tx) =>
    tx.listings.add(
      { url: `https://${site}/`, domain: site, siteKey: site, status: "live", launchedAt: at, ...row },
      contentOf(name, { ...content, profile: { ...content?.profile, ...profile } }),
      { categories, founders, founderSocials: {}, ownerId },
      { accountId: ownerId, client: "test" },
      at,
    ),
  );
}
