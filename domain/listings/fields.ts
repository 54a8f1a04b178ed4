import { type Text, t } from "#languages/words.ts";
import { keysOf } from "../text/keys.ts";
import type { ProfileField } from "./profile-field.ts";

/**
 * All profile fields in reading order. Schemas, forms, prompts, import, checks and structured data
 * derive from this table.
 */

export const PRICING_MODELS = [
  "free",
  "freemium",
  "subscription",
  "paid",
  "one_time",
  "open_source",
  "contact",
] as const;
export const STAGES = ["idea", "mvp", "launched", "growing"] as const;

export const YEARS = { from: 1800, to: 2100 };
export const MOST_ENTRIES = 20;
const entriesHint = t`One per line, up to ${MOST_ENTRIES}.`;

export const FIELDS = {
  name: {
    label: t`Name`,
    kind: "line",
    draftMax: 500,
    listingMax: 120,
    need: "required",
    grounding: {
      rule: "copied",
      max: 80,
      guide: "the product's name alone, as the site writes it",
      isSingle: true,
      isSure: true,
      isCounted: true,
      isNotAsserted: true,
    },
    schemaOrg: "Product.name",
  },
  tagline: {
    label: t`Tagline`,
    hint: t`What it does, in one line.`,
    kind: "line",
    draftMax: 500,
    listingMax: 200,
    need: "required",
    isOwnerEditable: true,
    grounding: {
      rule: "copied",
      max: 200,
      guide: "its slogan, copied word for word, at most 200 characters",
      isCounted: true,
      isNotAsserted: true,
    },
    schemaOrg: "Product.slogan",
  },
  short_description: {
    label: t`Short description`,
    hint: t`One or two sentences.`,
    kind: "line",
    draftMax: 500,
    listingMax: 300,
    need: "required",
    isOwnerEditable: true,
    rows: 2,
    grounding: {
      rule: "copied",
      max: 300,
      isCounted: true,
      isNotAsserted: true,
      guide: "one or two sentences copied word for word that say what it is, at most 300 characters",
    },
    schemaOrg: "Product.description",
  },
  description: {
    label: t`Description`,
    kind: "text",
    draftMax: 20_000,
    listingMax: 20_000,
    need: "required",
    isOwnerEditable: true,
    rows: 8,
    grounding: {
      rule: { worded: 0.5 },
      max: 2_000,
      isNotAsserted: true,
      guide:
        "one paragraph of a longer description; give two to five facts of this field, in reading order, each close to its quote",
    },
  },
  stage: {
    label: t`Stage`,
    hint: t`Like idea, mvp, launched or growing.`,
    kind: "word",
    options: STAGES,
    draftMax: 500,
    listingMax: 40,
    need: "recommended",
    grounding: { rule: "own", max: 40, guide: `one of ${STAGES.join(", ")}; only when the site says so` },
    compared: {},
  },
  pricing_model: {
    label: t`Pricing model`,
    hint: t`Like freemium, subscription or one_time.`,
    kind: "line",
    options: PRICING_MODELS,
    draftMax: 500,
    listingMax: 40,
    need: "recommended",
    isOwnerEditable: true,
    grounding: {
      rule: "own",
      max: 40,
      guide:
        `one of ${PRICING_MODELS.join(", ")}; subscription is paid by the month or year, one_time is bought ` +
        `once and kept, paid is any other price, such as by the hour or as a commission; freemium has a free ` +
        `plan beside what is paid, and a free trial is no free plan; open_source is free with open source ` +
        `code; contact names no price on the whole website but asks to be asked; the product's own, never a ` +
        `competitor's; quote one line of a price with its amount and period, or for freemium the words of ` +
        `the free plan, or else the words that say so`,
    },
    place: "pricing.model",
    compared: {},
  },
  pricing_summary: {
    label: t`Pricing summary`,
    kind: "line",
    draftMax: 500,
    listingMax: 300,
    isOwnerEditable: true,
    grounding: {
      rule: { worded: 0.6 },
      max: 300,
      guide:
        "one price as the site states it, with its plan, amount, currency and period; a free plan too, but " +
        "nothing if all of it is free; never how to pay, taxes, delivery or a price in coins of its own; one " +
        "fact for each plan or service, the main ones first, at most six short ones",
    },
    place: "pricing.summary",
    compared: { key: "pricing", label: t`Pricing` },
  },
  country: {
    label: t`Country`,
    hint: t`ISO code, like DE.`,
    kind: "country",
    draftMax: 500,
    listingMax: 2,
    need: "recommended",
    isOwnerEditable: true,
    grounding: {
      rule: "own",
      max: 2,
      isSingle: true,
      isSure: true,
      guide:
        "two-letter ISO code of the country the company says it is in; quote its address, its company with " +
        "its legal form and register number, or the sentence that says so; not where servers or customers are",
    },
    schemaOrg: "PostalAddress.addressCountry",
    place: "company.country",
    compared: {},
  },
  city: {
    label: t`City`,
    kind: "line",
    draftMax: 500,
    listingMax: 120,
    isOwnerEditable: true,
    grounding: {
      rule: "copied",
      max: 80,
      isSingle: true,
      isSure: true,
      guide: "the city the company says it is in, as in its address; quote the address",
    },
    schemaOrg: "PostalAddress.addressLocality",
    place: "company.city",
    compared: {},
  },
  founded_year: {
    label: t`Founded in`,
    hint: t`A year.`,
    kind: "year",
    draftMax: 500,
    listingMax: 4,
    isOwnerEditable: true,
    grounding: {
      rule: "copied",
      max: 4,
      isSingle: true,
      isSure: true,
      guide:
        "the year the company or product says it began, in its history too; quote the year with the words " +
        "that say so; never a copyright year",
    },
    schemaOrg: "Organization.foundingDate",
    place: "company.founded_year",
    compared: { key: "founded", label: t`Founded` },
    fact: { label: t`Founded`, isBrief: true },
  },
  contact_email: {
    label: t`Contact email`,
    kind: "email",
    draftMax: 500,
    listingMax: 254,
    need: "recommended",
    isOwnerEditable: true,
    grounding: {
      rule: "copied",
      max: 254,
      isSure: true,
      isCounted: true,
      guide: "the general contact address; the only one on the website if there is one",
    },
    place: "company.contact_email",
    fact: { label: t`Contact` },
  },
  demo_video_url: {
    label: t`Demo video`,
    hint: t`An https link to YouTube.`,
    kind: "video",
    draftMax: 500,
    listingMax: 500,
    isOwnerEditable: true,
    grounding: { rule: "address", max: 500 },
    place: "links.demo_video",
  },
  logo_url: {
    label: t`Logo`,
    hint: t`An https link to a picture.`,
    kind: "picture",
    draftMax: 500,
    listingMax: 500,
    need: "recommended",
    grounding: { rule: "address", max: 500 },
    schemaOrg: "Product.image",
  },
  categories: {
    label: t`Category`,
    kind: "categories",
    draftMax: 200,
    listingMax: 200,
    need: "required",
    grounding: {
      rule: "own",
      max: 100,
      isNotAsserted: true,
      guide:
        "one of the categories named in the request; the best one first, at most three facts; quote the " +
        "title, a heading or a sentence with the product's name that tells what it is",
    },
  },
  tags: {
    label: t`Tags`,
    hint: t`One or two words each, separated by commas.`,
    kind: "list",
    draftMax: 200,
    listingMax: 200,
    rows: 2,
    hasShortEntries: true,
    grounding: {
      rule: "copied",
      max: 60,
      isNotAsserted: true,
      guide: "one short tag that stands in the quote; at most ten facts",
    },
  },
  features: {
    label: t`Features`,
    hint: entriesHint,
    kind: "list",
    draftMax: 200,
    listingMax: 200,
    need: "recommended",
    isOwnerEditable: true,
    rows: 5,
    grounding: {
      rule: { worded: 0.6 },
      max: 200,
      guide:
        "one feature or service: the whole title of its card, heading or entry of a list, word for word and " +
        "not shortened; where it has none, the two to six words of its sentence that name it, never the " +
        "sentence; from all pages, also guarantees, data protection, equipment, integrations and commands " +
        "that have a title or entry of their own; the quote may be the value itself; no step, price, " +
        "question, answer, page, opening hour or call to action; the main ones first, at most twenty facts",
    },
  },
  usps: {
    label: t`What sets it apart`,
    hint: entriesHint,
    kind: "list",
    draftMax: 200,
    listingMax: 200,
    isOwnerEditable: true,
    rows: 3,
    grounding: {
      rule: { worded: 0.6 },
      max: 200,
      guide: "one reason the site gives to choose it that is no feature; at most five facts",
    },
  },
  keywords: {
    label: t`Keywords`,
    hint: t`Search terms, separated by commas.`,
    kind: "list",
    draftMax: 200,
    listingMax: 200,
    need: "recommended",
    isOwnerEditable: true,
    rows: 2,
    hasShortEntries: true,
    grounding: {
      rule: "copied",
      max: 80,
      isNotAsserted: true,
      guide: "one search phrase that stands in the quote; at most ten facts",
    },
    schemaOrg: "Product.keywords",
  },
  language: { label: t`Language`, kind: "language", listingMax: 35 },
  headline: { label: t`Headline`, kind: "line", listingMax: 200, isOwnerEditable: true },
  summary: { label: t`Summary`, kind: "text", listingMax: 20_000, isOwnerEditable: true, rows: 4 },
  seo_title: {
    label: t`Title for search engines`,
    kind: "line",
    listingMax: 200,
    isOwnerEditable: true,
    place: "seo.title",
  },
  seo_description: {
    label: t`Description for search engines`,
    kind: "line",
    listingMax: 320,
    isOwnerEditable: true,
    place: "seo.description",
  },
} as const satisfies Record<string, ProfileField>;

