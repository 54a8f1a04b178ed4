import { nearestTo } from "../search/nearest.ts";
import { isIndexed, type OwnField } from "./own-fields.ts";
import { readNumber, readOwn, spellLicence } from "./own-values.ts";

/** What is wanted of a field: any of some values, or a range. Dates in seconds. */
export type OwnWish = { any: string[] } | { from?: number | undefined; to?: number | undefined };
/** By key of a field. Between fields, all must hold. */
export type OwnFilter = Record<string, OwnWish>;

// Inside of quotes, two of them are one.
const VALUE = String.raw`(?:"(?:[^"]|"")+"|[^\s"|]+)`;
const CONDITION = new RegExp(String.raw`([a-z][a-zA-Z0-9_]*)(:|>=|<=)(${VALUE}(?:\|${VALUE})*)`, "g");
const BETWEEN = /\|(?=(?:[^"]*"[^"]*")*[^"]*$)/;

/** Reads `licence:MIT|Apache-2.0 stars>=1000 demo:yes platforms:"Node.js"`. A fault says what can be asked. */
export function readWhere(text: string, fields: readonly OwnField[]): { filter: OwnFilter } | { fault: string } {
  const filterable = fields.filter(({ isFilter }) => isFilter);
  const names = filterable.map(({ key }) => key).join(", ");
  const rest = text.replace(CONDITION, "").trim();
  if (rest !== "")
    return {
      fault: `"${rest.slice(0, 60)}" is not a condition. Write key:value|value, key>=number or key<=number. Keys: ${names}.`,
    };
  const filter: OwnFilter = {};
  for (const [, key = "", sign, list = ""] of text.matchAll(CONDITION)) {
    const field = filterable.find((one) => one.key === key);
    if (!field && fields.some((one) => one.key === key && one.isIndexing))
      return { fault: `"${key}" is still being indexed. Try again in a few minutes.` };
    if (!field) {
      const [near] = nearestTo(key, names.split(", "));
      return { fault: `There is no filter "${key}". ${near ? `Did you mean "${near}"? ` : ""}Filters are ${names}.` };
    }
    const values = list.split(BETWEEN).map(unquoted);
    if (sign === ":") {
      const odd = values.find((value) => !isOfKind(field, value));
      if (odd !== undefined)
        return { fault: `${key} is ${field.kind === "flag" ? "yes or no" : "a number"}, not "${odd}".` };
      filter[key] = { any: values.map((value) => indexedValue(field, value)) };
      continue;
    }
    const bound = boundOf(field, values[0] ?? "");
    if (bound === undefined)
      return { fault: `${key} is compared with a ${field.kind === "date" ? "date" : "number"}, not "${values[0]}".` };
    const before = filter[key];
    filter[key] = { ...(before && "any" in before ? {} : before), [sign === ">=" ? "from" : "to"]: bound };
  }
  return { filter };
}

function isOfKind(field: OwnField, value: string): boolean {
  if (field.kind === "flag") return typeof readOwn(field, value) === "boolean";
  return field.kind !== "number" || readNumber(value) !== undefined;
}

function boundOf({ kind }: OwnField, text: string): number | undefined {
  if (kind !== "date") return readNumber(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at / 1000;
}

/** A value as the index has it. GPL-3.0 and GPL-3.0-only are one licence there. */
export function indexedValue(field: OwnField, value: string): string {
  if (field.kind === "flag") return readOwn(field, value) === true ? "1" : "0";
  if (field.kind === "licence") return spellLicence(value).replace(/-only$/, "");
  const kind = field.kind === "choices" ? "choice" : field.kind;
  return String(readOwn({ ...field, kind }, value) ?? value);
}

/** A value as conditions spell it. */
export const quotedValue = (value: string): string =>
  /[\s|"]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
const unquoted = (value: string): string => (value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
const boundText = ({ kind }: OwnField, bound: number): string =>
  kind === "date" ? new Date(bound * 1000).toISOString().slice(0, 10) : String(bound);

/** The same as text, for addresses: one spelling for each filter. */
export const writeWhere = (filter: OwnFilter, fields: readonly OwnField[]): string =>
  fields
    .flatMap((field) => {
      const wish = filter[field.key];
      if (wish === undefined) return [];
      if ("any" in wish) {
        const values = wish.any
          .map((value) => (field.kind === "flag" ? (value === "1" ? "yes" : "no") : quotedValue(value)))
          .sort();
        return values.length > 0 ? [`${field.key}:${values.join("|")}`] : [];
      }
      const { from, to } = wish;
      return [
        ...(from === undefined ? [] : [`${field.key}>=${boundText(field, from)}`]),
        ...(to === undefined ? [] : [`${field.key}<=${boundText(field, to)}`]),
      ];
    })
    .join(" ");

/** Conditions without those on a field; undefined if none is left. */
export function whereWithout(where: string | undefined, key: string, fields: readonly OwnField[]): string | undefined {
  const read = readWhere(where ?? "", fields);
  if ("fault" in read) return undefined;
  const { [key]: _, ...others } = read.filter;
  return writeWhere(others, fields) || undefined;
}

/** Keys that results can be sorted by; "-" before one is descending. */
export const sortableKeys = (fields: readonly OwnField[]): string[] =>
  fields.flatMap((field) => (field.isSort && isIndexed(field) ? [field.key] : []));
