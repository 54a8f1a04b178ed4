import type { BookEntry } from "#domain/invoices/book-entry.ts";
import type { InvoiceKind } from "#domain/invoices/invoice.ts";
import type { InvoiceRequest } from "#domain/invoices/invoice-request.ts";
import type { EvidenceKind } from "#domain/invoices/place-evidence.ts";
import type { Vat } from "#domain/invoices/vat.ts";
import type { CouponKind } from "#domain/orders/coupon.ts";
import type { Billing, Hold, Order, OrderStatus, PaymentFacts, Report } from "#domain/orders/order.ts";
import type { LineOptions, SlotKind } from "#domain/orders/quote.ts";
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
  language: text(),
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

export const coupons = table("coupons", {
  code: text().primaryKey(),
  kind: text().$type<CouponKind>().notNull(),
  value: integer().notNull(),
  products: json<string[]>().notNull(),
  startsAt: time(),
  endsAt: time(),
  maxUses: integer(),
  oncePerAccount: flag().notNull(),
  pausedAt: time(),
  createdAt: time().notNull(),
});

export const couponUses = table("coupon_uses", {
  orderId: integer().primaryKey(),
  code: text().notNull(),
  heldUntil: time(),
  usedAt: time().notNull(),
});

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
