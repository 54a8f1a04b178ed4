import type { Billing } from "../orders/order.ts";

export type InvoiceRequest = {
  id: number;
  orderId: number;
  invoiceNumber: string;
  billing: Billing;
  note: string;
  askedAt: Date;
  decidedAt: Date | null;
  decision: "corrected" | "declined" | null;
  answer: string | null;
};
