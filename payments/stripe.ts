import { createHash } from "node:crypto";
import type { Logger } from "pino";
import Stripe from "stripe";
import type { ReportedState } from "#domain/orders/order.ts";
import { t } from "#languages/words.ts";
import { askProvider, badNotice, tried } from "./failures.ts";
import type { Gateway, PaymentEvent, PaymentRequest, PaymentState } from "./gateway.ts";
import { linesOf } from "./lines.ts";

type Session = Stripe.Checkout.Session;

export type StripeOptions = {
  secretKey: string;
  webhookSecret: string;
  apiBase?: string | undefined;
  timeoutMs: number;
  /** This site's host. Several sites may share a Stripe account, and each gets all webhooks. */
  site: string;
  now: () => Date;
  log: Logger;
};

const TOLERANCE_SECONDS = 300;
const [MOST_PAYOUTS, MOST_IN_PAYOUT] = [200, 10_000];
const LATEST_CHARGE = { expand: ["payment_intent.latest_charge.refunds"] };
const CHARGE_IN_BOOKS = { expand: ["payment_intent.latest_charge.balance_transaction"] };

/**
 * Stripe Checkout: docs.stripe.com/payments/checkout. A payment is a Checkout Session; cards are
 * entered only on Stripe's page.
 */
export function createStripe(options: StripeOptions): Gateway {
  const { secretKey, webhookSecret, apiBase, timeoutMs, site, now, log } = options;
  const stripe = new Stripe(secretKey, {
    ...(apiBase ? addressOf(apiBase) : {}),
    timeout: timeoutMs,
    // Retries use the same idempotency key.
    maxNetworkRetries: 1,
    telemetry: false,
  });
  const ask = askProvider("Stripe", log);

  /** Returning before payment reuses the session, so nobody pays twice; after a failure there is a new one. */
  async function open(params: Stripe.Checkout.SessionCreateParams, idempotencyKey: string): Promise<Session> {
    const session = await stripe.checkout.sessions.create(params, { idempotencyKey });
    if (session.lastResponse.headers["idempotent-replayed"] !== "true") return session;
    const current = await stripe.checkout.sessions.retrieve(session.id, LATEST_CHARGE);
    const { state } = await stateOf(current);
    return state === "failed" || state === "expired" ? open(params, hash(idempotencyKey + session.id)) : current;
  }

  const describe = (session: Session, state: ReportedState, more: Partial<PaymentState> = {}): PaymentState => ({
    paymentId: session.id,
    orderNumber: session.metadata?.site === site ? (session.metadata.order_number ?? null) : null,
    state,
    amountCents: session.amount_total ?? 0,
    currency: (session.currency ?? "").toUpperCase(),
    refundedCents: 0,
    ...more,
  });

  /** Refunds may fail weeks later. Stripe lists the newest ten with the charge. */
  async function refundsOf(charge: Stripe.Charge | undefined): Promise<{ back: number; failed: number }> {
    const { data = [], has_more: isLong = false } = charge?.refunds ?? {};
    const refunds =
      charge && isLong
        ? await stripe.refunds.list({ charge: charge.id, limit: 100 }).autoPagingToArray({ limit: 1_000 })
        : data;
    const sum = (isMeant: (refund: Stripe.Refund) => boolean) =>
      refunds.filter(isMeant).reduce((all, { amount }) => all + amount, 0);
    const hasFailed = ({ status }: Stripe.Refund) => status === "failed" || status === "canceled";
    return { back: sum((refund) => !hasFailed(refund)), failed: sum(hasFailed) };
  }

  async function stateOf(session: Session): Promise<PaymentState> {
    const intent = expanded(session.payment_intent);
    if (session.payment_status !== "paid") {
      const hasFailed = ["requires_payment_method", "canceled"].includes(intent?.status ?? "");
      if (session.status === "expired") return describe(session, "expired");
      return describe(session, session.status === "complete" && hasFailed ? "failed" : "pending");
    }
    const charge = expanded(intent?.latest_charge ?? null);
    const payer = payerOf(charge);
    const dispute = charge?.disputed
      ? (await stripe.disputes.list({ charge: charge.id, limit: 1 })).data[0]
      : undefined;
    const { back: refunded, failed } = await refundsOf(charge);
    const refundsFailedCents = failed || undefined;
    const hasWon = ["won", "warning_closed"].includes(dispute?.status ?? "");
    const lost = dispute?.status === "lost" ? dispute.amount : 0;
    const isOpen = dispute && !hasWon && lost === 0 && dispute.status !== "prevented";
    const known = payer && { payer };
    if (isOpen) {
      const due = dispute.evidence_details?.due_by;
      const disputeDueAt = due ? new Date(due * 1000).toISOString() : undefined;
      return describe(session, "disputed", { refundedCents: refunded, refundsFailedCents, disputeDueAt, ...known });
    }
    // A lost chargeback counts like a refund.
    const back = Math.min(refunded + lost, session.amount_total ?? 0);
    const facts = { refundedCents: back, refundsFailedCents, ...known };
    if (back > 0 && back === session.amount_total) return describe(session, "refunded", facts);
    if (hasWon || lost > 0) return describe(session, "dispute_won", facts);
    return describe(session, back > 0 ? "partially_refunded" : "paid", facts);
  }

  /** Refunds and disputes refer to payment intents; we identify payments by session. */
  async function findByIntent(intent: string | { id: string } | null): Promise<PaymentState | undefined> {
    if (intent === null) return undefined;
    const { data } = await stripe.checkout.sessions.list({
      payment_intent: typeof intent === "string" ? intent : intent.id,
      limit: 1,
      expand: ["data.payment_intent.latest_charge.refunds"],
    });
    return data[0] && stateOf(data[0]);
  }

  async function meaningOf(event: Stripe.Event): Promise<PaymentState | undefined> {
    switch (event.type) {
      case "checkout.session.completed":
      case "checkout.session.async_payment_succeeded": {
        const session = event.data.object;
        if (session.mode !== "payment") return undefined;
        return describe(session, session.payment_status === "paid" ? "paid" : "pending");
      }
      case "checkout.session.async_payment_failed":
        return describe(event.data.object, "failed");
      case "checkout.session.expired":
        return describe(event.data.object, "expired");
      case "charge.refunded":
      case "refund.updated":
      case "refund.failed":
      case "charge.dispute.created":
      case "charge.dispute.closed":
        return findByIntent(event.data.object.payment_intent);
      default:
        return undefined;
    }
  }

  return {
    name: "stripe",
    label: t`Card or wallet`,
    // docs.stripe.com/currencies: 50 cents to eight digits.
    bounds: { minimumCents: 50, maximumCents: 99_999_999 },

    async start(request) {
      const params = sessionParams(request, site, now());
      const session = await ask("start", () => open(params, hash(JSON.stringify(params))));
      return { paymentId: session.id, redirectUrl: session.url ?? request.returnUrl, instructions: null };
    },

    find: (paymentId) =>
      ask("find", async () => {
        try {
          return await stateOf(await stripe.checkout.sessions.retrieve(paymentId, LATEST_CHARGE));
        } catch (error) {
          if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return undefined;
          throw error;
        }
      }),

    costs: (paymentId) =>
      ask("costs", async () => {
        const session = await stripe.checkout.sessions.retrieve(paymentId, CHARGE_IN_BOOKS);
        const charge = expanded(expanded(session.payment_intent)?.latest_charge ?? null);
        const booked = expanded(charge?.balance_transaction ?? null);
        return booked && { feeCents: booked.fee, currency: booked.currency.toUpperCase(), reference: booked.id };
      }),

    async *payouts(since) {
      const arrived = { arrival_date: { gte: Math.floor(since.getTime() / 1000) }, status: "paid" };
      const paid = await ask("costs", () => stripe.payouts.list(arrived).autoPagingToArray({ limit: MOST_PAYOUTS }));
      for (const { id, arrival_date } of paid) {
        const inside = await ask("costs", () =>
          stripe.balanceTransactions.list({ payout: id, limit: 100 }).autoPagingToArray({ limit: MOST_IN_PAYOUT }),
        );
        const paidOn = new Date(arrival_date * 1000).toISOString().slice(0, 10);
        yield { id, paidOn, references: inside.map((booked) => booked.id) };
      }
    },

    refund: (paymentId, amountCents, key) =>
      ask("refund", async () => {
        const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(paymentId);
        if (!intent) throw new Error(`Session ${paymentId} was never paid.`);
        const payment_intent = typeof intent === "string" ? intent : intent.id;
        await stripe.refunds.create({ payment_intent, amount: amountCents }, { idempotencyKey: key });
      }),

    async readEvent(rawBody, headerOf): Promise<PaymentEvent | undefined> {
      const event = verified(rawBody, headerOf("stripe-signature") ?? "");
      const meaning = await ask("event", () => meaningOf(event));
      return meaning && { ...meaning, eventId: event.id };
    },

    test: () =>
      tried("Stripe", async () => {
        await stripe.checkout.sessions.list({ limit: 1 });
        return /^.k_test_/.test(secretKey) ? "Stripe works, in test mode." : "Stripe works.";
      }),
  };

  function verified(rawBody: Buffer, signature: string): Stripe.Event {
    const at = now().getTime();
    let event: Stripe.Event;
    try {
      event = stripe.webhooks.constructEvent(rawBody, signature, webhookSecret, TOLERANCE_SECONDS, undefined, at);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw badNotice(NO_EVENT);
      throw badNotice(
        "The Stripe-Signature does not match the body and STRIPE_WEBHOOK_SECRET, or is older than five minutes.",
      );
    }
    if (typeof event?.id !== "string" || typeof event.data?.object !== "object") throw badNotice(NO_EVENT);
    return event;
  }
}

