import { createHash } from "node:crypto";
import type { Logger } from "pino";
import type { z } from "zod";
import type { ReportedState } from "#domain/orders/order.ts";
import { perMinute } from "./budget.ts";
import { toCents, toDecimal } from "./decimal.ts";
import { askProvider, badNotice, ProviderError, tried } from "./failures.ts";
import type { Gateway, PaymentRequest, PaymentState } from "./gateway.ts";
import { noticeIn } from "./json-client.ts";
import { linesOf, shortened } from "./lines.ts";
import { createCertificates } from "./paypal-certificates.ts";
import { type PayPalAccount, signedIn } from "./paypal-client.ts";
import { Capture, Dispute, Notice, Order, Refund, RefundStatus, read, Verification, Webhook } from "./paypal-shapes.ts";
import { type Claims, claimsIn, isSigned } from "./paypal-signature.ts";

export type PayPalOptions = PayPalAccount & {
  /** The webhook id from PayPal's dashboard, part of every signature. */
  webhookId: string;
  site: string;
  siteName: () => string;
  log: Logger;
};

const MOST_VOUCHED_A_MINUTE = 10;

/**
 * PayPal Orders v2: developer.paypal.com/docs/api/orders/v2. A payment is a PayPal order. Approved
 * orders are captured by the webhook or by `find` when the buyer returns, whichever is first.
 */
