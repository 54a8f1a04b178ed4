import { ALL_FIELDS, shownIn } from "#domain/listings/fields.ts";
import type { OwnField, OwnValue } from "#domain/listings/own-fields.ts";
import { typedOwn } from "#domain/listings/own-values.ts";
import { PLATFORMS } from "#domain/listings/section-fields.ts";
import { CSV_START, csvLine } from "#domain/text/csv.ts";
import { writeList } from "#domain/text/list-cell.ts";
import { membersOf } from "#domain/text/record.ts";
import type { Entry } from "./public-data.ts";
import { OWN, SOCIAL } from "./table/headings.ts";

export const EXPORT_FORMATS = ["jsonl", "yaml", "csv"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The text of an export, entry by entry. A table has listings only: a column for each field. */
export async function* written(
  entries: AsyncIterable<Entry>,
  format: ExportFormat,
  own: readonly OwnField[],
): AsyncGenerator<string> {
  if (format === "csv") yield CSV_START + csvLine(columnsOf(own));
  // A document of YAML is read as a whole, so each entry is one item of a list.
  const { stringify } = await import("yaml");
  for await (const entry of entries) {
    if (format === "jsonl") yield `${JSON.stringify(entry)}\n`;
    else if (format === "yaml")
      yield stringify([JSON.parse(JSON.stringify(entry))], { lineWidth: 0, aliasDuplicateObjects: false });
    else if (entry.type === "listing") yield csvLine(cellsOf(membersOf(entry.data), own));
  }
}

const FIELDS = ALL_FIELDS.filter((name) => name !== "categories");
const columnsOf = (own: readonly OwnField[]): string[] => [
  ...["url", "categories", ...FIELDS, "launched_at"],
  ...PLATFORMS.map((name) => SOCIAL + name),
  ...own.map(({ key }) => OWN + key),
];

function cellsOf(listing: Record<string, unknown>, own: readonly OwnField[]): string[] {
  const { url, categories, socials, attributes, launched_at: launchedAt } = listing;
  const values = new Map(
    (Array.isArray(attributes) ? attributes : []).map(membersOf).map(({ key, value }) => [key, value as OwnValue]),
  );
  const textOf = (value: unknown) => (value == null ? "" : Array.isArray(value) ? writeList(value) : String(value));
  return [
    textOf(url),
    writeList((Array.isArray(categories) ? categories : []).map((one) => membersOf(one).name)),
    ...FIELDS.map((name) => textOf(shownIn(listing, name))),
    textOf(launchedAt),
    ...PLATFORMS.map((name) => textOf(membersOf(socials)[name])),
    ...own.map(({ key }) => typedOwn(values.get(key))),
  ];
}
