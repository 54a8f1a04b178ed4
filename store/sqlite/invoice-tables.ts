import type { InvoiceKind } from "../../domain/invoices/invoice.ts";
import type { InvoiceRequest } from "../../domain/invoices/invoice-request.ts";
import type { EvidenceKind } from "../../domain/invoices/place-evidence.ts";
import { json, time } from "./columns.ts";
import { integer, primaryKey, sqliteTable, text } from "./drizzle.ts";

export const invoiceSeries = sqliteTable("invoice_series", {
  series: text().primaryKey(),
  last: integer().notNull(),
});

export const invoices = sqliteTable("invoices", {
  number: text().primaryKey(),
  kind: text().$type<InvoiceKind>().notNull(),
  orderNumber: text("order_number").notNull(),
  cause: text().notNull(),
  token: text().notNull(),
  sealedToken: text("sealed_token"),
  contentJson: text("content_json").notNull(),
  contentHash: text("content_hash").notNull(),
  issuedAt: time("issued_at").notNull(),
  sellerCurrency: text("seller_currency"),
  exchangeRate: text("exchange_rate"),
  exchangeRateDate: text("exchange_rate_date"),
  sellerVatCents: integer("seller_vat_cents"),
});

export const exchangeRates = sqliteTable(
  "exchange_rates",
  { day: text().notNull(), currency: text().notNull(), rate: text().notNull() },
  (table) => [primaryKey({ columns: [table.day, table.currency] })],
);

export const invoiceWaits = sqliteTable("invoice_waits", {
  orderId: integer("order_id").primaryKey(),
  reason: text().notNull(),
  since: time("since").notNull(),
});

export const placeEvidence = sqliteTable(
  "place_evidence",
  {
    orderId: integer("order_id").notNull(),
    kind: text().$type<EvidenceKind>().notNull(),
    country: text().notNull(),
    seenAt: time("seen_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.kind] })],
);

export const invoiceRequests = sqliteTable("invoice_requests", {
  id: integer().primaryKey({ autoIncrement: true }),
  orderId: integer("order_id").notNull(),
  invoiceNumber: text("invoice_number").notNull(),
  billing: json<InvoiceRequest["billing"]>("billing_json").notNull(),
  note: text().notNull(),
  askedAt: time("asked_at").notNull(),
  decidedAt: time("decided_at"),
  decision: text().$type<InvoiceRequest["decision"]>(),
  answer: text(),
});