export function createPayPal(options: PayPalOptions): Gateway {
  const { webhookId, apiBase, site, siteName, now, log } = options;
  const ask = askProvider("PayPal", log);
  const send = signedIn(options);
  const findCertificate = createCertificates(options);
  const mayAsk = perMinute(MOST_VOUCHED_A_MINUTE, now);

  async function get<T extends z.ZodType>(schema: T, path: string): Promise<z.infer<T> | undefined> {
    const answer = await send({ method: "GET", path });
    return answer.status === 404 ? undefined : read(schema, answer);
  }
  const findOrder = (id: string) => get(Order, `/v2/checkout/orders/${encodeURIComponent(id)}`);
  const findCapture = (id: string) => get(Capture, `/v2/payments/captures/${encodeURIComponent(id)}`);

  async function capture(id: string): Promise<PaymentState | undefined> {
    const answer = await send({
      method: "POST",
      path: `/v2/checkout/orders/${encodeURIComponent(id)}/capture`,
      headers: { prefer: "return=representation" },
      body: {},
      isRepeatable: true,
    });
    try {
      return stateOfOrder(read(Order, answer));
    } catch (error) {
      // 422: already captured, no longer approved, or declined by the bank.
      if (!(error instanceof ProviderError && error.status === 422)) throw error;
      log.info({ provider: "PayPal", code: error.code, payment: id }, "payment was not captured");
      const order = await findOrder(id);
      return order && stateOfOrder(order);
    }
  }

  const orderNumberOf = (customId = ""): string | null => {
    const [orderNumber, from] = customId.split(",");
    return orderNumber && from === plain(site) ? orderNumber : null;
  };

  function stateOfOrder({ id, status, purchase_units: [unit] }: Order): PaymentState {
    const captures = unit?.payments?.captures ?? [];
    const taken = captures.find((one) => STATES[one.status] !== "failed") ?? captures.at(-1);
    if (taken) {
      // A refund may fail days later, without an event.
      const sum = (statuses: string[]) =>
        (unit?.payments?.refunds ?? [])
          .filter((one) => statuses.includes(one.status))
          .reduce((all, { amount }) => all + toCents(amount.value), 0);
      return stateOfCapture(id, taken, sum(["COMPLETED", "PENDING"]), sum(["FAILED", "CANCELLED"]));
    }
    return {
      paymentId: id,
      orderNumber: orderNumberOf(unit?.custom_id),
      state: status === "VOIDED" ? "expired" : "pending",
      amountCents: unit?.amount ? toCents(unit.amount.value) : 0,
      currency: unit?.amount?.currency_code ?? "",
      refundedCents: 0,
    };
  }

  function stateOfCapture(
    paymentId: string,
    { status, amount, custom_id }: Capture,
    refundedCents = 0,
    failedCents = 0,
  ): PaymentState {
    const amountCents = toCents(amount.value);
    const isBack = refundedCents > 0 && refundedCents >= amountCents;
    const told = STATES[status] ?? "pending";
    // After a failed refund, only the amounts tell what was refunded.
    const said = failedCents > 0 && (told === "refunded" || told === "partially_refunded") ? "paid" : told;
    // A refund may arrive before the capture shows it.
    const isRefunded = said === "refunded" || isBack;
    return {
      paymentId,
      orderNumber: orderNumberOf(custom_id),
      state: isRefunded ? "refunded" : refundedCents > 0 ? "partially_refunded" : said,
      amountCents,
      currency: amount.currency_code,
      refundedCents: isRefunded ? amountCents : refundedCents,
      ...(failedCents > 0 && { refundsFailedCents: failedCents }),
    };
  }

  async function findByCapture(id: string | undefined, refundedCents?: number): Promise<PaymentState | undefined> {
    const found = id ? await findCapture(id) : undefined;
    const orderId = found && orderIdOf(found);
    if (!orderId) return undefined;
    const order = STATES[found.status] === "paid" ? undefined : await findOrder(orderId);
    const state = order && stateOfOrder(order);
    const isKnown = state && (state.refundsFailedCents || state.refundedCents >= (refundedCents ?? 0));
    return isKnown ? state : stateOfCapture(orderId, found, refundedCents);
  }

  async function meaningOf({ event_type: type, resource }: z.infer<typeof Notice>): Promise<PaymentState | undefined> {
    switch (type) {
      case "CHECKOUT.ORDER.APPROVED": {
        const order = shaped(Order, resource);
        // Several sites may share a PayPal app; each captures its own orders.
        return orderNumberOf(order.purchase_units[0]?.custom_id) === null ? undefined : capture(order.id);
      }
      case "PAYMENT.CAPTURE.COMPLETED":
      case "PAYMENT.CAPTURE.PENDING":
      case "PAYMENT.CAPTURE.DENIED":
      case "PAYMENT.CAPTURE.DECLINED": {
        const captured = shaped(Capture, resource);
        const orderId = orderIdOf(captured);
        return orderId ? stateOfCapture(orderId, captured) : undefined;
      }
      case "PAYMENT.CAPTURE.REFUNDED": {
        const { links, seller_payable_breakdown: breakdown } = shaped(Refund, resource);
        const total = breakdown?.total_refunded_amount;
        return findByCapture(idIn(links, "captures"), total && toCents(total.value));
      }
      case "PAYMENT.CAPTURE.REVERSED": {
        // A chargeback takes all the money, whatever the capture says.
        const state = await findByCapture(idIn(shaped(Refund, resource).links, "captures"));
        return state && { ...state, state: "refunded", refundedCents: state.amountCents };
      }
      case "CUSTOMER.DISPUTE.CREATED":
      case "CUSTOMER.DISPUTE.UPDATED":
      case "CUSTOMER.DISPUTE.RESOLVED": {
        const dispute = shaped(Dispute, resource);
        const { status, dispute_outcome: outcome, disputed_transactions: transactions } = dispute;
        const state = await findByCapture(transactions[0]?.seller_transaction_id);
        if (status !== "RESOLVED")
          return state && { ...state, state: "disputed", disputeDueAt: dispute.seller_response_due_date };
        if (!state || state.state === "refunded") return state;
        // A lost dispute takes all the money, unless settled by a partial refund.
        return LOST.includes(outcome?.outcome_code ?? "") && state.refundedCents === 0
          ? { ...state, state: "refunded", refundedCents: state.amountCents }
          : { ...state, state: "dispute_won" };
      }
      default:
        return undefined;
    }
  }

  async function verify(rawBody: Buffer, claims: Claims): Promise<void> {
    const isGenuine =
      (await isSigned(rawBody, claims, { webhookId, findCertificate, now })) ?? (await vouch(rawBody, claims));
    if (!isGenuine) throw badNotice("PayPal did not sign this webhook for PAYPAL_WEBHOOK_ID.");
  }

  /**
   * Asks PayPal to verify its webhook if the certificate cannot be judged here. Sends the body
   * unchanged, because re-serialized JSON has another signature.
   */
  async function vouch(rawBody: Buffer, claims: Claims): Promise<boolean> {
    if (!mayAsk()) throw new Error("too many webhooks had to be verified within a minute");
    const answer = await send({
      method: "POST",
      path: "/v1/notifications/verify-webhook-signature",
      body: `${JSON.stringify({ ...claims, webhook_id: webhookId }).slice(0, -1)},"webhook_event":${rawBody.toString("utf8")}}`,
      isRepeatable: true,
    });
    const isRefused = answer.status === 400 || answer.status === 422;
    return !isRefused && read(Verification, answer).verification_status === "SUCCESS";
  }

  return {
    name: "paypal",
    label: "PayPal",
    // At most seven digits before the point.
    bounds: { minimumCents: 1, maximumCents: 999_999_999 },

    async start(request) {
      const body = orderBody(request, `${request.orderNumber},${plain(site)}`, siteName());
      // A second click within the hour gets the same order; PayPal drops unapproved orders after
      // some hours.
      const hour = now().toISOString().slice(0, 13);
      const order = await ask("start", async () =>
        read(
          Order,
          await send({
            method: "POST",
            path: "/v2/checkout/orders",
            headers: { "paypal-request-id": hash(hour + JSON.stringify(body)) },
            body,
            isRepeatable: true,
          }),
        ),
      );
      const page = order.links.find(({ rel }) => rel === "payer-action" || rel === "approve")?.href;
      return { paymentId: order.id, redirectUrl: page ?? request.returnUrl, instructions: null };
    },

    find: (paymentId) =>
      ask("find", async () => {
        const order = await findOrder(paymentId);
        return order?.status === "APPROVED" ? capture(paymentId) : order && stateOfOrder(order);
      }),

    costs: (paymentId) =>
      ask("costs", async () => {
        const captures = (await findOrder(paymentId))?.purchase_units[0]?.payments?.captures ?? [];
        const fee = captures.find(({ status }) => STATES[status] !== "failed")?.seller_receivable_breakdown?.paypal_fee;
        // PayPal keeps a balance: payouts do not refer to payments.
        return fee && { feeCents: toCents(fee.value), currency: fee.currency_code, reference: null };
      }),

    refund: (paymentId, amountCents, key) =>
      ask("refund", async () => {
        const order = await findOrder(paymentId);
        const taken = order?.purchase_units[0]?.payments?.captures.find(({ status }) => STATES[status] !== "failed");
        if (!taken) throw new Error(`Order ${paymentId} was never captured.`);
        const answer = await send({
          method: "POST",
          path: `/v2/payments/captures/${encodeURIComponent(taken.id)}/refund`,
          headers: { "paypal-request-id": key },
          body: { amount: { currency_code: taken.amount.currency_code, value: toDecimal(amountCents) } },
          isRepeatable: true,
        });
        const { status } = read(RefundStatus, answer);
        if (status === "FAILED" || status === "CANCELLED")
          throw new ProviderError(`The refund is ${status}.`, { status: answer.status });
      }),

    async readEvent(rawBody, headerOf) {
      const claims = claimsIn(headerOf);
      const notice = noticeIn(Notice, rawBody);
      const meaning = await ask("event", async () => {
        await verify(rawBody, claims);
        return meaningOf(notice);
      });
      return meaning && { ...meaning, eventId: notice.id };
    },

    test: () =>
      tried("PayPal", async () => {
        const answer = await send({
          method: "GET",
          path: `/v1/notifications/webhooks/${encodeURIComponent(webhookId)}`,
        });
        if (answer.status === 404) throw new Error("it has no webhook with the id PAYPAL_WEBHOOK_ID");
        read(Webhook, answer);
        return apiBase.includes("sandbox") ? "PayPal works, in the sandbox." : "PayPal works.";
      }),
  };
}

