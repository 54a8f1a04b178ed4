import type { Languages } from "#core/languages.ts";
import { createThread } from "#core/runtime/thread.ts";
import type { Invoice } from "#domain/invoices/invoice.ts";
import { invoiceSheet } from "#domain/invoices/invoice-sheet.ts";
import { ENGLISH } from "#languages/language.ts";
import type { Jobs } from "./pdf-worker.ts";

/** Limits of the original ZIP format: 65,535 files and 4 GiB. */
const MOST_FILES = 65_535;
const MOST_BYTES = 2 ** 32 - 1;
const DRAWN_MS = 60_000;
const MEMORY_MB = 512;

export class ArchiveTooLarge extends Error {
  override readonly name = "ArchiveTooLarge";
}

/**
 * Streams PDFs into a ZIP, one in memory at a time, without compressing them again. Uses dates of
 * issue, so the same documents give the same bytes.
 */
export async function* archiveOf(
  invoices: AsyncIterable<Invoice>,
  draw: (invoice: Invoice) => Promise<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const { Zip, ZipPassThrough } = await import("fflate");
  let ready: Uint8Array[] = [];
  let [files, bytes] = [0, 0];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  function* taken(): Generator<Uint8Array> {
    const chunks = ready;
    ready = [];
    for (const chunk of chunks) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  for await (const invoice of invoices) {
    const pdf = await draw(invoice);
    files += 1;
    // The directory takes up to 200 bytes per file.
    if (files > MOST_FILES || bytes + pdf.length + 200 * (files + 1) > MOST_BYTES)
      throw new ArchiveTooLarge("There are too many documents for one ZIP file. Choose a shorter period.");
    const file = new ZipPassThrough(`${invoice.number}.pdf`);
    file.mtime = `${invoice.content.issuedOn}T00:00:00`;
    zip.add(file);
    file.push(pdf, true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}

/** Renders in a thread, so that a year of invoices delays no request. */
export function createInvoiceArchive(languages: Pick<Languages, "of">) {
  const thread = createThread<Jobs>("./payments/invoices/pdf-worker.ts", { timeoutMs: DRAWN_MS, memoryMb: MEMORY_MB });
  return {
    archiveInvoices: (invoices: AsyncIterable<Invoice>) =>
      archiveOf(invoices, (invoice) => {
        const sheet = invoiceSheet(invoice, languages.of(invoice.content.language, ENGLISH));
        return thread.run("draw", { invoice, sheet });
      }),
    close: thread.close,
  };
}
