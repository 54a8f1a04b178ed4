import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { parse } from "csv-parse";

/** One thing read: its line in the file, and what it holds, a listing or a post, or why it cannot be read. */
export type Read = { line: number; value?: unknown; isPost?: boolean; fault?: string };

const MOST_RECORD_BYTES = 1_000_000;

export const openFile = (file: string): Readable => (file === "-" ? process.stdin : createReadStream(file));

/** Rows of a CSV file with a head line, as an object of text by column. A row that cannot be read does not end the others. */
export async function* readCsv(input: Readable, delimiter: string): AsyncGenerator<Read> {
  const unreadable: Read[] = [];
  const parser = parse({
    columns: true,
    bom: true,
    delimiter,
    info: true,
    skip_empty_lines: true,
    // Tables of other programs are rarely exact: stray quotes are text, missing cells are empty.
    relax_quotes: true,
    relax_column_count: true,
    skip_records_with_error: true,
    max_record_size: MOST_RECORD_BYTES,
    on_skip: (error) =>
      void unreadable.push({ line: Number(error?.lines ?? 0), fault: error?.message ?? "cannot be read" }),
  });
  input.on("error", (error) => parser.destroy(error));
  for await (const { record, info } of input.pipe(parser)) {
    yield* unreadable.splice(0);
    yield { line: info.lines as number, value: record };
  }
  yield* unreadable;
}

/** Lines of JSON. */
export async function* readJsonLines(input: Readable): AsyncGenerator<Read> {
  let line = 0;
  // Without this an input that cannot be opened would end silently.
  const failed = new Promise<never>((_, reject) => input.once("error", reject));
  failed.catch(() => undefined);
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    line++;
    if (text.trim() === "") continue;
    try {
      yield { line, value: JSON.parse(text) };
    } catch {
      yield { line, fault: "is not JSON" };
    }
  }
  if (input.errored) await failed;
}
