/** What an order asks a provider to collect. Amounts are integer minor units and include VAT; the lines add up to `amountCents`. */
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

export type PaymentStatus =
  | "pending"
  | "paid"
  | "failed"
  | "expired"
  | "refunded"
  | "partially_refunded"
  | "disputed"
  | "dispute_won";

/**
 * A payment as its provider sees it. `disputed` is a dispute that is open; one that was lost is `refunded`, one that is settled and leaves
 * money here is `dispute_won`. `amountCents` is what was really paid, so it may differ from the order's total; before that, what was asked for.
 * `orderNumber` is null when the payment was opened by another site on the same account: then only `paymentId` can be trusted.
 */
export type PaymentState = {
  paymentId: string;
  orderNumber: string | null;
  state: PaymentStatus;
  amountCents: number;
  currency: string;
  refundedCents: number;
};

export type PaymentEvent = PaymentState & { eventId: string };

/** One way to pay. What fails at the provider is thrown as AppError `service_unavailable`; its own words go to the log alone. */
export type Gateway = {
  name: "manual" | "stripe" | "paypal" | "btcpay";
  label: string;
  /** Opens a payment at the provider; redirectUrl is its own hosted page, null where the person follows instructions. */
  start(
    request: PaymentRequest,
  ): Promise<{ paymentId: string; redirectUrl: string | null; instructions: string | null }>;
  find(paymentId: string): Promise<PaymentState | undefined>;
  refund(paymentId: string, amountCents: number, key: string): Promise<void>;
  /** Checks the signature on the raw body; undefined for kinds of events that do not concern orders. */
  readEvent(rawBody: Buffer, headers: Record<string, string | undefined>): Promise<PaymentEvent | undefined>;
  test(): Promise<{ ok: boolean; detail: string }>;
};
