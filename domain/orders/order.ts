import { t, type Words } from "#languages/words.ts";
import type { Vat } from "../invoices/vat.ts";
import type { PricedLine, Totals } from "./quote.ts";

export const ORDER_STATUSES = [
  "pending",
  "paid",
  "on_hold",
  "expired",
  "canceled",
  "failed",
  "partially_refunded",
  "refunded",
  "disputed",
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** As sentences say it: "Order ORD-2026-000001 is expired". */
export const ORDER_STATES: Record<OrderStatus, Words> = {
  pending: t`pending`,
  paid: t`paid`,
  on_hold: t`on hold`,
  expired: t`expired`,
  canceled: t`canceled`,
  failed: t`failed`,
  partially_refunded: t`partially refunded`,
  refunded: t`refunded`,
  disputed: t`disputed`,
};

/** Why a paid order is on hold: fulfilment was not possible, or a line failed permanently. */
export type Hold = "undeliverable" | "not_fulfilled";

export type Billing = {
  name: string;
  address: string;
  country: string;
  vatNumber: string | null;
  email: string;
  reference?: string | null;
};

export type OrderLine = PricedLine & {
  /** The order's number and the line's place in it: ORD-2026-000123/1. */
  id: string;
  fulfilledAt: Date | null;
  reversedAt: Date | null;
  /** When it was refunded separately. The rest of the order stays. */
  refundedAt: Date | null;
};

export type Order = Totals & {
  id: number;
  number: string;
  accountId: string;
  status: OrderStatus;
  statusReason: string | null;
  hold: Hold | null;
  /** A payment that still arrives reopens the order. */
  closed: "canceled" | "expired" | null;
  currency: string;
  vat: Vat;
  billing: Billing | null;
  /** Secret part of the checkout URL: anyone who has it can see and pay the order. */
  token: string;
  refundedCents: number;
  /** Increases with changes that may affect the lines. */
  revision: number;
  createdAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
  updatedAt: Date;
  given: string | null;
  /** What the buyer read when they gave their billing details; null before. Invoices are in it. */
  language: string | null;
  lines: OrderLine[];
};

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
export const ORDER_LIFETIME_MS = DAY_MS;
export const TRANSFER_LIFETIME_MS = 14 * DAY_MS;
/** A buyer is reminded of a missing transfer this long before the order expires. */
export const REMINDED_MS = 3 * DAY_MS;
export const HOLD_MS = HOUR_MS / 2;

/** Payments that only the site team can confirm. */
export const TRANSFER = "manual";
/** Unpaid transfer orders that may hold places at once, per account and per domain. */
export const MOST_TRANSFERS_HELD = 2;

/** Providers that are the seller of record and send the invoice. */
export const MERCHANTS_OF_RECORD: readonly string[] = ["paddle"];
export const isSoldByMerchant = (payments: readonly { provider: string; isPaid: boolean }[]): boolean =>
  payments.some(({ provider, isPaid }) => isPaid && MERCHANTS_OF_RECORD.includes(provider));

/** Placeholder payment of an order that costs nothing. */
export const FREE = "free";

export const orderNumber = (id: number, year: string): string => `ORD-${year}-${String(id).padStart(6, "0")}`;

export type ReportedState =
  | "pending"
  | "paid"
  | "failed"
  | "expired"
  | "refunded"
  | "partially_refunded"
  | "disputed"
  | "dispute_won";
export type Report = {
  state: ReportedState;
  amountCents: number;
  currency: string;
  /** Total refunded, without failed refunds. */
  refundedCents: number;
  /** Refunds that failed, and reversed chargebacks. */
  refundsFailedCents?: number | undefined;
  /** Deadline to respond to an open dispute (RFC 3339). */
  disputeDueAt?: string | undefined;
};

export type PaymentFacts = {
  attempt: "pending" | "failed" | "expired";
  isPaid: boolean;
  amountCents: number;
  currency: string | null;
  refundedCents: number;
  isRefunded: boolean;
  refundsFailedCents: number;
  dispute: "none" | "open" | "won";
  disputeDueAt: Date | null;
  /** An admin accepted an amount other than the order's. */
  isAccepted: boolean;
};

export const NO_PAYMENT: PaymentFacts = {
  attempt: "pending",
  isPaid: false,
  amountCents: 0,
  currency: null,
  refundedCents: 0,
  isRefunded: false,
  refundsFailedCents: 0,
  dispute: "none",
  disputeDueAt: null,
  isAccepted: false,
};

const ATTEMPTS = ["pending", "failed", "expired"] as const;
const DISPUTES = ["none", "open", "won"] as const;
const later = <T>(order: readonly T[], a: T, b: T): T => (order.indexOf(a) >= order.indexOf(b) ? a : b);

const laterDate = (known: Date | null, said: string | undefined): Date | null =>
  said !== undefined && (known === null || known < new Date(said)) ? new Date(said) : known;

/**
 * Merges a report. Reports only add, so order, delay and repetition do not matter: refunds and
 * failed refunds only grow, and the refunded amount is their difference.
 */
export function withReport(
  known: PaymentFacts,
  { state, amountCents, currency, refundedCents, refundsFailedCents = 0, disputeDueAt }: Report,
): PaymentFacts {
  if (state === "pending" || state === "failed" || state === "expired")
    return { ...known, attempt: later(ATTEMPTS, known.attempt, state) };
  const refunded = state === "refunded" ? Math.max(amountCents, refundedCents) : refundedCents;
  const dispute = state === "disputed" ? "open" : state === "dispute_won" ? "won" : "none";
  const failedCents = Math.max(known.refundsFailedCents, refundsFailedCents);
  const sentCents = Math.max(known.refundedCents + known.refundsFailedCents, refunded + refundsFailedCents);
  return {
    ...known,
    isPaid: true,
    amountCents: Math.max(known.amountCents, amountCents),
    // A payment in two currencies matches no order, whichever report came first.
    currency: known.currency === null || known.currency === currency ? currency : "XXX",
    refundedCents: sentCents - failedCents,
    refundsFailedCents: failedCents,
    // After a failed refund, only the amounts tell whether all is refunded.
    isRefunded: failedCents === 0 && (known.isRefunded || state === "refunded"),
    dispute: later(DISPUTES, known.dispute, dispute),
    disputeDueAt: laterDate(known.disputeDueAt, disputeDueAt),
  };
}

export const isOpen = ({ attempt, isPaid }: Pick<PaymentFacts, "attempt" | "isPaid">): boolean =>
  attempt === "pending" && !isPaid;

const isBack = ({ isRefunded, refundedCents, amountCents }: PaymentFacts): boolean =>
  isRefunded || (refundedCents > 0 && refundedCents >= amountCents);

type Due = Pick<Order, "totalCents" | "currency" | "closed" | "hold">;

/** Whether it settles the order: paid with exactly the amount due. */
export const isGood = (
  payment: PaymentFacts,
  { totalCents, currency }: Pick<Order, "totalCents" | "currency">,
): boolean =>
  payment.isPaid && (payment.isAccepted || (payment.amountCents === totalCents && payment.currency === currency));

/** Payments that settle the order and are neither disputed nor fully refunded. */
export const standing = <P extends PaymentFacts>(
  order: Pick<Order, "totalCents" | "currency">,
  payments: readonly P[],
): P[] => payments.filter((payment) => isGood(payment, order) && !isBack(payment) && payment.dispute !== "open");

export function statusOf(order: Due, payments: readonly PaymentFacts[]): OrderStatus {
  const paid = payments.filter(({ isPaid }) => isPaid);
  const kept = paid.filter((payment) => !isBack(payment));
  if (standing(order, payments).length > 0) {
    if (order.hold !== null) return "on_hold";
    return refundedOf(order, payments) === 0 ? "paid" : "partially_refunded";
  }
  if (kept.some((payment) => isGood(payment, order))) return "disputed";
  if (kept.length > 0) return "on_hold";
  if (paid.length > 0) return "refunded";
  if (order.closed !== null) return order.closed;
  const hasFailed = payments.some(({ attempt }) => attempt === "failed");
  return hasFailed && payments.every(({ attempt }) => attempt !== "pending") ? "failed" : "pending";
}

/**
 * The refunded part of the price, from standing payments or else from all. Duplicates count once.
 */
export function refundedOf(order: Pick<Order, "totalCents" | "currency">, payments: readonly PaymentFacts[]): number {
  const paid = payments.filter(({ isPaid }) => isPaid);
  const good = paid.filter((payment) => isGood(payment, order));
  const stands = standing(order, payments);
  const counted = stands.length > 0 ? stands : good.length > 0 ? good : paid;
  if (counted.length === 0) return 0;
  const left = counted.reduce((sum, { amountCents, refundedCents }) => sum + amountCents - refundedCents, 0);
  return Math.max(0, Math.min(...counted.map(({ amountCents }) => amountCents)) - left);
}

export const endedCents = ({ lines }: Pick<Order, "lines">): number =>
  lines.reduce((sum, { refundedAt, totalCents }) => sum + (refundedAt === null ? 0 : totalCents), 0);

type Priced = Pick<Order, "totalCents" | "currency" | "lines">;

/**
 * How much of the remaining lines' price the order keeps; all of it during a dispute. An accepted
 * payment in another currency counts by its share not refunded.
 */
export function keptOf(order: Priced, payments: readonly PaymentFacts[]): number {
  const stands = standing(order, payments);
  const counted = stands.length > 0 ? stands : payments.filter((payment) => isGood(payment, order) && !isBack(payment));
  const worth = counted.map(({ currency, amountCents, refundedCents }) => {
    const left = amountCents - refundedCents;
    return currency === order.currency ? left : Math.round((order.totalCents * left) / amountCents);
  });
  return Math.min(
    order.totalCents - endedCents(order),
    worth.reduce((sum, cents) => sum + cents, 0),
  );
}

/** Amount paid beyond the price in the order's currency, less refunds. */
export function overpaidBy(order: Priced, payments: readonly PaymentFacts[]): number {
  const stands = standing(order, payments).filter(
    ({ currency, isAccepted }) => isAccepted && currency === order.currency,
  );
  const left = stands.reduce((sum, { amountCents, refundedCents }) => sum + amountCents - refundedCents, 0);
  return stands.length === 0 ? 0 : Math.max(0, left - (order.totalCents - endedCents(order)));
}

export function wantedOf({ status, hold }: Pick<Order, "status" | "hold">): "fulfilled" | "reversed" | "untouched" {
  if (status === "paid" || status === "partially_refunded") return "fulfilled";
  // A failed line does not hold up the others.
  if (status === "on_hold" && hold === "not_fulfilled") return "fulfilled";
  // The right amount was refunded; only an odd payment is left.
  if (status === "on_hold" && hold === null) return "reversed";
  return status === "refunded" || status === "disputed" ? "reversed" : "untouched";
}

export const wantedOfLine = (order: Pick<Order, "status" | "hold">, { refundedAt }: Pick<OrderLine, "refundedAt">) =>
  refundedAt === null ? wantedOf(order) : "reversed";

export const isPayable = ({ status, expiresAt }: Pick<Order, "status" | "expiresAt">, now: Date): boolean =>
  (status === "pending" || status === "failed") && now < expiresAt;