type Table = typeof FIELDS;
export type FieldName = keyof Table;
type NameWith<Shape> = { [Name in FieldName]: Table[Name] extends Shape ? Name : never }[FieldName];

export type DraftFieldName = NameWith<{ draftMax: number }>;
export type ListFieldName = NameWith<{ kind: "list" | "categories" }>;
export type OwnerFieldName = NameWith<{ isOwnerEditable: true }>;
export type YearFieldName = NameWith<{ kind: "year" }>;
export type PlaceOf<Name extends FieldName> = Table[Name] extends { place: infer Place extends string } ? Place : Name;

export const fieldOf = (name: FieldName): ProfileField => FIELDS[name];

export const ALL_FIELDS = keysOf(FIELDS);
export const isFieldName = (name: string): name is FieldName => Object.hasOwn(FIELDS, name);

export const labelOf = (name: string): Text => (isFieldName(name) ? FIELDS[name].label : name);

const isDraftField = (name: FieldName): name is DraftFieldName => fieldOf(name).draftMax !== undefined;
const isOwnerField = (name: FieldName): name is OwnerFieldName => fieldOf(name).isOwnerEditable === true;
export const isListField = <Name extends FieldName>(name: Name): name is Name & ListFieldName =>
  FIELDS[name].kind === "list" || FIELDS[name].kind === "categories";
