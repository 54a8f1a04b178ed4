import { answerWith } from "../../core/runtime/thread.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import { invoicePdf } from "./pdf.ts";

const JOBS = {
  draw: (invoice: Invoice): Promise<Uint8Array> => invoicePdf(invoice),
};
export type Jobs = typeof JOBS;

answerWith(JOBS);
