import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { BOOK_FORMATS, type BookFormat, bookFile } from "#actions/invoices/book-files.ts";
import { createLanguages } from "#core/languages.ts";
import { type EuroRates, readEuroRates } from "#domain/invoices/vat-books.ts";
import { given } from "#domain/text/given.ts";
import { type Period, readPeriod } from "#domain/time/period.ts";
import { inEnglish, isOurs } from "#languages/words.ts";
import { createInvoiceArchive } from "#payments/invoices/archive.ts";
import { type Command, CommandError, type Flags, oneOf, required, text, withExistingStore } from "./command.ts";

export const books: Command = {
  name: "books",
  usage: "books --from 2026-10-01 --to 2026-12-31 [--format csv,datev] [--out FOLDER] [--rates USD=0.92]",
  summary: "Writes the books of a period: documents, DATEV, VAT by country, OSS return, EC sales list, fees.",
  about: `A document belongs to the day on which it was issued. Without --format it writes every file, and needs --out.
With one format and without --out it writes to standard output. docs/books.md explains each file.
Formats: ${BOOK_FORMATS.map((format) => `${format} (${inEnglish(bookFile(format).about)})`).join("\n  ")}`,
  examples: [
    "books --from 2026-10-01 --to 2026-12-31 --out books-2026-q4",
    "books --from 2026-10-01 --to 2026-12-31 --format oss --rates USD=0.9213",
  ],
  options: {
    from: "first day, like 2026-10-01",
    to: "last day, like 2026-12-31",
    format: `one or more of ${BOOK_FORMATS.join(",")}; default: all`,
    out: "a folder, created if missing; files in it are replaced",
    rates: "euros for one unit of a currency, for the OSS return and the EC sales list",
  },
  async run({ flags }, io) {
    const period = periodOf(flags);
    const formats = formatsOf(text(flags, "format"));
    const euroRates = ratesOf(text(flags, "rates"));
    const out = text(flags, "out");
    if (out === undefined && formats.length > 1)
      throw new CommandError("Several files need a folder: add --out FOLDER, or choose one with --format.", 2);
    for (const format of formats) {
      const refusal = bookFile(format).refusal?.(period);
      if (refusal) throw new CommandError(inEnglish(refusal), 2);
    }
    const files: string[] = [];
    await withExistingStore(io, async (store, settings) => {
      const archive = createInvoiceArchive(createLanguages(settings));
      const deps = { store, settings, now: () => new Date(), archiveInvoices: archive.archiveInvoices };
      const chunks = (format: BookFormat) => bookFile(format).chunks({ ...period, euroRates }, deps);
      try {
        if (out === undefined) for await (const chunk of chunks(given(formats[0]))) await io.raw(chunk);
        else
          for (const format of formats)
            files.push(await writeWhole(out, bookFile(format).name(period), chunks(format)));
      } finally {
        await archive.close();
      }
    });
    if (out !== undefined) io.answer(files.join("\n"), { files });
  },
};

function periodOf(flags: Flags): Period {
  const period = readPeriod(required(flags, "from"), required(flags, "to"));
  if (!period) throw new CommandError("--from and --to are days like 2026-10-01, and --to is not before --from.", 2);
  return period;
}

function formatsOf(typed: string | undefined): readonly BookFormat[] {
  if (typed === undefined) return BOOK_FORMATS;
  return typed.split(",").flatMap((format) => oneOf({ format: format.trim() }, "format", BOOK_FORMATS) ?? []);
}

function ratesOf(typed = ""): EuroRates {
  const rates = readEuroRates(typed);
  if (isOurs(rates)) throw new CommandError(inEnglish(rates), 2);
  return rates;
}

/** A file gets its name only when complete. */
async function writeWhole(
  folder: string,
  name: string,
  chunks: ReturnType<ReturnType<typeof bookFile>["chunks"]>,
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [file, partial] = [join(folder, name), join(folder, `${name}.partial`)];
  try {
    await pipeline(Readable.from(chunks), createWriteStream(partial, { mode: 0o600 }));
    await rename(partial, file);
    return file;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
