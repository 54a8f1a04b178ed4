import type { DraftContent, DraftEdit, FieldValue } from "../drafts/draft.ts";
import { canonicalJson } from "../text/canonical-json.ts";
import { editsBetween } from "../text/merge-texts.ts";
import { DRAFT_FIELDS, type DraftFieldName, type FieldName } from "./fields.ts";
import type { ListingContent, Profile } from "./listing.ts";
import { timelineOf } from "./milestones.ts";

export type Facts = Omit<ListingContent, "profile"> & {
  profile: ListingContent["profile"] & Partial<Pick<Profile, "categories">>;
};

const textOrNull = (text: string | null): FieldValue => text || null;
const listOrNull = (list: readonly string[]): FieldValue => (list.length ? [...list] : null);

/** Field values in draft form; an empty list is absent. Inverse of `textsOf`. */
const READ: Record<FieldName, (facts: Facts) => FieldValue> = {
  name: ({ name }) => textOrNull(name),
  tagline: ({ tagline }) => textOrNull(tagline),
  short_description: ({ profile }) => textOrNull(profile.shortDescription),
  description: ({ profile }) => textOrNull(profile.description),
  stage: ({ stage }) => textOrNull(stage),
  pricing_model: ({ pricingModel }) => textOrNull(pricingModel),
  pricing_summary: ({ profile }) => textOrNull(profile.pricingSummary),
  country: ({ country }) => textOrNull(country),
  city: ({ profile }) => textOrNull(profile.city),
  founded_year: ({ profile }) => (profile.foundedYear === null ? null : String(profile.foundedYear)),
  contact_email: ({ profile }) => textOrNull(profile.contactEmail),
  demo_video_url: ({ profile }) => textOrNull(profile.demoVideoUrl),
  logo_url: ({ logoUrl }) => textOrNull(logoUrl),
  categories: ({ profile }) => listOrNull((profile.categories ?? []).map(({ name }) => name)),
  tags: ({ profile }) => listOrNull(profile.tags),
  features: ({ profile }) => listOrNull(profile.features),
  usps: ({ profile }) => listOrNull(profile.usps),
  keywords: ({ profile }) => listOrNull(profile.keywords),
  headline: ({ profile }) => textOrNull(profile.headline),
  summary: ({ profile }) => textOrNull(profile.summary),
  seo_title: ({ profile }) => textOrNull(profile.seo.title),
  seo_description: ({ profile }) => textOrNull(profile.seo.description),
};

export const factOf = (facts: Facts, name: FieldName): FieldValue => READ[name](facts);

export type FieldValues = Partial<Record<FieldName, FieldValue | undefined>>;

/** The texts of a listing from its fields. Categories are stored as links. */
export function textsOf(values: FieldValues) {
  const text = (name: FieldName): string | null => {
    const value = values[name];
    return typeof value === "string" && value !== "" ? value : null;
  };
  const list = (name: FieldName): string[] => {
    const value = values[name];
    return Array.isArray(value) ? value : [];
  };
  const year = text("founded_year");
  return {
    name: text("name") ?? "",
    tagline: text("tagline"),
    stage: text("stage"),
    pricingModel: text("pricing_model"),
    country: text("country")?.toUpperCase() ?? null,
    logoUrl: text("logo_url"),
    profile: {
      shortDescription: text("short_description"),
      description: text("description"),
      headline: text("headline"),
      summary: text("summary"),
      features: list("features"),
      usps: list("usps"),
      keywords: list("keywords"),
      tags: list("tags"),
      pricingSummary: text("pricing_summary"),
      city: text("city"),
      foundedYear: year === null ? null : Number(year),
      contactEmail: text("contact_email"),
      demoVideoUrl: text("demo_video_url"),
      seo: { title: text("seo_title"), description: text("seo_description") },
    },
  };
}

export const sameValue = (a: unknown, b: unknown): boolean => canonicalJson(a ?? null) === canonicalJson(b ?? null);

/** Fields in which two states differ. Categories are compared only if both have them. */
export const changedFields = (before: Facts, after: Facts): DraftFieldName[] =>
  DRAFT_FIELDS.filter(
    (name) =>
      !(name === "categories" && !(before.profile.categories && after.profile.categories)) &&
      !sameValue(factOf(before, name), factOf(after, name)),
  );

/**
 * The edit that brings a draft in line with its listing. Headline, summary and pictures exist only
 * on listings.
 */
export function draftEditOf(before: Facts, after: Facts): DraftEdit {
  const [from, to] = [before.profile, after.profile];
  const seo = {
    ...(from.seo.title !== to.seo.title && { title: to.seo.title }),
    ...(from.seo.description !== to.seo.description && { meta: to.seo.description }),
  };
  return {
    fields: Object.fromEntries(changedFields(before, after).map((name) => [name, factOf(after, name)])),
    ...(!sameValue(from.faqs, to.faqs) && { faqs: to.faqs }),
    ...(!sameValue(from.socials, to.socials) && { companySocials: editsBetween(from.socials, to.socials) }),
    ...(!sameValue(from.story, to.story) && { story: editsBetween(from.story, to.story) }),
    ...(!sameValue(timelineOf(from), timelineOf(to)) && { timeline: timelineOf(to) }),
    ...(Object.keys(seo).length ? { seo } : {}),
  };
}

export type Proof = Pick<Profile, "notFound" | "evidence">;

/** Evidence of a draft: quotes by field, and fields the website does not state. */
export const proofOf = ({ fields }: DraftContent): Proof => ({
  notFound: DRAFT_FIELDS.filter((name) => fields[name]?.state === "not_found"),
  evidence: Object.fromEntries(
    DRAFT_FIELDS.flatMap((name) => (fields[name]?.evidence.length ? [[name, fields[name].evidence]] : [])),
  ),
});

/** Evidence without a draft: a changed fact is no longer missing, and has no quote. */
export function proofKept(before: Facts, after: Facts): Proof {
  const changed = new Set<string>(changedFields(before, after));
  const { notFound, evidence } = before.profile;
  return {
    notFound: notFound.filter((name) => !changed.has(name)),
    evidence: Object.fromEntries(Object.entries(evidence).filter(([name]) => !changed.has(name))),
  };
}