export const isTextField = <Name extends FieldName>(name: Name): name is Exclude<Name, ListFieldName> =>
  !isListField(name);

export const isYearField = (name: FieldName): name is YearFieldName => FIELDS[name].kind === "year";

export const DRAFT_FIELDS: readonly DraftFieldName[] = ALL_FIELDS.filter(isDraftField);
export const LIST_FIELDS: readonly ListFieldName[] = ALL_FIELDS.filter(isListField);
export const OWNER_FIELDS: readonly OwnerFieldName[] = ALL_FIELDS.filter(isOwnerField);
export const REQUIRED_FIELDS: readonly DraftFieldName[] = DRAFT_FIELDS.filter(
  (name) => fieldOf(name).need === "required",
);
export const RECOMMENDED_FIELDS: readonly DraftFieldName[] = DRAFT_FIELDS.filter(
  (name) => fieldOf(name).need === "recommended",
);

/**
 * Names in another order than the table's: each run begins with one of `heads` and continues until
 * the table has the next head.
 */
export const inRuns = <Name extends FieldName>(names: readonly Name[], heads: readonly Name[]): Name[] =>
  heads.flatMap((head) => {
    const run = names.slice(names.indexOf(head));
    const end = run.findIndex((name, at) => at > 0 && heads.includes(name));
    return end < 0 ? run : run.slice(0, end);
  });

export const FACTS = DRAFT_FIELDS.flatMap((name) => {
  const { fact } = fieldOf(name);
  return fact ? [{ name, ...fact }] : [];
});

export const shownIn = (view: object, name: FieldName): unknown =>
  placeOf(name)
    .split(".")
    .reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), view);
export const placeOf = (name: FieldName): string => fieldOf(name).place ?? name;
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
