import { createHmac, timingSafeEqual } from "node:crypto";
import type { Logger } from "pino";
import { z } from "zod";
import { conflict } from "#core/errors/errors.ts";
import type { ReportedState } from "#domain/orders/order.ts";
import { t } from "#languages/words.ts";
import { toCents, toDecimal } from "./decimal.ts";
import { askProvider, badNotice, ProviderError, tried } from "./failures.ts";
import type { Gateway, PaymentRequest, PaymentState } from "./gateway.ts";
import { type Answer, createJsonClient, noticeIn, read as readAnswer } from "./json-client.ts";

export type BtcPayOptions = {
  url: string;
  storeId: string;
  apiKey: string;
  webhookSecret: string;
  timeoutMs: number;
  /** This site's host. Several sites may share a store. */
  site: string;
  now: () => Date;
  log: Logger;
};

const RefusalBody = z.object({ code: z.string(), message: z.string() }).partial().catch({});

const read = <T extends z.ZodType>(schema: T, answer: Answer): z.infer<T> =>
  readAnswer(schema, answer, (body) => RefusalBody.parse(body));

const Invoice = z.object({
  id: z.string(),
  status: z.string(),
  additionalStatus: z.string(),
  amount: z.string(),
  paidAmount: z.string().optional(),
  currency: z.string(),
  checkoutLink: z.string(),
  expirationTime: z.number(),
  metadata: z.looseObject({ orderId: z.string().nullish(), site: z.string().nullish() }),
});
type Invoice = z.infer<typeof Invoice>;

const PaymentMethods = z.array(z.object({ payments: z.array(z.object({ status: z.string() })).default([]) }));

const Notice = z.object({
  type: z.string(),
  deliveryId: z.string().min(1),
  originalDeliveryId: z.string().nullish(),
  storeId: z.string().optional(),
  invoiceId: z.string().optional(),
});

const MEANINGFUL = [
  "InvoiceProcessing",
  "InvoiceSettled",
  "InvoicePaymentSettled",
  "InvoiceExpired",
  "InvoiceExpiredPaidPartial",
  "InvoicePaidAfterExpiration",
  "InvoiceInvalid",
];

const LONGEST_MINUTES = 60;
const SHORTEST_MINUTES = 5;

