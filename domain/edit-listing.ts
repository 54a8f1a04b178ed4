import type { Fault } from "../domain/fault.ts";
import { REQUIRED_FIELDS } from "./fields.ts";
import type { Faq, Listing, ListingContent, Socials } from "./listing.ts";
import { mergeTexts, type TextEdits } from "./merge-texts.ts";
import type { Timeline } from "./milestones.ts";
import type { Picture } from "./pictures.ts";
import { type Facts, factOf } from "./shared-facts.ts";

/** What an owner may change; absent keys stay, null or what is empty removes. */
export type ListingEdit = {
  tagline?: string | null;
  shortDescription?: string | null;
  description?: string | null;
  pricingModel?: string | null;
  pricingSummary?: string | null;
  country?: string | null;
  city?: string | null;
  foundedYear?: number | null;
  demoVideoUrl?: string | null;
  contactEmail?: string | null;
  features?: string[] | null;
  usps?: string[] | null;
  keywords?: string[] | null;
  headline?: string | null;
  summary?: string | null;
  seoTitle?: string | null;
  seoDescription?: string | null;
  socials?: Socials;
  faqs?: Faq[];
  /** Sections that are not named stay. */
  story?: TextEdits;
  timeline?: Timeline;
  /** Replaces all. */
  media?: Picture[];
};

/** The listing with the edit in place. Where its facts come from is for `proofOf` its draft to say, or `proofKept` without one. */
export function editListing(listing: Listing, edit: ListingEdit): ListingContent {
  const { media: pictures, ...profile } = listing.profile;
  const media = edit.media ?? pictures ?? [];
  const text = (given: string | null | undefined, old: string | null): string | null =>
    given === undefined ? old : given || null;
  const list = (given: string[] | null | undefined, old: string[]): string[] =>
    given === undefined ? old : (given ?? []);
  return {
    name: listing.name,
    tagline: text(edit.tagline, listing.tagline),
    stage: listing.stage,
    pricingModel: text(edit.pricingModel, listing.pricingModel),
    country: text(edit.country, listing.country)?.toUpperCase() ?? null,
    logoUrl: listing.logoUrl,
    profile: {
      ...profile,
      shortDescription: text(edit.shortDescription, profile.shortDescription),
      description: text(edit.description, profile.description),
      headline: text(edit.headline, profile.headline),
      summary: text(edit.summary, profile.summary),
      features: list(edit.features, profile.features),
      usps: list(edit.usps, profile.usps),
      keywords: list(edit.keywords, profile.keywords),
      pricingSummary: text(edit.pricingSummary, profile.pricingSummary),
      city: text(edit.city, profile.city),
      foundedYear: edit.foundedYear === undefined ? profile.foundedYear : edit.foundedYear,
      contactEmail: text(edit.contactEmail, profile.contactEmail),
      demoVideoUrl: text(edit.demoVideoUrl, profile.demoVideoUrl),
      faqs: edit.faqs ?? profile.faqs,
      socials: edit.socials ?? profile.socials,
      story: mergeTexts(profile.story, edit.story),
      ...edit.timeline,
      ...(media.length > 0 && { media }),
      seo: {
        title: text(edit.seoTitle, profile.seo.title),
        description: text(edit.seoDescription, profile.seo.description),
      },
    },
  };
}

/** Facts that a listing cannot do without may be replaced and not removed: its draft could not be saved again. */
export const requiredRemoved = (before: Facts, after: Facts): Fault[] =>
  REQUIRED_FIELDS.filter((name) => name !== "categories" && factOf(before, name) && !factOf(after, name)).map(
    (name) => ({
      pointer: `/fields/${name}`,
      code: "required",
      detail: `A listing needs its ${name.replaceAll("_", " ")}. Send a new one instead of an empty text.`,
    }),
  );
