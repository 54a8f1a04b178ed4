import type { Vat } from "../../domain/invoices/vat.ts";
import type { Billing, Hold, Order, OrderStatus, PaymentFacts, Report } from "../../domain/orders/order.ts";
import type { LineOptions, SlotKind } from "../../domain/orders/quote.ts";
import { flag, json, time } from "./columns.ts";
import { integer, primaryKey, sqliteTable, text } from "./drizzle.ts";

export const vatRates = sqliteTable(
  "vat_rates",
  { country: text().notNull(), validFrom: text("valid_from").notNull(), rateBp: integer("rate_bp").notNull() },
  (table) => [primaryKey({ columns: [table.country, table.validFrom] })],
);

export const orders = sqliteTable("orders", {
  id: integer().primaryKey({ autoIncrement: true }),
  number: text().notNull(),
  accountId: text("account_id").notNull(),
  status: text().$type<OrderStatus>().notNull(),
  statusReason: text("status_reason"),
  hold: text().$type<Hold>(),
  closed: text().$type<NonNullable<Order["closed"]>>(),
  currency: text().notNull(),
  netCents: integer("net_cents").notNull(),
  vatCents: integer("vat_cents").notNull(),
  totalCents: integer("total_cents").notNull(),
  vat: json<Vat>("vat_json").notNull(),
  billing: json<Billing>("billing_json"),
  token: text().notNull(),
  sealedToken: text("sealed_token"),
  refundedCents: integer("refunded_cents").notNull().default(0),
  revision: integer().notNull().default(0),
  createdAt: time("created_at").notNull(),
  expiresAt: time("expires_at").notNull(),
  paidAt: time("paid_at"),
  updatedAt: time("updated_at").notNull(),
  given: text(),
});

export const orderLines = sqliteTable("order_lines", {
  id: text().primaryKey(),
  orderId: integer("order_id").notNull(),
  position: integer().notNull(),
  product: text().notNull(),
  listingId: integer("listing_id"),
  description: text().notNull(),
  quantity: integer().notNull(),
  unitPriceCents: integer("unit_price_cents").notNull(),
  netCents: integer("net_cents").notNull(),
  vatCents: integer("vat_cents").notNull(),
  totalCents: integer("total_cents").notNull(),
  discountCents: integer("discount_cents").notNull().default(0),
  couponCode: text("coupon_code"),
  options: json<LineOptions>("options_json").notNull(),
  fulfilledAt: time("fulfilled_at"),
  reversedAt: time("reversed_at"),
  refundedAt: time("refunded_at"),
});

export const payments = sqliteTable(
  "payments",
  {
    provider: text().notNull(),
    paymentId: text("payment_id").notNull(),
    orderId: integer("order_id").notNull(),
    attempt: text().$type<PaymentFacts["attempt"]>().notNull(),
    isPaid: flag("is_paid").notNull(),
    amountCents: integer("amount_cents").notNull(),
    currency: text(),
    refundedCents: integer("refunded_cents").notNull(),
    isRefunded: flag("is_refunded").notNull(),
    dispute: text().$type<PaymentFacts["dispute"]>().notNull(),
    isAccepted: flag("is_accepted").notNull(),
    redirectUrl: text("redirect_url"),
    instructions: text(),
    polls: integer().notNull().default(0),
    nextPollAt: time("next_poll_at"),
    remindedAt: time("reminded_at"),
    correction: text(),
    refundsFailedCents: integer("refunds_failed_cents").notNull().default(0),
    disputeDueAt: time("dispute_due_at"),
    startedAt: time("started_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.paymentId] })],
);

export const paymentEvents = sqliteTable(
  "payment_events",
  {
    provider: text().notNull(),
    eventId: text("event_id").notNull(),
    paymentId: text("payment_id").notNull(),
    orderId: integer("order_id"),
    event: json<Report>("event_json").notNull(),
    receivedAt: time("received_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.eventId] })],
);

export const weekSlots = sqliteTable("week_slots", {
  lineId: text("line_id").primaryKey(),
  kind: text().$type<SlotKind>().notNull(),
  week: text().notNull(),
  listingId: integer("listing_id").notNull(),
  takenAt: time("taken_at").notNull(),
  heldUntil: time("held_until"),
});

export const bankLines = sqliteTable("bank_lines", {
  id: text().primaryKey(),
  bookedOn: text("booked_on").notNull(),
  amountCents: integer("amount_cents").notNull(),
  currency: text().notNull(),
  payer: text().notNull(),
  reference: text().notNull(),
  addedAt: time("added_at").notNull(),
  orderId: integer("order_id"),
  decidedAt: time("decided_at"),
  payerCountry: text("payer_country"),
});

export const refunds = sqliteTable("refunds", {
  id: text().primaryKey(),
  orderId: integer("order_id").notNull(),
  provider: text().notNull(),
  paymentId: text("payment_id").notNull(),
  lineId: text("line_id"),
  amountCents: integer("amount_cents").notNull(),
  refundedAfter: integer("refunded_after").notNull(),
  holder: text(),
  account: text(),
  askedBy: text("asked_by").notNull(),
  askedAt: time("asked_at").notNull(),
  doneAt: time("done_at"),
  document: text(),
});