/** BTCPay Server, Greenfield API v1: docs.btcpayserver.org/API/Greenfield/v1. A payment is an invoice. */
export function createBtcPay({
  url,
  storeId,
  apiKey,
  webhookSecret,
  timeoutMs,
  site,
  now,
  log,
}: BtcPayOptions): Gateway {
  const ask = askProvider("BTCPay Server", log);
  const client = createJsonClient({ base: url, timeoutMs });
  const invoices = `/api/v1/stores/${encodeURIComponent(storeId)}/invoices`;
  const headers = { authorization: `token ${apiKey}` };
  const get = (path: string) => client({ method: "GET", path: `${invoices}${path}`, headers });

  const isOurs = ({ metadata }: Invoice): boolean => metadata.site === site;

  async function findOpen({ orderNumber, amountCents, currency }: PaymentRequest): Promise<Invoice | undefined> {
    const found = read(z.array(Invoice), await get(`?orderId=${encodeURIComponent(orderNumber)}&take=20`));
    const soon = now().getTime() / 1000 + SHORTEST_MINUTES * 60;
    return found.find(
      (invoice) =>
        isOurs(invoice) &&
        invoice.status === "New" &&
        invoice.expirationTime > soon &&
        invoice.currency === currency &&
        toCents(invoice.amount) === amountCents,
    );
  }

  const create = async (request: PaymentRequest): Promise<Invoice> =>
    read(Invoice, await client({ method: "POST", path: invoices, headers, body: invoiceBody(request, site, now()) }));

  async function open(request: PaymentRequest): Promise<Invoice> {
    const known = await findOpen(request);
    if (known) return known;
    try {
      return await create(request);
    } catch (error) {
      if (error instanceof ProviderError) throw error;
      return (await findOpen(request)) ?? (await create(request));
    }
  }

  async function find(id: string): Promise<PaymentState | undefined> {
    const answer = await get(`/${encodeURIComponent(id)}`);
    if (answer.status === 404) return undefined;
    const invoice = read(Invoice, answer);
    return {
      paymentId: invoice.id,
      orderNumber: isOurs(invoice) ? (invoice.metadata.orderId ?? null) : null,
      state: await stateOf(invoice),
      amountCents: amountOf(invoice),
      currency: invoice.currency,
      refundedCents: 0,
    };
  }

  /** Late and partial payments still count as money; the order decides. */
  async function stateOf({ id, status, additionalStatus }: Invoice): Promise<ReportedState> {
    if (status === "Settled") return "paid";
    if (status === "Invalid") return "failed";
    if (status !== "Expired") return "pending";
    if (!["PaidPartial", "PaidLate"].includes(additionalStatus)) return "expired";
    // Expired invoices do not wait for confirmations, so each payment is checked.
    const methods = read(PaymentMethods, await get(`/${encodeURIComponent(id)}/payment-methods`));
    return methods.flatMap(({ payments }) => payments).every((payment) => payment.status === "Settled")
      ? "paid"
      : "pending";
  }

  function verify(rawBody: Buffer, signature = ""): void {
    const wanted = Buffer.from(`sha256=${createHmac("sha256", webhookSecret).update(rawBody).digest("hex")}`);
    const given = Buffer.from(signature);
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
      throw badNotice("The BTCPay-Sig does not match the body and BTCPAY_WEBHOOK_SECRET.");
  }

  return {
    name: "btcpay",
    label: "Bitcoin",
    bounds: { minimumCents: 1, maximumCents: 999_999_999 },

    async start(request) {
      const { id, checkoutLink } = await ask("start", () => open(request));
      return { paymentId: id, redirectUrl: checkoutLink, instructions: null };
    },

    find: (paymentId) => ask("find", () => find(paymentId)),

    async refund(paymentId) {
      throw conflict(
        "refund_by_hand",
        t`Only the buyer can choose the address for a refund. In BTCPay Server, open invoice ${paymentId}, choose Issue refund, and send its link to the buyer.`,
      );
    },

    async readEvent(rawBody, headerOf) {
      verify(rawBody, headerOf("btcpay-sig"));
      const notice = noticeIn(Notice, rawBody);
      const { invoiceId } = notice;
      if (!MEANINGFUL.includes(notice.type) || notice.storeId !== storeId || !invoiceId) return undefined;
      // Webhooks have no amounts and signatures no date, so the current invoice counts.
      const state = await ask("event", () => find(invoiceId));
      return state && { ...state, eventId: notice.originalDeliveryId ?? notice.deliveryId };
    },

    test: () =>
      tried("BTCPay Server", async () => {
        read(z.array(z.unknown()), await get("?take=1"));
        return "BTCPay Server answers.";
      }),
  };
}

function invoiceBody(request: PaymentRequest, site: string, now: Date) {
  const minutesLeft = Math.floor((request.expiresAt.getTime() - now.getTime()) / 60_000);
  return {
    amount: toDecimal(request.amountCents),
    currency: request.currency,
    metadata: {
      orderId: request.orderNumber,
      orderUrl: request.returnUrl,
      site,
      itemDesc: request.description,
      ...(request.buyerEmail ? { buyerEmail: request.buyerEmail } : {}),
    },
    checkout: {
      expirationMinutes: Math.min(Math.max(minutesLeft, SHORTEST_MINUTES), LONGEST_MINUTES),
      redirectURL: request.returnUrl,
      redirectAutomatically: true,
    },
  };
}

/**
 * The amount paid, in cents. Coins never match exactly; BTCPay decides whether they were enough. If
 * not, the result differs from the requested amount even if both round to the same.
 */
function amountOf({ additionalStatus, amount, paidAmount = "0" }: Invoice): number {
  const asked = toCents(amount);
  if (additionalStatus === "PaidOver") return Math.max(toCents(paidAmount), asked + 1);
  if (additionalStatus === "PaidPartial") return Math.min(toCents(paidAmount), asked - 1);
  return asked;
}
