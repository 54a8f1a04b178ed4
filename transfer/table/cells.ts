import { schemaOf, wrongWords } from "#actions/listings/change-own.ts";
import { FIELDS } from "#domain/listings/fields.ts";
import type { OwnField } from "#domain/listings/own-fields.ts";
import { readOwn } from "#domain/listings/own-values.ts";
import { countryNamed, pricingModelNamed } from "#domain/search/filter-values.ts";
import type { ImportColumn as Column } from "#domain/site/import.ts";
import { importWords } from "#domain/site/import-words.ts";
import { readList } from "#domain/text/list-cell.ts";
import { excerpt } from "#domain/text/text.ts";
import type { Read } from "../read-file.ts";
import { LISTS } from "../row-schema.ts";
import { OLD_ADDRESS, OWN, SOCIAL } from "./headings.ts";
import { plainText } from "./markdown.ts";
import { plainNumber, readDay } from "./marks.ts";
import type { Cell } from "./objects.ts";
import type { TableRow } from "./rows.ts";

const TAGLINE = 200;
const HOST = /^(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?(?:[/?#]|$)/i;

const withScheme = (text: string): string =>
  text.startsWith("//") ? `https:${text}` : HOST.test(text) ? `https://${text}` : text;
/** A quote that keeps spreadsheets from taking a text for a formula is no part of it. */
const textOf = (cell: Cell): string =>
  [cell]
    .flat()
    .join("; ")
    .trim()
    .replace(/^'(?='*[=+\-@＝＋－＠])/, "");

function listOf(cell: Cell, { hasCommas }: Column): string[] {
  if (!Array.isArray(cell) && !hasCommas) return readList(textOf(cell));
  const parts = Array.isArray(cell) ? cell : textOf(cell).split(",");
  return [...new Set(parts.map((part) => part.trim()).filter(Boolean))];
}

/** Values as the profile spells them, of what spreadsheets and other directories write. */
function spelled(to: string, text: string, { days }: Column): string {
  if (to === "url" || to.endsWith("_url") || to.startsWith(SOCIAL)) return withScheme(text);
  if (to === "contact_email") return text.replace(/^mailto:/i, "");
  if (to === "launched_at") return /^\d{4}-\d\d-\d\dT\S+$/.test(text) ? text : (readDay(text, days) ?? text);
  return text;
}

/** Fields with few values, as people write them. Any other value is left out, not the row. */
const NAMED: Record<string, (text: string) => string | undefined> = {
  country: countryNamed,
  pricing_model: (text) =>
    pricingModelNamed(text) ?? (text.length <= FIELDS.pricing_model.listingMax ? text : undefined),
  founded_year: (text) => /(?<!\d)(?:1\d{3}|20\d\d|2100)(?!\d)/.exec(text)?.[0],
};

/** The value of a field of the site; or why it cannot be kept. */
function ownValue(field: OwnField, cell: Cell, column: Column): { value: unknown } | { note: string } {
  const text = textOf(cell);
  const typed =
    field.kind === "number"
      ? plainNumber(text, column.decimal)
      : field.kind === "date"
        ? (readDay(text, column.days) ?? text)
        : text;
  const read =
    Array.isArray(cell) && /^(choices|licence)$/.test(field.kind) ? listOf(cell, column) : readOwn(field, typed);
  const parsed = schemaOf(field).safeParse(read);
  return parsed.success
    ? { value: parsed.data }
    : { note: importWords("leftOutWhy", column.column, excerpt(text, 60), wrongWords(field)) };
}

/** A row of a table as a listing is read, with notes about what cannot be kept. */
export function readCells(row: TableRow, columns: readonly Column[], fields: ReadonlyMap<string, OwnField>): Read {
  if (row.fault !== undefined) return row;
  const value: Record<string, unknown> = {};
  const attributes: Record<string, unknown> = {};
  const notes: string[] = [];
  let oldAddress: string | undefined;
  for (const column of columns) {
    const cell = row.cells[column.column] ?? "";
    const text = textOf(cell);
    const { to } = column;
    if (text === "" || to === "") continue;
    if (to.startsWith(OWN)) {
      const field = fields.get(to.slice(OWN.length));
      if (!field) continue;
      const read = ownValue(field, cell, column);
      if ("note" in read) notes.push(read.note);
      else if (read.value !== undefined) attributes[field.key] = read.value;
    } else if (to === OLD_ADDRESS) oldAddress = text;
    else if (to.startsWith(SOCIAL))
      value.socials = { ...Object(value.socials), [to.slice(SOCIAL.length)]: spelled(to, text, column) };
    else if (NAMED[to]) {
      const named = NAMED[to](text);
      if (named === undefined) notes.push(importWords("leftOut", column.column, excerpt(text, 60)));
      else value[to] = named;
    } else value[to] = LISTS.includes(to) ? listOf(cell, column) : spelled(to, text, column);
  }
  const isDerived = typeof value.description === "string" && !columns.some(({ to }) => to === "tagline");
  if (isDerived) value.tagline = taglineOf(String(value.description));
  const columnOf = (field: string) => columns.find(({ to }) => to === field)?.column ?? field;
  return {
    ...{ line: row.line, value, attributes, notes, columnOf },
    ...(isDerived && { derived: ["tagline"] }),
    ...(oldAddress && { oldAddress }),
  };
}

/** The first sentence of a description, or as much of it as fits. */
function taglineOf(description: string): string {
  const plain = plainText(description);
  const sentence = /^.{20,}?[.!?](?=\s|$)/.exec(plain)?.[0] ?? plain;
  return excerpt(sentence, TAGLINE);
}
