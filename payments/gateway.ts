import type { PlaceEvidence } from "../domain/invoices/place-evidence.ts";
import type { ReportedState } from "../domain/orders/order.ts";
import type { Bounded } from "../domain/orders/payment-bounds.ts";

/** What a provider should collect. Amounts are integer minor units with VAT; the lines add up to `amountCents`. */
export type PaymentRequest = {
  orderNumber: string;
  amountCents: number;
  currency: "USD";
  description: string;
  lines: { description: string; quantity: number; totalCents: number }[];
  buyerEmail: string | null;
  returnUrl: string;
  cancelUrl: string;
  expiresAt: Date;
};

/**
 * A payment as its provider sees it. `disputed` is an open dispute; a lost one is `refunded`, one that is settled and leaves
 * money here is `dispute_won`. `amountCents` is what was paid, so it may differ from the order's total; before payment, what was requested.
 * `orderNumber` is null if another site on the same account opened the payment: then only `paymentId` can be trusted.
 */
export type PaymentState = {
  paymentId: string;
  orderNumber: string | null;
  state: ReportedState;
  amountCents: number;
  currency: string;
  /** What went back and stayed there. */
  refundedCents: number;
  /** What was to go back and came back: failed refunds, and chargebacks that were reversed. Only grows. */
  refundsFailedCents?: number | undefined;
  /** Until when the seller can answer an open dispute, in RFC 3339. */
  disputeDueAt?: string | undefined;
  /** Where the buyer's card or bank is, if the provider says. */
  payer?: PlaceEvidence;
};

export type PaymentEvent = PaymentState & { eventId: string };

/** What a provider kept of a payment, and what it calls the money in its own books. */
export type PaymentCosts = { feeCents: number; currency: string; reference: string | null };
/** Money that a provider sent to the bank, with the references of what it contains. */
export type Payout = { id: string; paidOn: string; references: string[] };

/** One way to pay. Failures at the provider are an AppError `service_unavailable`; the provider's error goes only to the log. */
export type Gateway = {
  name: "manual" | "stripe" | "paypal" | "btcpay" | "paddle";
  label: string;
  /** What one payment can be, in US cents, as the provider's documentation says. */
  bounds: Bounded["bounds"];
  /** Opens a payment at the provider; redirectUrl is its hosted page, null if the person follows instructions. */
  start(
    request: PaymentRequest,
  ): Promise<{ paymentId: string; redirectUrl: string | null; instructions: string | null }>;
  find(paymentId: string): Promise<PaymentState | undefined>;
  refund(paymentId: string, amountCents: number, key: string): Promise<void>;
  /** Verifies the signature of the raw body; undefined for events that do not concern orders. */
  readEvent(rawBody: Buffer, headers: Record<string, string | undefined>): Promise<PaymentEvent | undefined>;
  /** Of a paid payment; undefined if the provider does not say it yet. Missing if it never does. */
  costs?: (paymentId: string) => Promise<PaymentCosts | undefined>;
  /** Payouts that arrived since then. */
  payouts?: (since: Date) => AsyncIterable<Payout>;
  test(): Promise<{ ok: boolean; detail: string }>;
};
