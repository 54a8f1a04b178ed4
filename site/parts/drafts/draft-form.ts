import type { z } from "zod";
import { DRAFT_FIELDS, type DraftFieldName, isListField } from "#domain/listings/fields.ts";
import {
  DRAFT_SEO_FIELDS,
  FAQ_FIELDS,
  FOUNDER_FIELDS,
  MILESTONE_FIELDS,
  PLATFORMS,
  STORY_FIELDS,
} from "#domain/listings/section-fields.ts";
import { byName, keysOf } from "#domain/text/keys.ts";
import { cleanText } from "#domain/text/text.ts";
import type { DraftView as View } from "#tools/schemas/draft.ts";
import { type FormParts, isSame } from "./form-marks.ts";
import { type OwnTexts, ownText, ownTexts } from "./own-inputs.ts";
import { readList } from "./profile-input.ts";

export type DraftView = z.output<typeof View>;

/** A draft as form values: text everywhere, "" if empty. */
export type DraftValues = {
  fields: Record<DraftFieldName, string | string[]>;
  /** Fields of this directory. */
  attributes: OwnTexts;
  faqs: { question: string; answer: string }[];
  founders: { name: string; title: string; bio: string }[];
  company_socials: Record<string, string>;
  founder_socials: Record<string, string>;
  story: Record<string, string>;
  milestones: { date: string; title: string; description: string; url: string }[];
  competitor_url: string;
  seo: { title: string; meta: string };
};
export type Section = Exclude<keyof DraftValues, "fields" | "attributes">;

const namesOf = <Name extends string>(table: Record<Name, unknown>) => keysOf(table);
const FAQ = namesOf(FAQ_FIELDS);
const FOUNDER = namesOf(FOUNDER_FIELDS);
export const MILESTONE_PARTS = namesOf(MILESTONE_FIELDS);
const SEO = namesOf(DRAFT_SEO_FIELDS);
export const STORY_PARTS = ["title", ...namesOf(STORY_FIELDS)] as const;

const clean = (value: unknown): string => (typeof value === "string" ? cleanText(value) : "");
const filled = (values: string[]): string[] => values.map(clean).filter(Boolean);
const cleanAll = <K extends string>(names: readonly K[], from: (name: K) => unknown): Record<K, string> =>
  byName(names, (name) => clean(from(name)));

export function valuesOf(draft: DraftView): DraftValues {
  const value = (name: DraftFieldName) => {
    const known = draft.fields[name]?.value ?? null;
    return isListField(name) ? filled(Array.isArray(known) ? known : []) : clean(known);
  };
  return {
    fields: byName(DRAFT_FIELDS, value),
    attributes: ownTexts(draft.attributes ?? []),
    faqs: draft.faqs.map((faq) => cleanAll(FAQ, (name) => faq[name])),
    founders: draft.founders.map((founder) => cleanAll(FOUNDER, (name) => founder[name])),
    company_socials: cleanAll(PLATFORMS, (name) => draft.company_socials[name]),
    founder_socials: cleanAll(PLATFORMS, (name) => draft.founder_socials[name]),
    story: cleanAll(STORY_PARTS, (name) => draft.story[name]),
    milestones: draft.milestones.map((milestone) => cleanAll(MILESTONE_PARTS, (name) => milestone[name])),
    competitor_url: clean(draft.competitor?.url),
    seo: cleanAll(SEO, (name) => draft.seo[name]),
  };
}

