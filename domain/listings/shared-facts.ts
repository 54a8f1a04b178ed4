import type { DraftContent, DraftEdit, FieldValue } from "../drafts/draft.ts";
import { canonicalJson } from "../text/canonical-json.ts";
import { byName } from "../text/keys.ts";
import { editsBetween } from "../text/merge-texts.ts";
import { ALL_FIELDS, DRAFT_FIELDS, type DraftFieldName, FIELDS, type FieldName, isListField } from "./fields.ts";
import { CONTENT, type ListingContent, type Profile, type ProfileTexts } from "./listing.ts";
import { timelineOf } from "./milestones.ts";

export type Facts = Omit<ListingContent, "profile"> & {
  profile: ListingContent["profile"] & Partial<Pick<Profile, "categories">>;
};

/** Names in the database, which are in camelCase. */
const STORED = byName(ALL_FIELDS, (name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
const COLUMNS: readonly string[] = CONTENT;
/** Fields that are stored in the profile. Categories are stored as links. */
export const PROFILE_FIELDS = ALL_FIELDS.filter((name) => name !== "categories" && !COLUMNS.includes(STORED[name]));

/** The value as stored; undefined if the listing is older than the field. */
export const storedValue = (facts: Facts, name: FieldName): unknown =>
  Reflect.get(COLUMNS.includes(STORED[name]) ? facts : facts.profile, STORED[name]);

/** Field values in draft form; an empty list is absent. Inverse of `textsOf`. */
export function factOf(facts: Facts, name: FieldName): FieldValue {
  if (name === "categories") return listOrNull((facts.profile.categories ?? []).map((category) => category.name));
  const value = storedValue(facts, name) ?? "";
  return Array.isArray(value) ? listOrNull(value) : String(value) || null;
}
const listOrNull = (list: readonly string[]): FieldValue => (list.length ? [...list] : null);

export type FieldValues = Partial<Record<FieldName, FieldValue | undefined>>;

type Texts = Omit<Facts, "profile"> & { profile: ProfileTexts };

/** The texts of a listing from its fields. */
export function textsOf(values: FieldValues): Texts {
  const stored = (names: readonly FieldName[]) =>
    Object.fromEntries(names.map((name) => [STORED[name], toStored(name, values[name] ?? "")]));
  const columns = ALL_FIELDS.filter((name) => COLUMNS.includes(STORED[name]));
  return { ...stored(columns), profile: stored(PROFILE_FIELDS) } as Texts;
}

function toStored(name: FieldName, value: string | string[]) {
  if (isListField(name)) return Array.isArray(value) ? value : [];
  if (value === "" || Array.isArray(value)) return name === "name" ? "" : null;
  const { kind } = FIELDS[name];
  return kind === "year" ? Number(value) : kind === "country" ? value.toUpperCase() : value;
}

export const sameValue = (a: unknown, b: unknown): boolean => canonicalJson(a ?? null) === canonicalJson(b ?? null);

/** Fields in which two states differ. Categories are compared only if both have them. */
export const changedFields = (before: Facts, after: Facts): DraftFieldName[] =>
  DRAFT_FIELDS.filter(
    (name) =>
      !(name === "categories" && !(before.profile.categories && after.profile.categories)) &&
      !sameValue(factOf(before, name), factOf(after, name)),
  );

/** Keys of fields of the site in which two states differ. */
const changedOwn = ({ profile: { attributes: from = {} } }: Facts, { profile: { attributes: to = {} } }: Facts) =>
  Object.keys({ ...from, ...to }).filter((key) => !sameValue(from[key], to[key]));

/**
 * The edit that brings a draft in line with its listing. Headline, summary and pictures exist only
 * on listings.
 */
export function draftEditOf(before: Facts, after: Facts): DraftEdit {
  const [from, to] = [before.profile, after.profile];
  const seo = {
    ...(from.seoTitle !== to.seoTitle && { title: to.seoTitle }),
    ...(from.seoDescription !== to.seoDescription && { meta: to.seoDescription }),
  };
  const own = changedOwn(before, after);
  return {
    fields: Object.fromEntries(changedFields(before, after).map((name) => [name, factOf(after, name)])),
    ...(!sameValue(from.faqs, to.faqs) && { faqs: to.faqs }),
    ...(!sameValue(from.socials, to.socials) && { companySocials: editsBetween(from.socials, to.socials) }),
    ...(!sameValue(from.story, to.story) && { story: editsBetween(from.story, to.story) }),
    ...(!sameValue(timelineOf(from), timelineOf(to)) && { timeline: timelineOf(to) }),
    ...(Object.keys(seo).length ? { seo } : {}),
    ...(own.length > 0 && {
      own: { values: Object.fromEntries(own.map((key) => [key, to.attributes?.[key] ?? null])) },
    }),
  };
}

/** Chosen for the directory, so that no website is said to lack them. */
export const ASSIGNED: readonly DraftFieldName[] = ["categories", "tags", "keywords"];

export type Proof = Pick<Profile, "notFound" | "evidence">;

/** Evidence of a draft: quotes by field, and facts that were not found on the pages that were read. */
export const proofOf = ({ fields, own = {} }: DraftContent): Proof => ({
  notFound: DRAFT_FIELDS.filter((name) => fields[name]?.state === "not_found" && !ASSIGNED.includes(name)),
  evidence: Object.fromEntries([
    ...DRAFT_FIELDS.flatMap((name) => (fields[name]?.evidence.length ? [[name, fields[name].evidence]] : [])),
    ...Object.entries(own).flatMap(([key, { evidence }]) => (evidence.length ? [[`own.${key}`, evidence]] : [])),
  ]),
});

/** Evidence without a draft: a changed fact is no longer missing, and has no quote. */
export function proofKept(before: Facts, after: Facts): Proof {
  const changed = new Set<string>([
    ...changedFields(before, after),
    ...changedOwn(before, after).map((key) => `own.${key}`),
  ]);
  const { notFound, evidence } = before.profile;
  return {
    notFound: notFound.filter((name) => !changed.has(name)),
    evidence: Object.fromEntries(Object.entries(evidence).filter(([name]) => !changed.has(name))),
  };
}
