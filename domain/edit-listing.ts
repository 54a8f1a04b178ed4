import type { Fault } from "../errors.ts";
import { REQUIRED_FIELDS } from "./draft.ts";
import type { Faq, Listing, ListingContent, Socials, Story } from "./listing.ts";
import type { Timeline } from "./milestones.ts";
import type { Picture } from "./pictures.ts";
import { type Facts, factOf } from "./shared-facts.ts";
import { editStory } from "./story.ts";

/** What an owner may change; absent keys stay, an empty text removes. */
export type ListingEdit = {
  tagline?: string;
  shortDescription?: string;
  description?: string;
  pricingModel?: string;
  pricingSummary?: string;
  country?: string;
  city?: string;
  foundedYear?: number | null;
  demoVideoUrl?: string;
  contactEmail?: string;
  features?: string[];
  usps?: string[];
  keywords?: string[];
  headline?: string;
  summary?: string;
  seoTitle?: string;
  seoDescription?: string;
  socials?: Socials;
  faqs?: Faq[];
  /** Sections that are not named stay. */
  story?: Story;
  timeline?: Timeline;
  /** Replaces all. */
  media?: Picture[];
};

/** The listing with the edit in place. Where its facts come from is for `proofOf` its draft to say, or `proofKept` without one. */
export function editListing(listing: Listing, edit: ListingEdit): ListingContent {
  const { media: pictures, ...profile } = listing.profile;
  const media = edit.media ?? pictures ?? [];
  const text = (given: string | undefined, old: string | null): string | null =>
    given === undefined ? old : given || null;
  return {
    name: listing.name,
    tagline: text(edit.tagline, listing.tagline),
    stage: listing.stage,
    pricingModel: text(edit.pricingModel, listing.pricingModel),
    country: text(edit.country?.toUpperCase(), listing.country),
    logoUrl: listing.logoUrl,
    profile: {
      ...profile,
      shortDescription: text(edit.shortDescription, profile.shortDescription),
      description: text(edit.description, profile.description),
      headline: text(edit.headline, profile.headline),
      summary: text(edit.summary, profile.summary),
      features: edit.features ?? profile.features,
      usps: edit.usps ?? profile.usps,
      keywords: edit.keywords ?? profile.keywords,
      pricingSummary: text(edit.pricingSummary, profile.pricingSummary),
      city: text(edit.city, profile.city),
      foundedYear: edit.foundedYear === undefined ? profile.foundedYear : edit.foundedYear,
      contactEmail: text(edit.contactEmail, profile.contactEmail),
      demoVideoUrl: text(edit.demoVideoUrl, profile.demoVideoUrl),
      faqs: edit.faqs ?? profile.faqs,
      socials: edit.socials ?? profile.socials,
      story: editStory(profile.story, edit.story),
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