/** The values of a sent form. Inputs are named by path, like "faqs.0.answer". Empty rows are left out. */
export function readDraftForm(body: Record<string, unknown>): DraftValues {
  const text = (name: string) => clean(body[name]);
  const below = (prefix: string): string[] =>
    Object.keys(body).flatMap((name) => (name.startsWith(`${prefix}.`) ? [name.slice(prefix.length + 1)] : []));
  const rows = <K extends string>(section: string, names: readonly K[]): Record<K, string>[] =>
    [...new Set(below(section).map((name) => Number.parseInt(name, 10)))]
      .sort((a, b) => a - b)
      .map((index) => cleanAll(names, (name) => body[`${section}.${index}.${name}`]))
      .filter((row) => Object.values(row).some(Boolean));
  const named = (section: string) => cleanAll(PLATFORMS, (name) => body[`${section}.${name}`]);
  const value = (name: DraftFieldName) => {
    if (name === "categories")
      return [...new Set(filled(below("fields.categories").map((at) => text(`fields.categories.${at}`))))];
    return isListField(name) ? filled(readList(name, text(`fields.${name}`))) : text(`fields.${name}`);
  };
  return {
    fields: byName(DRAFT_FIELDS, value),
    attributes: Object.fromEntries(
      below("attributes")
        .map((name) => name.split(".", 1).join())
        .map((key) => [key, ownText(body, key)]),
    ),
    faqs: rows("faqs", FAQ),
    founders: rows("founders", FOUNDER),
    company_socials: named("company_socials"),
    founder_socials: named("founder_socials"),
    story: cleanAll(STORY_PARTS, (name) => body[`story.${name}`]),
    milestones: rows("milestones", MILESTONE_PARTS),
    competitor_url: text("competitor_url"),
    seo: cleanAll(SEO, (name) => text(`seo.${name}`)),
  };
}

export const partsOf = ({ fields, attributes, ...sections }: DraftValues): FormParts => [
  ...DRAFT_FIELDS.map((name) => [`fields.${name}`, fields[name]] as const),
  ...Object.entries(attributes).map(([key, value]) => [`attributes.${key}`, value] as const),
  ...Object.entries(sections),
];

export type DraftChanges = Partial<Omit<DraftValues, "fields" | "attributes">> & {
  attributes?: OwnTexts;
  fields?: Partial<Record<DraftFieldName, string | string[] | null>>;
};

export function changesOf(values: DraftValues, changed: ReadonlySet<string>): DraftChanges {
  const fields = DRAFT_FIELDS.filter((name) => changed.has(`fields.${name}`)).map((name) => [
    name,
    values.fields[name].length ? values.fields[name] : null,
  ]);
  const { fields: _, attributes, ...sections } = values;
  const own = Object.entries(attributes).filter(([key]) => changed.has(`attributes.${key}`));
  return {
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
    ...(own.length > 0 && { attributes: Object.fromEntries(own) }),
    ...Object.fromEntries(Object.entries(sections).filter(([part]) => changed.has(part))),
  };
}

export function mergedValues(draft: DraftView, { fields = {}, attributes, ...sections }: DraftChanges): DraftValues {
  const now = valuesOf(draft);
  const typed = keysOf(fields).map((name) => [name, fields[name] ?? (isListField(name) ? [] : "")]);
  return {
    ...now,
    ...sections,
    attributes: { ...now.attributes, ...attributes },
    fields: { ...now.fields, ...Object.fromEntries(typed) },
  };
}

/** The edit that restores a previous draft, or only one part of it; undefined if nothing differs. */
export function undoOf(
  before: DraftView,
  after: DraftView,
  only?: string,
): (DraftChanges & Record<string, unknown>) | undefined {
  const now = new Map(partsOf(valuesOf(after)));
  const lost = partsOf(valuesOf(before)).filter(
    ([part, value]) => (only === undefined || part === only) && !isSame(value, now.get(part)),
  );
  if (lost.length === 0) return undefined;
  const values = valuesOf(before).fields;
  const names = DRAFT_FIELDS.filter((name) => lost.some(([part]) => part === `fields.${name}`));
  const isOriginal = (name: DraftFieldName) =>
    ["ai", "not_found"].includes(before.fields[name]?.state ?? "not_found") &&
    isSame(before.fields[name]?.ai_value ?? null, after.fields[name]?.ai_value ?? null);
  const typed = names.filter((name) => !isOriginal(name));
  const own = lost.flatMap(([part, value]) => {
    const [, key] = /^attributes\.(.+)$/.exec(part) ?? [];
    return key === undefined ? [] : [[key, String(value)]];
  });
  return {
    fields: Object.fromEntries(typed.map((name) => [name, values[name].length ? values[name] : null])),
    restore: names.filter(isOriginal),
    lock_fields: typed.filter((name) => before.fields[name]?.locked),
    ...(own.length > 0 && { attributes: Object.fromEntries(own) }),
    ...Object.fromEntries(lost.filter(([part]) => !/^(fields|attributes)\./.test(part))),
  };
}
