import { answerWith } from "#core/runtime/thread.ts";
import type { Invoice } from "#domain/invoices/invoice.ts";
import type { InvoiceSheet } from "#domain/invoices/invoice-sheet.ts";
import { invoicePdf } from "./pdf.ts";

type Drawing = { invoice: Invoice; sheet: InvoiceSheet };

const JOBS = {
  draw: ({ invoice, sheet }: Drawing): Promise<Uint8Array> => invoicePdf(invoice, sheet),
};
export type Jobs = typeof JOBS;

answerWith(JOBS);