const STATES: Record<string, ReportedState> = {
  COMPLETED: "paid",
  PENDING: "pending",
  DECLINED: "failed",
  DENIED: "failed",
  FAILED: "failed",
  PARTIALLY_REFUNDED: "partially_refunded",
  REFUNDED: "refunded",
};

/** Dispute outcomes that return the money to the buyer. */
const LOST = ["RESOLVED_BUYER_FAVOUR", "ACCEPTED"];

function orderBody(request: PaymentRequest, customId: string, siteName: string) {
  const money = (cents: number) => ({ currency_code: request.currency, value: toDecimal(cents) });
  return {
    intent: "CAPTURE",
    purchase_units: [
      {
        custom_id: customId,
        description: shortened(request.description),
        amount: { ...money(request.amountCents), breakdown: { item_total: money(request.amountCents) } },
        items: linesOf(request).map(({ name, totalCents }) => ({
          name,
          quantity: "1",
          unit_amount: money(totalCents),
          category: "DIGITAL_GOODS",
        })),
      },
    ],
    payment_source: {
      paypal: {
        ...(request.buyerEmail ? { email_address: request.buyerEmail } : {}),
        experience_context: {
          brand_name: shortened(siteName),
          shipping_preference: "NO_SHIPPING",
          user_action: "PAY_NOW",
          return_url: request.returnUrl,
          cancel_url: request.cancelUrl,
        },
      },
    },
  };
}

const orderIdOf = ({ supplementary_data: data, links }: Capture): string | undefined =>
  data?.related_ids?.order_id ?? idIn(links, "orders");

/** The id in an `up` link, like …/v2/payments/captures/{id}. */
const idIn = (links: { rel: string; href: string }[], kind: "orders" | "captures"): string | undefined =>
  links
    .filter(({ rel }) => rel === "up")
    .map(({ href }) => new RegExp(`/${kind}/([A-Za-z0-9-]+)$`).exec(href)?.[1])
    .find(Boolean);

const plain = (site: string): string => site.replace(/[^\w.-]/g, "-");

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

function shaped<T extends z.ZodType>(schema: T, resource: unknown): z.infer<T> {
  const parsed = schema.safeParse(resource);
  if (!parsed.success) throw badNotice("The webhook lacks the fields of its event type.");
  return parsed.data;
}
