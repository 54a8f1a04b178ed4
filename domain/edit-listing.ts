import type { DraftFieldName, FieldValue } from "./draft.ts";
import type { DraftEdit } from "./edit-draft.ts";
import type { Faq, Listing, ListingContent, Socials, Story } from "./listing.ts";
import type { Timeline } from "./milestones.ts";
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
};

const DRAFT_NAME: Partial<Record<keyof ListingEdit, DraftFieldName>> = {
  tagline: "tagline",
  shortDescription: "short_description",
  description: "description",
  pricingModel: "pricing_model",
  pricingSummary: "pricing_summary",
  country: "country",
  city: "city",
  foundedYear: "founded_year",
  demoVideoUrl: "demo_video_url",
  contactEmail: "contact_email",
  features: "features",
  usps: "usps",
  keywords: "keywords",
};

/** The listing with the edit in place. A fact that a person sets is no longer missing, and no longer carries a quote. */
export function editListing(listing: Listing, edit: ListingEdit): ListingContent {
  const { profile } = listing;
  const text = (given: string | undefined, old: string | null): string | null =>
    given === undefined ? old : given || null;
  const changed = new Set((Object.keys(edit) as (keyof ListingEdit)[]).flatMap((key) => DRAFT_NAME[key] ?? []));
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
      seo: {
        title: text(edit.seoTitle, profile.seo.title),
        description: text(edit.seoDescription, profile.seo.description),
      },
      notFound: profile.notFound.filter((name) => !changed.has(name)),
      evidence: Object.fromEntries(
        Object.entries(profile.evidence).filter(([name]) => !changed.has(name as DraftFieldName)),
      ),
    },
  };
}

/** The same edit for the draft that the listing came from, so that the two stay one. Headline and summary live on the listing alone. */
export function draftEditOf(edit: ListingEdit): DraftEdit {
  const fields = Object.fromEntries(
    Object.entries(edit).flatMap(([key, value]): [string, FieldValue][] => {
      const name = DRAFT_NAME[key as keyof ListingEdit];
      if (!name || value === undefined) return [];
      return [[name, typeof value === "number" ? String(value) : value === "" ? null : (value as FieldValue)]];
    }),
  );
  const seo = {
    ...(edit.seoTitle !== undefined && { title: edit.seoTitle || null }),
    ...(edit.seoDescription !== undefined && { meta: edit.seoDescription || null }),
  };
  return {
    fields,
    ...(edit.faqs && { faqs: edit.faqs }),
    ...(edit.socials && { companySocials: edit.socials }),
    ...(edit.story && { story: edit.story }),
    ...(edit.timeline && { timeline: edit.timeline }),
    ...(Object.keys(seo).length ? { seo } : {}),
  };
}