const NO_EVENT = "The body is not a Stripe event.";

/** Deterministic, so that retries have the same idempotency key. */
function sessionParams(request: PaymentRequest, site: string, now: Date): Stripe.Checkout.SessionCreateParams {
  const metadata = { order_number: request.orderNumber, site };
  return {
    mode: "payment",
    client_reference_id: request.orderNumber,
    metadata,
    payment_intent_data: { metadata, description: request.description },
    line_items: linesOf(request).map(({ name, totalCents }) => ({
      quantity: 1,
      price_data: { currency: request.currency.toLowerCase(), unit_amount: totalCents, product_data: { name } },
    })),
    // Charge exactly the order's amount, without currency conversion.
    adaptive_pricing: { enabled: false },
    automatic_tax: { enabled: false },
    ...(request.buyerEmail ? { customer_email: request.buyerEmail } : {}),
    success_url: request.returnUrl,
    cancel_url: request.cancelUrl,
    expires_at: expiryOf(request.expiresAt, now),
  };
}

const MINUTE = 60;

/** Unix seconds. Stripe allows 30 minutes to 24 hours; ending before the order does allows for clock skew. */
function expiryOf(orderExpiry: Date, now: Date): number {
  const seconds = Math.floor(now.getTime() / 1000);
  const wanted = Math.floor(orderExpiry.getTime() / 1000) - 15 * MINUTE;
  return Math.min(Math.max(wanted, seconds + 35 * MINUTE), seconds + (24 * 60 - 5) * MINUTE);
}

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

function payerOf(charge: Stripe.Charge | undefined): PaymentState["payer"] {
  const { card, sepa_debit: debit } = charge?.payment_method_details ?? {};
  if (card?.country) return { kind: "card", country: card.country };
  return debit?.country ? { kind: "bank", country: debit.country } : undefined;
}

const expanded = <T extends object>(value: string | T | null): T | undefined =>
  value === null || typeof value === "string" ? undefined : value;

function addressOf(apiBase: string): { protocol: "http" | "https"; host: string; port: string } {
  const { protocol, hostname, port } = new URL(apiBase);
  const scheme = protocol === "http:" ? "http" : "https";
  return { protocol: scheme, host: hostname, port: port || (scheme === "http" ? "80" : "443") };
}
