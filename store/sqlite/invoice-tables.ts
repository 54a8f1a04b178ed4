import type { InvoiceKind } from "../../domain/invoices/invoice.ts";
import type { InvoiceRequest } from "../../domain/invoices/invoice-request.ts";
import type { EvidenceKind } from "../../domain/invoices/place-evidence.ts";
import { json, table, time } from "./columns.ts";
import { integer, text } from "./drizzle.ts";

export const invoiceSeries = table("invoice_series", {
  series: text().primaryKey(),
  last: integer().notNull(),
});

export const invoices = table("invoices", {
  number: text().primaryKey(),
  kind: text().$type<InvoiceKind>().notNull(),
  orderNumber: text().notNull(),
  cause: text().notNull(),
  token: text().notNull(),
  sealedToken: text(),
  contentJson: text().notNull(),
  contentHash: text().notNull(),
  issuedAt: time().notNull(),
  sellerCurrency: text(),
  exchangeRate: text(),
  exchangeRateDate: text(),
  sellerVatCents: integer(),
});

export const exchangeRates = table("exchange_rates", {
  day: text().notNull(),
  currency: text().notNull(),
  rate: text().notNull(),
});

export const invoiceWaits = table("invoice_waits", {
  orderId: integer().primaryKey(),
  reason: text().notNull(),
  since: time().notNull(),
});

export const placeEvidence = table("place_evidence", {
  orderId: integer().notNull(),
  kind: text().$type<EvidenceKind>().notNull(),
  country: text().notNull(),
  seenAt: time().notNull(),
});

export const invoiceRequests = table("invoice_requests", {
  id: integer().primaryKey({ autoIncrement: true }),
  orderId: integer().notNull(),
  invoiceNumber: text().notNull(),
  billing: json<InvoiceRequest["billing"]>().notNull(),
  note: text().notNull(),
  askedAt: time().notNull(),
  decidedAt: time(),
  decision: text().$type<InvoiceRequest["decision"]>(),
  answer: text(),
});
