import { as, inEnglish, joined, type Text, t, wordsWith } from "#languages/words.ts";
import { excerpt } from "../text/text.ts";
import { DRAFT_FIELDS, type DraftFieldName, fieldOf, inRuns, isYearField, labelOf } from "./fields.ts";
import type { Listing } from "./listing.ts";
import { appliesTo, type OwnField } from "./own-fields.ts";
import { shownOwn, typedOwn } from "./own-values.ts";
import { factOf } from "./shared-facts.ts";

export type CompareRow = {
  key: string;
  label: string;
  group: "general" | "category";
  a: string | number | null;
  b: string | number | null;
};

const CELL_LENGTH = 200;

export const COMPARED: ReadonlyMap<string, DraftFieldName> = new Map(
  inRuns(
    DRAFT_FIELDS.filter((name) => fieldOf(name).compared),
    ["pricing_model", "stage", "founded_year", "country"],
  ).map((name) => [fieldOf(name).compared?.key ?? name, name]),
);

type Read = (listing: Listing) => string | number | null;

const fieldRow = ([key, name]: [string, DraftFieldName]): [key: string, label: Text, read: Read] => [
  key,
  fieldOf(name).compared?.label ?? labelOf(name),
  (listing) => (isYearField(name) ? Number(factOf(listing, name)) : String(factOf(listing, name) ?? "")) || null,
];

const GENERAL: [key: string, label: Text, read: Read][] = [
  ["category", t`Category`, ({ profile }) => profile.categories.find(({ primary }) => primary)?.name ?? null],
  ...[...COMPARED].map(fieldRow),
  ["founders", t`Founders`, ({ profile }) => profile.founders.map(({ name }) => name).join(", ") || null],
  [
    "rating",
    t`Rating`,
    ({ ratingSum, ratingCount }) => (ratingCount ? Math.round((ratingSum / ratingCount) * 10) / 10 : null),
  ],
  ["votes", as("a count")`Votes`, ({ votes }) => votes],
  ["domain_rating", t`Domain Rating`, ({ domainRating }) => domainRating],
  [
    "launched",
    wordsWith("launches", t`Launched`, t`Listed`),
    ({ launchedAt }) => launchedAt?.toISOString().slice(0, 10) ?? null,
  ],
];

export const GENERAL_LABELS: ReadonlyMap<string, Text> = new Map(GENERAL.map(([key, label]) => [key, label]));

/** Those that comparisons of listings in these categories, ancestors included, show. */
export const comparedFields = (fields: readonly OwnField[], categories: readonly string[]): OwnField[] =>
  fields.filter((field) => field.shownIn.includes("comparison") && appliesTo(field, categories));

const keyOf = (label: string): string =>
  label
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_+|_+$/g, "");

/** Whether the words of `label` occur consecutively in `text`, ignoring a plural s. */
function names(text: string, label: string): boolean {
  const words = (from: string) =>
    (from.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.replace(/(?<=\p{L}{2})s$/u, ""));
  return ` ${words(text).join(" ")} `.includes(` ${words(label).join(" ")} `);
}

/**
 * What a listing states about an attribute: the stored attribute, its pricing model, or a feature
 * or FAQ answer that names it. Never inferred.
 */
export function statedAttribute({ profile, pricingModel }: Listing, label: string): string | null {
  const stored = Object.entries(profile.attributes ?? {}).find(([name]) => keyOf(name) === keyOf(label))?.[1];
  if (stored !== undefined) return typedOwn(stored);
  if (keyOf(label) === "free_plan" && (pricingModel === "free" || pricingModel === "freemium")) return "Yes";
  if (keyOf(label) === "open_source" && pricingModel === "open_source") return "Yes";
  const said =
    [...profile.features, ...profile.usps].find((text) => names(text, label)) ??
    profile.faqs.find(({ question }) => names(question, label))?.answer;
  return said === undefined ? null : excerpt(said, CELL_LENGTH);
}

function ownCell(field: OwnField, { profile }: Listing): string | number | null {
  const value = profile.attributes?.[field.key];
  if (value === undefined) return null;
  if (typeof value === "number" && field.unit === undefined) return value;
  return excerpt(inEnglish(joined(shownOwn(field, value), ", ")), CELL_LENGTH);
}

/** Rows of the fields that the site defines for comparisons, then of labels of the categories without one. */
export const compareListings = (
  a: Listing,
  b: Listing,
  attributes: readonly string[],
  fields: readonly OwnField[],
): CompareRow[] => [
  ...GENERAL.map(([key, label, read]) => ({
    key,
    label: inEnglish(label),
    group: "general" as const,
    a: read(a),
    b: read(b),
  })),
  ...fields.map((field) => ({
    key: field.key,
    label: field.label,
    group: "category" as const,
    a: ownCell(field, a),
    b: ownCell(field, b),
  })),
  ...attributes
    .filter((label) => !fields.some((field) => field.key === keyOf(label)))
    .map((label) => ({
      key: keyOf(label),
      label,
      group: "category" as const,
      a: statedAttribute(a, label),
      b: statedAttribute(b, label),
    })),
];

export const isOnlyIn = (row: CompareRow, side: "a" | "b"): boolean =>
  row.group === "category" && isYes(row[side]) && !isYes(row[side === "a" ? "b" : "a"]);

const isYes = (value: CompareRow["a"]): boolean => value !== null && !/^(no|not|none|never)\b/i.test(String(value));
