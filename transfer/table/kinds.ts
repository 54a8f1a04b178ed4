import type { OwnField, OwnKind } from "#domain/listings/own-fields.ts";
import { isLicence, isNumeral } from "#domain/listings/own-values.ts";
import { readList } from "#domain/text/list-cell.ts";
import { daysOf, decimalOf, plainNumber, readDay } from "./marks.ts";

const FLAG = /^(?:yes|no|y|n|true|false|0|1|x|ja|nein|wahr|falsch|oui|non|s[ií])$/i;
const LINK = /^(?:https?:\/\/\S+|(?:[\w-]+\.)+[a-z]{2,}(?:\/\S*)?)$/i;
const SHORT = 60;
const LONG = 200;

/** What the values of a column are. `isList`: some came as lists. */
export function kindOf(cells: readonly string[], isList = false): OwnKind {
  const all = (test: (cell: string) => boolean) => cells.length > 0 && cells.every(test);
  const distinct = new Set(cells);
  if (all((cell) => FLAG.test(cell)) && distinct.size <= 3) return "flag";
  const days = daysOf(cells);
  if (all((cell) => readDay(cell, days) !== undefined)) return "date";
  if (all(isNumeral)) return "number";
  if (all((cell) => LINK.test(cell))) return "link";
  const parts = cells.flatMap((cell) => readList(cell));
  if (parts.filter(isLicence).length * 2 > parts.length) return "licence";
  if ((isList || parts.length > cells.length) && parts.every((part) => part.length <= SHORT)) return "choices";
  if (cells.some((cell) => cell.length > LONG || cell.includes("\n"))) return "text";
  const isRepeated = distinct.size < cells.length && distinct.size <= Math.max(3, cells.length / 3);
  return isRepeated && cells.every((cell) => cell.length <= SHORT) ? "choice" : "line";
}

/** Round lower bounds that part the values. */
export function stepsOf(values: readonly number[]): number[] {
  const sorted = values.filter((value) => Number.isFinite(value) && value > 0).sort((a, b) => a - b);
  const round = (value: number) => {
    const unit = 10 ** Math.floor(Math.log10(value));
    return Number((Math.round(value / unit) * unit).toPrecision(2));
  };
  const bounds = [0.25, 0.5, 0.75, 0.9, 0.98].flatMap((share) => sorted[Math.floor(share * (sorted.length - 1))] ?? []);
  return [...new Set(bounds.map(round))].sort((a, b) => a - b);
}

const FILTERED: readonly OwnKind[] = ["flag", "choice", "choices", "licence", "number"];

const ON_CARDS: readonly OwnKind[] = ["licence", "number", "choice", "choices"];

/** A field for a column, as its values suggest. `hasRoom`: cards may show one more. */
export function fieldFor(
  key: string,
  heading: string,
  { cells, isList, hasRoom }: { cells: readonly string[]; isList: boolean; hasRoom: boolean },
): OwnField {
  const kind = kindOf(cells, isList);
  const isFilter = FILTERED.includes(kind);
  const decimal = decimalOf(cells);
  const label = heading.trim().replace(/[_.]+/g, " ");
  return {
    key,
    kind,
    label: (label.charAt(0).toUpperCase() + label.slice(1)).slice(0, SHORT),
    shownIn: [
      ...(hasRoom && ON_CARDS.includes(kind) ? (["card"] as const) : []),
      "facts",
      ...(isFilter ? (["comparison"] as const) : []),
    ],
    editors: "owner",
    ...(isFilter && { isFilter }),
    ...((kind === "number" || kind === "date") && { isSort: true }),
    ...(kind === "number" && { steps: stepsOf(cells.map((cell) => Number(plainNumber(cell, decimal)))) }),
  };
}
