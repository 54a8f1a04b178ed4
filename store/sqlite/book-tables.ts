import type { BookEntry } from "../../domain/invoices/book-entry.ts";
import { time } from "./columns.ts";
import { integer, primaryKey, sqliteTable, text } from "./drizzle.ts";

export const bookEntries = sqliteTable(
  "book_entries",
  {
    number: text().notNull(),
    rateBp: integer("rate_bp").notNull(),
    kind: text().$type<BookEntry["kind"]>().notNull(),
    credits: text(),
    issuedOn: text("issued_on").notNull(),
    suppliedOn: text("supplied_on").notNull(),
    orderNumber: text("order_number").notNull(),
    treatment: text().$type<BookEntry["treatment"]>().notNull(),
    sellerCountry: text("seller_country"),
    country: text(),
    vatCountry: text("vat_country"),
    vatNumber: text("vat_number"),
    buyer: text().notNull(),
    currency: text().notNull(),
    netCents: integer("net_cents").notNull(),
    vatCents: integer("vat_cents").notNull(),
    totalCents: integer("total_cents").notNull(),
    sellerCurrency: text("seller_currency"),
    sellerNetCents: integer("seller_net_cents"),
    sellerVatCents: integer("seller_vat_cents"),
  },
  (table) => [primaryKey({ columns: [table.number, table.rateBp] })],
);

export const paymentCosts = sqliteTable(
  "payment_costs",
  {
    provider: text().notNull(),
    paymentId: text("payment_id").notNull(),
    feeCents: integer("fee_cents"),
    currency: text(),
    reference: text(),
    payoutId: text("payout_id"),
    paidOutOn: text("paid_out_on"),
    askedAt: time("asked_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.paymentId] })],
);

export const vatThresholds = sqliteTable("vat_thresholds", {
  year: text().primaryKey(),
  netCents: integer("net_cents").notNull(),
  assumedCents: integer("assumed_cents").notNull(),
  unknown: integer().notNull(),
  told: integer().notNull(),
  measuredAt: time("measured_at").notNull(),
});
