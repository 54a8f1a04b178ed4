import type { Vat } from "../../domain/invoices/vat.ts";
import type { Billing, Hold, Order, OrderStatus, PaymentFacts, Report } from "../../domain/orders/order.ts";
import type { LineOptions, SlotKind } from "../../domain/orders/quote.ts";
import { flag, json, table, time } from "./columns.ts";
import { integer, text } from "./drizzle.ts";

export const vatRates = table("vat_rates", {
  country: text().notNull(),
  validFrom: text().notNull(),
  rateBp: integer().notNull(),
});

export const orders = table("orders", {
  id: integer().primaryKey({ autoIncrement: true }),
  number: text().notNull(),
  accountId: text().notNull(),
  status: text().$type<OrderStatus>().notNull(),
  statusReason: text(),
  hold: text().$type<Hold>(),
  closed: text().$type<NonNullable<Order["closed"]>>(),
  currency: text().notNull(),
  netCents: integer().notNull(),
  vatCents: integer().notNull(),
  totalCents: integer().notNull(),
  vat: json<Vat>().notNull(),
  billing: json<Billing>(),
  token: text().notNull(),
  sealedToken: text(),
  refundedCents: integer().notNull().default(0),
  revision: integer().notNull().default(0),
  createdAt: time().notNull(),
  expiresAt: time().notNull(),
  paidAt: time(),
  updatedAt: time().notNull(),
  given: text(),
});

export const orderLines = table("order_lines", {
  id: text().primaryKey(),
  orderId: integer().notNull(),
  position: integer().notNull(),
  product: text().notNull(),
  listingId: integer(),
  description: text().notNull(),
  quantity: integer().notNull(),
  unitPriceCents: integer().notNull(),
  netCents: integer().notNull(),
  vatCents: integer().notNull(),
  totalCents: integer().notNull(),
  discountCents: integer().notNull().default(0),
  couponCode: text(),
  options: json<LineOptions>().notNull(),
  fulfilledAt: time(),
  reversedAt: time(),
  refundedAt: time(),
});

export const payments = table("payments", {
  provider: text().notNull(),
  paymentId: text().notNull(),
  orderId: integer().notNull(),
  attempt: text().$type<PaymentFacts["attempt"]>().notNull(),
  isPaid: flag().notNull(),
  amountCents: integer().notNull(),
  currency: text(),
  refundedCents: integer().notNull(),
  isRefunded: flag().notNull(),
  dispute: text().$type<PaymentFacts["dispute"]>().notNull(),
  isAccepted: flag().notNull(),
  redirectUrl: text(),
  instructions: text(),
  polls: integer().notNull().default(0),
  nextPollAt: time(),
  remindedAt: time(),
  correction: text(),
  refundsFailedCents: integer().notNull().default(0),
  disputeDueAt: time(),
  startedAt: time().notNull(),
  updatedAt: time().notNull(),
});

export const paymentEvents = table("payment_events", {
  provider: text().notNull(),
  eventId: text().notNull(),
  paymentId: text().notNull(),
  orderId: integer(),
  event: json<Report>().notNull(),
  receivedAt: time().notNull(),
});

export const weekSlots = table("week_slots", {
  lineId: text().primaryKey(),
  kind: text().$type<SlotKind>().notNull(),
  week: text().notNull(),
  listingId: integer().notNull(),
  takenAt: time().notNull(),
  heldUntil: time(),
});

export const bankLines = table("bank_lines", {
  id: text().primaryKey(),
  bookedOn: text().notNull(),
  amountCents: integer().notNull(),
  currency: text().notNull(),
  payer: text().notNull(),
  reference: text().notNull(),
  addedAt: time().notNull(),
  orderId: integer(),
  decidedAt: time(),
  payerCountry: text(),
});

export const refunds = table("refunds", {
  id: text().primaryKey(),
  orderId: integer().notNull(),
  provider: text().notNull(),
  paymentId: text().notNull(),
  lineId: text(),
  amountCents: integer().notNull(),
  refundedAfter: integer().notNull(),
  holder: text(),
  account: text(),
  askedBy: text().notNull(),
  askedAt: time().notNull(),
  doneAt: time(),
  document: text(),
});
