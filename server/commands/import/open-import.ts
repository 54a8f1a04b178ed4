import { readdir, readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { AppError } from "#core/errors/errors.ts";
import type { OwnField } from "#domain/listings/own-fields.ts";
import type { ImportColumn } from "#domain/site/import.ts";
import { isRowFile, joinFiles } from "#transfer/folder.ts";
import { type Read, readJsonLines } from "#transfer/read-file.ts";
import { readSource } from "#transfer/source.ts";
import { type Format, isEntry, recordsOf } from "#transfer/table/rows.ts";
import { CommandError } from "../command.ts";
import { openText } from "../open-text.ts";

type Opened = {
  format: Format;
  encoding: string;
  delimiter: string;
  columns: ImportColumn[];
  isExport: boolean;
  records: AsyncIterable<Read>;
};
type Known = { isCsv: boolean; delimiter: string | undefined; own: readonly OwnField[] };

/** Opens a file, or standard input for "-". Exports may be long, so they are read line by line. */
export async function openImport(file: string, { isCsv, delimiter, own }: Known): Promise<Opened> {
  if (!isCsv && (file === "-" || /^\.(jsonl|ndjson)$/.test(extname(file)))) {
    const lines = readJsonLines(await openText(file));
    const first = await lines.next();
    if (!first.done && (file === "-" || isEntry(first.value.value))) {
      if (!isEntry(first.value.value))
        throw new CommandError("Standard input is not an export. Add --csv for a table, or name a file.", 2);
      return {
        format: "json",
        encoding: "UTF-8",
        delimiter: "",
        columns: [],
        isExport: true,
        records: from(first.value, lines),
      };
    }
  }
  try {
    const bytes = await bytesOf(file);
    const read = await readSource(bytes, {
      name: file,
      own,
      ...(isCsv && { format: "csv" }),
      delimiter: delimiter ?? (extname(file) === ".tsv" ? "\t" : undefined),
    });
    return { ...read, records: recordsOf(read.text, read.format, read.delimiter) };
  } catch (error) {
    if (error instanceof AppError) throw new CommandError(`${file}: ${error.message}`, 2);
    throw error;
  }
}

async function* from(first: Read, rest: AsyncIterable<Read>): AsyncGenerator<Read> {
  yield first;
  yield* rest;
}

async function filesOf(folder: string) {
  const paths = (await readdir(folder, { recursive: true })).filter(isRowFile);
  return Promise.all(paths.map(async (path) => ({ path, bytes: await readFile(join(folder, path)) })));
}

async function bytesOf(file: string): Promise<Uint8Array> {
  if (file !== "-") {
    return (await stat(file)).isDirectory() ? joinFiles(await filesOf(file)) : readFile(file);
  }
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
