import type { PlaceEvidence } from "../domain/invoices/place-evidence.ts";
import type { ReportedState } from "../domain/orders/order.ts";
import type { Bounded } from "../domain/orders/payment-bounds.ts";

/** The amount to collect, in minor units including VAT; the lines add up to `amountCents`. */
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
 * A payment as its provider sees it. `disputed` is open; a lost dispute is `refunded`, one that
 * leaves money here is `dispute_won`. `amountCents` is what was paid, or what was requested before
 * payment. `orderNumber` is null for payments of other sites on the same account.
 */
export type PaymentState = {
  paymentId: string;
  orderNumber: string | null;
  state: ReportedState;
  amountCents: number;
  currency: string;
  /** Total refunded, without failed refunds. */
  refundedCents: number;
  /** Failed refunds and reversed chargebacks. Only grows. */
  refundsFailedCents?: number | undefined;
  /** Deadline to respond to an open dispute (RFC 3339). */
  disputeDueAt?: string | undefined;
  /** Country of the buyer's card or bank, if reported. */
  payer?: PlaceEvidence;
};

export type PaymentEvent = PaymentState & { eventId: string };

/** The provider's fee, and its reference for matching payouts. */
export type PaymentCosts = { feeCents: number; currency: string; reference: string | null };
/** A transfer to the bank, with the references it contains. */
export type Payout = { id: string; paidOn: string; references: string[] };

/** A payment method. Provider failures are `service_unavailable`; details go only to the log. */
export type Gateway = {
  name: "manual" | "stripe" | "paypal" | "btcpay" | "paddle";
  label: string;
  /** Limits of one payment in US cents, from the provider's documentation. */
  bounds: Bounded["bounds"];
  /** Opens a payment; redirectUrl is its hosted page, or null for instructions. */
  start(
    request: PaymentRequest,
  ): Promise<{ paymentId: string; redirectUrl: string | null; instructions: string | null }>;
  find(paymentId: string): Promise<PaymentState | undefined>;
  refund(paymentId: string, amountCents: number, key: string): Promise<void>;
  /** Verifies the raw body's signature; undefined for irrelevant events. */
  readEvent(rawBody: Buffer, headers: Record<string, string | undefined>): Promise<PaymentEvent | undefined>;
  /** Undefined while unknown. Missing if the provider never reports it. */
  costs?: (paymentId: string) => Promise<PaymentCosts | undefined>;
  payouts?: (since: Date) => AsyncIterable<Payout>;
  test(): Promise<{ ok: boolean; detail: string }>;
};
