import { canonicalJson } from "./canonical-json.ts";
import type { DraftContent, FieldValue } from "./draft.ts";
import type { DraftEdit } from "./edit-draft.ts";
import { DRAFT_FIELDS, type DraftFieldName } from "./fields.ts";
import type { ListingContent, Profile } from "./listing.ts";
import { editsBetween } from "./merge-texts.ts";
import { timelineOf } from "./milestones.ts";

/** A listing's texts, with its categories where they are known. */
export type Facts = Omit<ListingContent, "profile"> & {
  profile: ListingContent["profile"] & Partial<Pick<Profile, "categories">>;
};

const textOrNull = (text: string | null): FieldValue => text || null;
const listOrNull = (list: readonly string[]): FieldValue => (list.length ? [...list] : null);

/** Where a listing keeps what a draft has as a field, in the draft's form: a listing's empty list is an absent value. */
const READ: Record<DraftFieldName, (facts: Facts) => FieldValue> = {
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
};

/** What a listing says where a draft has the field of that name. */
export const factOf = (facts: Facts, name: DraftFieldName): FieldValue => READ[name](facts);

export const sameValue = (a: unknown, b: unknown): boolean => canonicalJson(a ?? null) === canonicalJson(b ?? null);

/** Names of the fields in which two states of a listing differ. Categories count only where both states have them. */
export const changedFields = (before: Facts, after: Facts): DraftFieldName[] =>
  DRAFT_FIELDS.filter(
    (name) =>
      !(name === "categories" && !(before.profile.categories && after.profile.categories)) &&
      !sameValue(factOf(before, name), factOf(after, name)),
  );

/** The edit of a draft that does to it what was done to its listing. Headline, summary and pictures live on the listing alone. */
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

/** What a draft knows of where its facts come from: quotes by field, and the fields that the website does not state. */
export const proofOf = ({ fields }: DraftContent): Proof => ({
  notFound: DRAFT_FIELDS.filter((name) => fields[name]?.state === "not_found"),
  evidence: Object.fromEntries(
    DRAFT_FIELDS.flatMap((name) => (fields[name]?.evidence.length ? [[name, fields[name].evidence]] : [])),
  ),
});

/** The same for a listing without a draft: a fact that somebody changed is no longer missing, and carries no quote. */
export function proofKept(before: Facts, after: Facts): Proof {
  const changed = new Set(changedFields(before, after));
  const { notFound, evidence } = before.profile;
  return {
    notFound: notFound.filter((name) => !changed.has(name)),
    evidence: Object.fromEntries(Object.entries(evidence).filter(([name]) => !changed.has(name as DraftFieldName))),
  };
}
