import type { Billing } from "../orders/order.ts";

/** A correction that a buyer requests for an issued invoice. */
export type InvoiceRequest = {
  id: number;
  orderId: number;
  invoiceNumber: string;
  /** The corrected billing details. */
  billing: Billing;
  note: string;
  askedAt: Date;
  decidedAt: Date | null;
  decision: "corrected" | "declined" | null;
  /** The site team's reply if it declined. */
  answer: string | null;
};
