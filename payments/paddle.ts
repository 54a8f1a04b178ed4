import {
  type Adjustment,
  ApiError,
  type Environment,
  type EventEntity,
  EventName,
  LogLevel,
  Paddle,
  type Transaction,
} from "@paddle/paddle-node-sdk";
import type { Logger } from "pino";
import { spread } from "#domain/orders/money.ts";
import type { ReportedState } from "#domain/orders/order.ts";
import { t } from "#languages/words.ts";
import { askProvider, badNotice, ProviderError, tried } from "./failures.ts";
import type { Gateway, PaymentRequest, PaymentState } from "./gateway.ts";
import { linesOf } from "./lines.ts";

export type PaddleOptions = {
  apiKey: string;
  webhookSecret: string;
  apiBase: string;
  timeoutMs: number;
  /** This site's host. Several sites may share an account. */
  site: string;
  log: Logger;
};

const STATES: Record<string, ReportedState> = {
  paid: "paid",
  completed: "paid",
  canceled: "expired",
  past_due: "failed",
};
const TAKEN: ReadonlySet<string> = new Set(["refund", "chargeback"]);
const UNDONE: ReadonlySet<string> = new Set(["rejected", "reversed"]);
const KEYS_REFUSED: ReadonlySet<string> = new Set(["forbidden", "authentication_missing", "authentication_malformed"]);

/**
 * Paddle Billing: developer.paddle.com. A payment is a transaction. Paddle is the merchant of
 * record: it sells, adds the buyer's tax and sends the invoice. Amounts here exclude that tax.
 */
export function createPaddle({ apiKey, webhookSecret, apiBase, timeoutMs, site, log }: PaddleOptions): Gateway {
  // The library accepts any URL as environment, though its types allow two.
  const paddle = new Paddle(apiKey, { environment: apiBase as Environment, logLevel: LogLevel.none });
  const ask = askProvider("Paddle", log);

  /** Adds the timeout that the library lacks. */
  async function within<T>(work: Promise<T>): Promise<T> {
    const clock = Promise.withResolvers<never>();
    const timer = setTimeout(() => clock.reject(new Error("no answer in time")), timeoutMs);
    try {
      return await Promise.race([work, clock.promise]);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw new ProviderError(error.message, { status: statusOf(error), code: error.code });
    } finally {
      clearTimeout(timer);
    }
  }

  const adjustmentsOf = (id: string): Promise<Adjustment[]> =>
    within(
      (async () => {
        const found: Adjustment[] = [];
        for await (const adjustment of paddle.adjustments.list({ transactionId: [id] })) found.push(adjustment);
        return found;
      })(),
    );

  async function find(id: string): Promise<PaymentState | undefined> {
    try {
      return await stateOf(await within(paddle.transactions.get(id)));
    } catch (error) {
      if (error instanceof ProviderError && error.status === 404) return undefined;
      throw error;
    }
  }

  async function stateOf({ id, status, customData, currencyCode, details }: Transaction): Promise<PaymentState> {
    const said: { site?: unknown; order_number?: unknown } | null = customData;
    const number = said?.site === site && typeof said.order_number === "string" ? said.order_number : null;
    const amountCents = Number(details?.totals?.subtotal ?? 0) - Number(details?.totals?.discount ?? 0);
    const state = STATES[status] ?? "pending";
    const known = { paymentId: id, orderNumber: number, amountCents, currency: currencyCode, refundedCents: 0 };
    if (state !== "paid") return { ...known, state };
    const { back, failed } = moneyIn(await adjustmentsOf(id));
    const refundedCents = Math.min(back, amountCents);
    return {
      ...known,
      state: refundedCents === 0 ? "paid" : refundedCents === amountCents ? "refunded" : "partially_refunded",
      refundedCents,
      ...(failed > 0 && { refundsFailedCents: failed }),
    };
  }

  async function refund(id: string, amountCents: number, key: string): Promise<void> {
    const { details } = await within(paddle.transactions.get(id));
    const before = await adjustmentsOf(id);
    // Paddle has no idempotency keys, so the reason contains the refund's id.
    if (before.some(({ reason }) => reason.endsWith(key))) return;
    const counted = before.filter(({ action, status }) => TAKEN.has(action) && !UNDONE.has(status));
    const adjusted = counted.flatMap(({ items }) => items);
    const lines = (details?.lineItems ?? []).map(({ id: itemId, totals }) => {
      const all = Number(totals?.subtotal ?? 0) - Number(totals?.discount ?? 0);
      const gone = adjusted.filter((item) => item.itemId === itemId);
      return { itemId, left: gone.reduce((rest, item) => rest - Number(item.totals?.subtotal ?? 0), all) };
    });
    const left = lines.reduce((sum, line) => sum + line.left, 0);
    if (amountCents > left) throw new Error(`Only ${left} cents of ${id} are left to refund.`);
    const about = { action: "refund", transactionId: id, reason: `Refund ${key}` } as const;
    if (amountCents === left && counted.length === 0) {
      await within(paddle.adjustments.create({ ...about, type: "full" }));
      return;
    }
    const parts = spread(
      amountCents,
      lines.map((line) => line.left),
    );
    const items = lines
      .map(({ itemId }, index) => ({ itemId, type: "partial" as const, amount: String(parts[index]) }))
      .filter(({ amount }) => amount !== "0");
    await within(paddle.adjustments.create({ ...about, type: "partial", taxMode: "external", items }));
  }

  async function verified(rawBody: Buffer, signature: string): Promise<EventEntity> {
    try {
      return await paddle.webhooks.unmarshal(rawBody.toString("utf8"), webhookSecret, signature);
    } catch {
      throw badNotice("The Paddle-Signature does not match the body and PADDLE_WEBHOOK_SECRET, or is too old.");
    }
  }

  return {
    name: "paddle",
    label: t`Card, wallet or PayPal, sold by Paddle`,
    // developer.paddle.com/errors/transactions/transaction_balance_less_than_charge_limit
    bounds: { minimumCents: 70, maximumCents: 999_999_999 },

    start: (request) =>
      ask("start", async () => {
        const { id, checkout } = await within(paddle.transactions.create(transactionBody(request, site)));
        if (!checkout?.url) throw new Error("Paddle has no default payment link.");
        return { paymentId: id, redirectUrl: checkout.url, instructions: null };
      }),

    find: (paymentId) => ask("find", () => find(paymentId)),

    refund: (paymentId, amountCents, key) => ask("refund", () => refund(paymentId, amountCents, key)),

    async readEvent(rawBody, headerOf) {
      const event = await verified(rawBody, headerOf("paddle-signature") ?? "");
      const id = transactionIn(event);
      // Events are unordered, so the current transaction counts.
      const state = id === undefined ? undefined : await ask("event", () => find(id));
      return state && { ...state, eventId: event.eventId };
    },

    test: () =>
      tried("Paddle", async () => {
        await within(paddle.transactions.list({ perPage: 1 }).next());
        return apiBase.includes("sandbox") ? "Paddle works, in the sandbox." : "Paddle works.";
      }),
  };
}

