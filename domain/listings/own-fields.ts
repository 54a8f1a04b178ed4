import { z } from "zod";
import { t, type Words } from "../../languages/words.ts";
import { readOwn, spellLicence } from "./own-values.ts";

/** What a field of the site holds. */
export const OWN_KINDS = {
  line: t`Short text`,
  text: t`Long text`,
  number: t`Number`,
  flag: t`Yes or no`,
  choice: t`One of several`,
  choices: t`Several of several`,
  date: t`Date`,
  link: t`Link`,
  licence: t`Licence (SPDX)`,
} as const satisfies Record<string, Words>;
export type OwnKind = keyof typeof OWN_KINDS;
export const isOwnKind = (text: string): text is OwnKind => Object.hasOwn(OWN_KINDS, text);
/** Where lists and pages show a field. */
export const OWN_PLACES = ["card", "facts", "comparison"] as const;
export type OwnPlace = (typeof OWN_PLACES)[number];

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
  isSearched?: boolean;
  isRequired?: boolean;
  /** What the drafter looks for. Without a quote, a value is kept as unproven. */
  drafted?: { guide: string; quote: boolean };
  editors: "owner" | "team";
  /** A property of schema.org; without it, an additionalProperty. */
  schemaOrg?: string;
};

export type OwnValue = string | number | boolean | string[];
/** By key. */
export type OwnValues = Record<string, OwnValue>;

export const OWN_KEY = /^[a-z][a-z0-9_]{0,39}$/;
export const MOST_OWN_FIELDS = 40;
export const MOST_CHOICES = 40;
export const LONGEST = { line: 200, text: 5000, link: 500, option: 60 } as const;

const short = (max: number) => z.string().trim().min(1).max(max);
const oneOf = ({ options = [] }: OwnField) => {
  const [first, ...rest] = options.map(({ value }) => value);
  return first === undefined ? short(LONGEST.option) : z.enum([first, ...rest]);
};

/** The check of a value, made from its definition. */
export function schemaOf(field: OwnField): z.ZodType<OwnValue> {
  switch (field.kind) {
    case "line":
      return short(LONGEST.line);
    case "text":
      return short(LONGEST.text);
    case "number":
      return z.number();
    case "flag":
      return z.boolean();
    case "choice":
      return oneOf(field);
    case "choices":
      return z.array(oneOf(field)).max(MOST_CHOICES);
    case "licence":
      return z.array(short(LONGEST.option).overwrite(spellLicence)).max(MOST_CHOICES);
    case "date":
      return z.iso.date();
    case "link":
      return z.url({ protocol: /^https?$/ }).max(LONGEST.link);
  }
}

/** Definitions change rarely, and making forty checks takes 8 ms. */
const schemas = new WeakMap<readonly OwnField[], ReturnType<typeof makeSchema>>();
const makeSchema = (fields: readonly OwnField[]) =>
  z.strictObject(Object.fromEntries(fields.map((field) => [field.key, schemaOf(field).nullable().optional()])));
const schemaOfAll = (fields: readonly OwnField[]) => schemas.getOrInsertComputed(fields, makeSchema);

export const isIndexed = ({ isFilter, isSort }: OwnField): boolean => isFilter === true || isSort === true;
/** Whether listings of these categories, ancestors included, have the field. */
export const appliesTo = ({ categories = [] }: OwnField, slugs: readonly string[]): boolean =>
  categories.length === 0 || categories.some((slug) => slugs.includes(slug));

export type OwnFault = { key: string; code: "unknown_field" | "invalid"; detail: string };

/** `before` with `given` in it; null removes. Or every fault. */
export function changeOwn(
  fields: readonly OwnField[],
  before: OwnValues | undefined,
  given: Record<string, unknown>,
): { values: OwnValues } | { faults: OwnFault[] } {
  const parsed = schemaOfAll(fields).safeParse(given);
  if (!parsed.success) {
    const known = fields.map(({ key }) => key).join(", ");
    return {
      faults: parsed.error.issues.flatMap((issue): OwnFault[] =>
        issue.code === "unrecognized_keys"
          ? issue.keys.map((key) => ({
              key,
              code: "unknown_field",
              detail: `There is no field "${key}". Fields are ${known}.`,
            }))
          : [{ key: String(issue.path[0]), code: "invalid", detail: issue.message }],
      ),
    };
  }
  const values: OwnValues = { ...before };
  for (const [key, value] of Object.entries(parsed.data))
    if (value === null || (Array.isArray(value) && value.length === 0)) delete values[key];
    else if (value !== undefined) values[key] = value;
  return { values };
}

/** The same from cells of a table or inputs of a form; an empty one removes. */
export const changeOwnFromText = (
  fields: readonly OwnField[],
  before: OwnValues | undefined,
  texts: Record<string, string>,
): ReturnType<typeof changeOwn> => {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const given = Object.entries(texts).map(([key, text]) => {
    const field = byKey.get(key);
    return [key, field ? (readOwn(field, text) ?? null) : text];
  });
  return changeOwn(fields, before, Object.fromEntries(given));
};

/** Those that are required of a listing in these categories and have no value. */
export const missingOwn = (
  fields: readonly OwnField[],
  values: OwnValues | undefined,
  categories: readonly string[],
): OwnField[] =>
  fields.filter((field) => field.isRequired && appliesTo(field, categories) && values?.[field.key] === undefined);
