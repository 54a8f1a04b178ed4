import type { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { importWords } from "#domain/site/import-words.ts";
import type { NewListing } from "#store/repos/listings/listing-writes.ts";

export type Read = {
  line: number;
  value?: unknown;
  isPost?: boolean;
  isPicture?: boolean;
  isField?: boolean;
  isCategory?: boolean;
  isDemo?: boolean;
  terms?: Partial<NewListing>;
  /** Values of fields of the site. */
  attributes?: Record<string, unknown>;
  /** Where the page was on the former site. */
  oldAddress?: string;
  /** Fields whose values follow from others. An update does not set them. */
  derived?: string[];
  /** What of the row cannot be kept. */
  notes?: string[];
  columnOf?: (field: string) => string;
  fault?: string;
};

const MOST_RECORD_BYTES = 1_000_000;

/** Every column has a name of its own. */
function uniqueNames(headings: readonly unknown[]): string[] {
  const seen = new Map<string, number>();
  return headings.map((heading, index) => {
    const name = String(heading ?? "").trim() || `Column ${index + 1}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

/** CSV rows as text by column. An invalid row does not end the import. */
export async function* readCsv(input: Readable, delimiter: string): AsyncGenerator<Read> {
  const unreadable: Read[] = [];
  const parser = parse({
    columns: uniqueNames,
    bom: true,
    delimiter,
    info: true,
    skip_empty_lines: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_records_with_error: true,
    max_record_size: MOST_RECORD_BYTES,
    on_skip: (error) => void unreadable.push({ line: Number(error?.lines ?? 0), fault: csvFault(error) }),
  });
  input.on("error", (error) => parser.destroy(error));
  try {
    for await (const { record, info } of input.pipe(parser)) {
      yield* unreadable.splice(0);
      yield { line: info.lines, value: record };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    unreadable.push({ line: Number(error.lines ?? 0), fault: csvFault(error) });
  }
  yield* unreadable;
}

const csvFault = (error: CsvError | undefined): string =>
  importWords(
    error?.code === "CSV_MAX_RECORD_SIZE"
      ? "long"
      : error?.code === "CSV_QUOTE_NOT_CLOSED"
        ? "openQuote"
        : "unreadable",
  );

export async function* readJsonLines(input: Readable): AsyncGenerator<Read> {
  let line = 0;
  for await (const text of linesOf(input)) {
    line++;
    // trim also removes a byte order mark.
    if (text.trim() === "") continue;
    try {
      yield { line, value: JSON.parse(text.trim()) };
    } catch {
      yield { line, fault: importWords("notJson") };
    }
  }
}

/** readline would end silently on an input error. */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of input) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}
