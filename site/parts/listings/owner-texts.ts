import type { Request } from "express";
import { type FieldName, inRuns, isListField, isYearField, OWNER_FIELDS, shownIn } from "#domain/listings/fields.ts";
import type { OwnField } from "#domain/listings/own-fields.ts";
import { MOST, PLATFORMS } from "#domain/listings/section-fields.ts";
import { byName, keysOf } from "#domain/text/keys.ts";
import { pick } from "#domain/text/pick.ts";
import { formText } from "../../kit/form.ts";
import type { Previewed } from "../drafts/editor-preview.ts";
import type { FormParts } from "../drafts/form-marks.ts";
import { type OwnTexts, ownInput, ownText, ownTexts } from "../drafts/own-inputs.ts";
import { readList } from "../drafts/profile-input.ts";
import type { Owned, Stepped } from "./dashboard.ts";

const MOST_CATEGORIES = 20;

export const SHOWN = inRuns(OWNER_FIELDS, [
  ...(["tagline", "headline", "description", "features", "pricing_model", "seo_title"] as const),
]);

/** Besides, for the site team alone: owners edit these on the draft. */
export const TEAM_SHOWN = ["name", "stage", "tags", "categories"] as const satisfies FieldName[];
/** The address of the website, and the last part of the address of the page. */
export const ADDRESSES = ["url", "slug"] as const;

export type Values = {
  /** Fields of this directory. */
  attributes: OwnTexts;
  /** Those of TEAM_SHOWN are there for the site team. */
  fields: Partial<Record<FieldName, string | string[]>>;
  addresses: Partial<Record<(typeof ADDRESSES)[number], string>>;
  socials: Record<string, string>;
  faqs: { question: string; answer: string }[];
};

const valueAt = ({ attributes = [] }: Owned, key: string) => attributes.find((one) => one.key === key)?.value ?? null;

function shownValue(listing: Owned, name: FieldName): string | string[] {
  if (name === "categories") return listing.categories.map((category) => category.name);
  const shown = shownIn(listing, name) ?? (isListField(name) ? [] : "");
  return Array.isArray(shown) ? shown.map(String) : String(shown);
}

export const valuesOf = (listing: Stepped, own: readonly OwnField[]): Values => ({
  attributes: ownTexts(own.map(({ key }) => ({ key, value: valueAt(listing, key) }))),
  fields: byName<FieldName, string | string[]>([...SHOWN, ...(listing.isTeam ? TEAM_SHOWN : [])], (name) =>
    shownValue(listing, name),
  ),
  addresses: listing.isTeam ? pick(listing, ...ADDRESSES) : {},
  socials: listing.socials,
  faqs: listing.faqs.map(({ question, answer }) => ({ question, answer })),
});

function readField(req: Request, name: FieldName): string | string[] {
  if (name === "categories")
    return Array.from({ length: MOST_CATEGORIES }, (_, at) => formText(req, `fields.categories.${at}`)).filter(Boolean);
  const text = formText(req, `fields.${name}`);
  return isListField(name) ? readList(name, text) : text;
}

export function readForm(req: Request, { socials, ...now }: Values): Values {
  const platforms = [...new Set([...PLATFORMS, ...Object.keys(socials)])];
  const faqs = Array.from({ length: MOST.faqs }, (_, index) => ({
    question: formText(req, `faqs.${index}.question`),
    answer: formText(req, `faqs.${index}.answer`),
  }));
  return {
    attributes: byName(Object.keys(now.attributes), (key) => ownText(req.body, key)),
    fields: byName(keysOf(now.fields), (name) => readField(req, name)),
    addresses: byName(keysOf(now.addresses), (name) => formText(req, name)),
    socials: Object.fromEntries(
      platforms.map((name) => [name, formText(req, `socials.${name}`)] as const).filter(([, url]) => url !== ""),
    ),
    faqs: faqs.filter(({ question, answer }) => question || answer),
  };
}

export const partsOf = ({ fields, addresses, attributes, ...sections }: Values): FormParts => [
  ...Object.entries(attributes).map(([key, value]) => [`attributes.${key}`, value] as const),
  ...Object.entries(fields).map(([name, value]) => [`fields.${name}`, value] as const),
  ...Object.entries(addresses),
  ...Object.entries(sections),
];

const only = <Table extends object>(table: Table, isKept: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(table).filter(([name]) => isKept(name))) as Partial<Table>;

const wireOf = (name: FieldName, value: string | string[] | undefined): unknown =>
  !isYearField(name) ? value : value === "" ? null : Number(value);

const ownPart = ({ attributes }: Values, parts: ReadonlySet<string>): OwnTexts =>
  Object.fromEntries(Object.entries(attributes).filter(([key]) => parts.has(`attributes.${key}`)));

export function inputOf(values: Values, parts: ReadonlySet<string>, own: readonly OwnField[]): Record<string, unknown> {
  const attributes = ownInput(own, ownPart(values, parts));
  const names = keysOf(values.fields).filter((name) => parts.has(`fields.${name}`));
  return {
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...(names.length > 0 && {
      fields: Object.fromEntries(names.map((name) => [name, wireOf(name, values.fields[name])])),
    }),
    ...only(values.addresses, (name) => parts.has(name)),
    ...(parts.has("socials") && { socials: values.socials }),
    ...(parts.has("faqs") && { faqs: values.faqs }),
  };
}

export const merged = (now: Values, typed: Values, changed: ReadonlySet<string>): Values => ({
  attributes: { ...now.attributes, ...ownPart(typed, changed) },
  fields: { ...now.fields, ...only(typed.fields, (name) => changed.has(`fields.${name}`)) },
  addresses: { ...now.addresses, ...only(typed.addresses, (name) => changed.has(name)) },
  socials: changed.has("socials") ? typed.socials : now.socials,
  faqs: changed.has("faqs") ? typed.faqs : now.faqs,
});

export const previewOf = ({ name, stage, category, founders, tags }: Owned, { fields, faqs }: Values): Previewed => ({
  fields: { name, stage: stage ?? "", categories: category?.name ?? "", tags, ...fields },
  makers: founders.map((founder) => founder.name),
  faqs,
});
