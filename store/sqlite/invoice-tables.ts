import type { InvoiceKind } from "../../domain/invoice.ts";
import { time } from "./columns.ts";
import { integer, sqliteTable, text } from "./drizzle.ts";

/** The tables of migration 10. */
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
  contentJson: text("content_json").notNull(),
  contentHash: text("content_hash").notNull(),
  issuedAt: time("issued_at").notNull(),
});
