import type { Billing } from "../orders/order.ts";

/** What a buyer asks to be corrected on an invoice that was issued. */
export type InvoiceRequest = {
  id: number;
  orderId: number;
  invoiceNumber: string;
  /** The billing details as they should be. */
  billing: Billing;
  note: string;
  askedAt: Date;
  decidedAt: Date | null;
  decision: "corrected" | "declined" | null;
  /** What the site team told the buyer when it declined. */
  answer: string | null;
};
