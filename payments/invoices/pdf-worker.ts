import { answerWith } from "../../core/thread.ts";
import type { Invoice } from "../../domain/invoice.ts";
import { invoicePdf } from "./pdf.ts";

const JOBS = {
  draw: (invoice: Invoice): Promise<Uint8Array> => invoicePdf(invoice),
};
export type Jobs = typeof JOBS;

answerWith(JOBS);
