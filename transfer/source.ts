import type { OwnField } from "#domain/listings/own-fields.ts";
import type { ImportColumn, ImportOptions } from "#domain/site/import.ts";
import { t } from "#languages/words.ts";
import { entryReader, isTaken } from "./entries.ts";
import type { Making } from "./making.ts";
import type { Read } from "./read-file.ts";
import { readCells } from "./table/cells.ts";
import { decodeText, unreadable } from "./table/decode.ts";
import { guessDelimiter } from "./table/delimiter.ts";
import { columnValues, guessColumns } from "./table/guess.ts";
import { OWN } from "./table/headings.ts";
import { type Format, formatOf, isEntry, recordsOf, rowOf } from "./table/rows.ts";

/** A file that can be read: what is in it, and its text. */
export type Source = {
  format: Format;
  encoding: string;
  delimiter: string;
  text: string;
  columns: ImportColumn[];
  total: number;
  isExport: boolean;
};

type Known = { name: string; own: readonly OwnField[]; format?: Format | undefined; delimiter?: string | undefined };

/** Reads a file to its end and guesses what its columns are. */
export async function readSource(bytes: Uint8Array, known: Known): Promise<Source> {
  const { text, encoding } = decodeText(bytes);
  if (text.trim() === "") throw unreadable(t`This file is empty.`);
  const format = known.format ?? formatOf(known.name, text);
  const guessed = format === "csv" ? guessDelimiter(text) : { delimiter: "", rest: text };
  const delimiter = known.delimiter ?? guessed.delimiter;
  const values = columnValues();
  let [total, isExport] = [0, false];
  for await (const record of recordsOf(guessed.rest, format, delimiter)) {
    const isOfExport = isEntry(record.value);
    if (!isOfExport || isTaken(record.value)) total++;
    if (isOfExport) isExport = true;
    else {
      const row = rowOf(record);
      if (row.fault === undefined) values.add(row.cells);
    }
  }
  if (total === 0) throw unreadable(t`This file has no rows.`);
  const columns = guessColumns(values.columns, known.own, format === "json" || format === "yaml");
  return { format, encoding, delimiter, text: guessed.rest, columns, total, isExport };
}

/** What an import does unless told otherwise. An export brings what its site had. */
export const usualOptions = ({ isExport }: Pick<Source, "isExport">): ImportOptions => ({
  create: { fields: true, categories: true },
  update: false,
  owned: false,
  launched: isExport ? "given" : "none",
  status: "live",
  category: null,
  pictures: !isExport,
});

export const newFieldsOf = (columns: readonly ImportColumn[]): OwnField[] =>
  columns.flatMap(({ to, isNew }) => (isNew && to === OWN + isNew.key ? [isNew] : []));

/** The records of a file as rows to take in. */
export async function* rowsToTakeIn(
  records: AsyncIterable<Read>,
  {
    columns,
    making,
    create,
    baseUrl,
  }: {
    columns: readonly ImportColumn[];
    making: Making;
    create: ImportOptions["create"];
    baseUrl: string;
  },
): AsyncGenerator<Read> {
  for (const field of newFieldsOf(columns)) making.addField(field);
  const fields = new Map(making.fields.map((field) => [field.key, field]));
  const read = entryReader(baseUrl);
  for await (const record of records) {
    if (!isEntry(record.value)) {
      yield readCells(rowOf(record), columns, fields);
      continue;
    }
    const entry = read(record);
    const isLeftOut = (entry?.isField && !create.fields) || (entry?.isCategory && !create.categories);
    if (entry && !isLeftOut) yield entry;
  }
}

/** Columns that rows have and no field takes. */
export const leftOut = (columns: readonly ImportColumn[], { create }: Pick<ImportOptions, "create">): string[] =>
  columns
    .filter(({ to, isNew, filled }) => filled > 0 && (to === "" || (isNew && to === OWN + isNew.key && !create.fields)))
    .map(({ column }) => column);
