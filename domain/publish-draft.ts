import type { Fault } from "../errors.ts";
import { type DraftContent, type DraftFieldName, REQUIRED_FIELDS } from "./draft.ts";
import type { ListingContent } from "./listing.ts";
import { timelineOf } from "./milestones.ts";
import { proofOf } from "./shared-facts.ts";

/** A listing's bounds where they are tighter than a draft's: characters a text may have. */
const LISTING_MAX: Partial<Record<DraftFieldName, number>> = {
  name: 120,
  tagline: 200,
  short_description: 300,
  pricing_model: 40,
  pricing_summary: 300,
  country: 2,
  city: 120,
  contact_email: 254,
  stage: 40,
};

const textOf = (content: DraftContent, name: DraftFieldName): string | null => {
  const value = content.fields[name]?.value ?? null;
  return typeof value === "string" ? value : null;
};
const listOf = (content: DraftContent, name: DraftFieldName): string[] => {
  const value = content.fields[name]?.value ?? null;
  return Array.isArray(value) ? value : [];
};

/** Required fields without a value. */
export const missingForListing = (content: DraftContent): DraftFieldName[] =>
  REQUIRED_FIELDS.filter((name) =>
    name === "categories" ? listOf(content, name).length === 0 : !textOf(content, name),
  );

/** Every text that a draft may hold and a listing may not; nothing is cut silently. */
export function tooLongForListing(content: DraftContent): Fault[] {
  const faults = Object.entries(LISTING_MAX).flatMap(([name, max]) => {
    const length = textOf(content, name as DraftFieldName)?.length ?? 0;
    return length > max ? [fault(`/fields/${name}`, length, max)] : [];
  });
  const title = content.story.title?.length ?? 0;
  return title > 200 ? [...faults, fault("/story/title", title, 200)] : faults;
}

const fault = (pointer: string, length: number, max: number): Fault => ({
  pointer,
  code: "maximum",
  detail: `Has ${length} characters; a listing takes ${max}. Shorten it with update_draft.`,
});

/** The listing that a draft describes. `kept` is what only a listing has. */
export function contentOf(
  draft: DraftContent,
  kept?: Pick<ListingContent["profile"], "headline" | "summary" | "attributes" | "media">,
): ListingContent {
  const year = textOf(draft, "founded_year");
  return {
    name: textOf(draft, "name") ?? "",
    tagline: textOf(draft, "tagline"),
    stage: textOf(draft, "stage"),
    pricingModel: textOf(draft, "pricing_model"),
    country: textOf(draft, "country")?.toUpperCase() ?? null,
    logoUrl: textOf(draft, "logo_url"),
    profile: {
      shortDescription: textOf(draft, "short_description"),
      description: textOf(draft, "description"),
      headline: kept?.headline ?? null,
      summary: kept?.summary ?? null,
      features: listOf(draft, "features"),
      usps: listOf(draft, "usps"),
      keywords: listOf(draft, "keywords"),
      tags: listOf(draft, "tags"),
      pricingSummary: textOf(draft, "pricing_summary"),
      city: textOf(draft, "city"),
      foundedYear: year === null ? null : Number(year),
      contactEmail: textOf(draft, "contact_email"),
      demoVideoUrl: textOf(draft, "demo_video_url"),
      faqs: draft.faqs,
      socials: draft.companySocials,
      story: draft.story,
      ...timelineOf(draft),
      seo: { title: draft.seo.title, description: draft.seo.meta },
      ...(kept?.attributes && { attributes: kept.attributes }),
      ...(kept?.media && { media: kept.media }),
      ...proofOf(draft),
    },
  };
}
