import type { PlaceEvidence } from "#domain/invoices/place-evidence.ts";
import type { ReportedState } from "#domain/orders/order.ts";
import type { Bounded } from "#domain/orders/payment-bounds.ts";
import type { Text } from "#languages/words.ts";

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
  refundedCents: number;
  refundsFailedCents?: number | undefined;
  disputeDueAt?: string | undefined;
  payer?: PlaceEvidence;
};

export type PaymentEvent = PaymentState & { eventId: string };

export type PaymentCosts = { feeCents: number; currency: string; reference: string | null };
export type Payout = { id: string; paidOn: string; references: string[] };

export type HeaderOf = (name: string) => string | undefined;

/** A payment method. Provider failures are `service_unavailable`; details go only to the log. */
export type Gateway = {
  name: "manual" | "stripe" | "paypal" | "btcpay" | "paddle";
  label: Text;
  bounds: Bounded["bounds"];
  start(
    request: PaymentRequest,
  ): Promise<{ paymentId: string; redirectUrl: string | null; instructions: string | null }>;
  find(paymentId: string): Promise<PaymentState | undefined>;
  refund(paymentId: string, amountCents: number, key: string): Promise<void>;
  readEvent(rawBody: Buffer, headerOf: HeaderOf): Promise<PaymentEvent | undefined>;
  /** Undefined while unknown. Missing if the provider never reports it. */
  costs?: (paymentId: string) => Promise<PaymentCosts | undefined>;
  payouts?: (since: Date) => AsyncIterable<Payout>;
  test(): Promise<{ ok: boolean; detail: string }>;
};

export type Gateways = ReadonlyMap<string, Gateway>;
/** Those of the current settings. */
export type GatewaysNow = () => Promise<Gateways>;
