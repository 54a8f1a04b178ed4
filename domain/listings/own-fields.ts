import { as, t, type Words } from "#languages/words.ts";

/** What a field of the site holds. */
export const OWN_KINDS = {
  line: t`Short text`,
  text: t`Long text`,
  number: as("a type of field")`Number`,
  flag: t`Yes or no`,
  choice: t`Single choice`,
  choices: t`Multiple choice`,
  date: t`Date`,
  link: t`Link`,
  licence: t`Licence (SPDX)`,
} as const satisfies Record<string, Words>;
export type OwnKind = keyof typeof OWN_KINDS;
export const isOwnKind = (text: string): text is OwnKind => Object.hasOwn(OWN_KINDS, text);
/** Where lists and pages show a field. */
export const OWN_PLACES = ["card", "facts", "comparison"] as const;
export type OwnPlace = (typeof OWN_PLACES)[number];

/** Properties of schema.org that a field may be, and the types that have them. */
export const SCHEMA_PROPERTIES: Readonly<Record<string, "Product" | "SoftwareApplication">> = {
  ...{ license: "SoftwareApplication", operatingSystem: "SoftwareApplication", softwareVersion: "SoftwareApplication" },
  ...{
    softwareRequirements: "SoftwareApplication",
    downloadUrl: "SoftwareApplication",
    fileSize: "SoftwareApplication",
  },
  ...{ model: "Product", color: "Product", material: "Product", size: "Product", weight: "Product", width: "Product" },
  ...{ height: "Product", depth: "Product", sku: "Product", gtin: "Product", releaseDate: "Product" },
  ...{ countryOfOrigin: "Product", award: "Product" },
};

/** A fixed value with the words that people read. */
export type OwnOption = { value: string; label: string };

/** A field that admins define. Forms, checks, filters, imports and views derive from it. */
export type OwnField = {
  /** Fixed once the field exists. */
  key: string;
  label: string;
  kind: OwnKind;
  hint?: string;
  /** Of numbers, like "kg". */
  unit?: string;
  /** The heading above it. */
  group?: string;
  /** Of choices. Empty: any short text. */
  options?: OwnOption[];
  /** Lower bounds that filters of a number or date offer, in ascending order. Dates in seconds. */
  steps?: number[];
  /** Slugs of the categories whose listings have it. Empty: all listings. */
  categories?: string[];
  shownIn: OwnPlace[];
  isFilter?: boolean;
  isSort?: boolean;
  /** No part of the definition: a job is at its values, so it neither filters nor sorts yet. */
  isIndexing?: boolean;
  isSearched?: boolean;
  isRequired?: boolean;
  /** What the drafter looks for. Without a quote, a value is kept as unproven. */
  drafted?: { guide: string; quote: boolean };
  editors: "owner" | "team";
  /** A property of schema.org; without it, an additionalProperty. */
  schemaOrg?: string;
};

export type OwnValue = string | number | boolean | string[];
export type OwnValues = Record<string, OwnValue>;

export const OWN_KEY = /^[a-z][a-z0-9_]{0,39}$/;
export const MOST_OWN_FIELDS = 40;
export const MOST_CHOICES = 40;
export const LONGEST = { line: 200, text: 5000, link: 500, option: 60 } as const;

export const isIndexed = ({ isFilter, isSort }: OwnField): boolean => isFilter === true || isSort === true;
/** Kinds whose values are words to search. */
const WORDY: readonly OwnKind[] = ["line", "text", "choice", "choices", "licence"];
export const hasWords = ({ kind }: Pick<OwnField, "kind">): boolean => WORDY.includes(kind);
/** Whether listings of these categories, ancestors included, have the field. */
export const appliesTo = ({ categories = [] }: OwnField, slugs: readonly string[]): boolean =>
  categories.length === 0 || categories.some((slug) => slugs.includes(slug));

/** Those that drafts look for, the ones of every listing first. */
export const draftedFields = (fields: readonly OwnField[]): OwnField[] =>
  fields
    .filter(({ drafted }) => drafted)
    .sort((one, other) => (one.categories?.length ?? 0) - (other.categories?.length ?? 0));

/** Those that are required and have no value. */
export const missingOwn = (fields: readonly OwnField[], values: OwnValues | undefined): OwnField[] =>
  fields.filter((field) => field.isRequired && values?.[field.key] === undefined);
