import type { BookEntry } from "../../domain/invoices/book-entry.ts";
import { table, time } from "./columns.ts";
import { integer, text } from "./drizzle.ts";

export const bookEntries = table("book_entries", {
  number: text().notNull(),
  rateBp: integer().notNull(),
  kind: text().$type<BookEntry["kind"]>().notNull(),
  credits: text(),
  issuedOn: text().notNull(),
  suppliedOn: text().notNull(),
  orderNumber: text().notNull(),
  treatment: text().$type<BookEntry["treatment"]>().notNull(),
  sellerCountry: text(),
  country: text(),
  vatCountry: text(),
  vatNumber: text(),
  buyer: text().notNull(),
  currency: text().notNull(),
  netCents: integer().notNull(),
  vatCents: integer().notNull(),
  totalCents: integer().notNull(),
  sellerCurrency: text(),
  sellerNetCents: integer(),
  sellerVatCents: integer(),
});

export const paymentCosts = table("payment_costs", {
  provider: text().notNull(),
  paymentId: text().notNull(),
  feeCents: integer(),
  currency: text(),
  reference: text(),
  payoutId: text(),
  paidOutOn: text(),
  askedAt: time().notNull(),
});

export const vatThresholds = table("vat_thresholds", {
  year: text().primaryKey(),
  netCents: integer().notNull(),
  assumedCents: integer().notNull(),
  unknown: integer().notNull(),
  told: integer().notNull(),
  measuredAt: time().notNull(),
});