function transactionIn(event: EventEntity): string | undefined {
  switch (event.eventType) {
    case EventName.TransactionPaid:
    case EventName.TransactionCompleted:
    case EventName.TransactionCanceled:
    case EventName.TransactionPastDue:
      return event.data.id;
    case EventName.AdjustmentCreated:
    case EventName.AdjustmentUpdated:
      return event.data.transactionId;
    default:
      return undefined;
  }
}

function moneyIn(adjustments: readonly Adjustment[]): { back: number; failed: number } {
  const sum = (isMeant: (adjustment: Adjustment) => boolean) =>
    adjustments.filter(isMeant).reduce((all, { totals }) => all + Number(totals.subtotal), 0);
  const sent = sum(({ action }) => TAKEN.has(action));
  const undone = sum(({ action, status }) => TAKEN.has(action) && UNDONE.has(status));
  // A won chargeback may show as status, as adjustment, or both.
  const reversed = sum(({ action }) => action === "chargeback_reverse");
  const told = sum(({ action, status }) => action === "chargeback" && status === "reversed");
  const failed = undone - told + Math.max(told, reversed);
  return { back: sent - failed, failed };
}

const statusOf = ({ code }: ApiError): number => {
  if (code === "not_found") return 404;
  return KEYS_REFUSED.has(code) ? 403 : 400;
};

function transactionBody(request: PaymentRequest, site: string) {
  const { currency: currencyCode, orderNumber, returnUrl } = request;
  return {
    currencyCode,
    collectionMode: "automatic" as const,
    customData: { order_number: orderNumber, site, return_url: returnUrl },
    items: linesOf(request)
      .filter(({ totalCents }) => totalCents > 0)
      .map(({ name, totalCents }) => ({
        quantity: 1,
        price: {
          description: name,
          // Paddle adds the buyer's tax.
          taxMode: "external" as const,
          unitPrice: { amount: String(totalCents), currencyCode },
          quantity: { minimum: 1, maximum: 1 },
          product: { name, taxCategory: "standard" as const },
        },
      })),
  };
}
