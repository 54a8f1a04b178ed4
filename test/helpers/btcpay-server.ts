import { createHmac } from "node:crypto";
import { type ApiAnswer, type ApiRequest, type Delivery, startApiServer } from "./api-server.ts";

type Invoice = {
  id: string;
  storeId: string;
  status: "New" | "Processing" | "Expired" | "Invalid" | "Settled";
  additionalStatus: "None" | "PaidLate" | "PaidPartial" | "Marked" | "Invalid" | "PaidOver";
  amount: string;
  paidAmount: string;
  currency: string;
  type: "Standard";
  checkoutLink: string;
  createdTime: number;
  expirationTime: number;
  metadata: Record<string, unknown>;
  checkout: Record<string, unknown>;
};
type Sent = Partial<Pick<Invoice, "amount" | "currency" | "metadata" | "checkout">>;

const refusal = (status: number, code: string, message: string): ApiAnswer => ({ status, json: { code, message } });

/** A local server that speaks the part of BTCPay Server's Greenfield API that payments need, and signs its webhooks as it does. */
export async function startBtcPayServer({ now = () => new Date() }: { now?: () => Date } = {}) {
  const storeId = "9CiNzKoANXxmk5ayZngSXrHTiVvvgCrwrpFQd4m2K776";
  const apiKey = "btcpay-key";
  const webhookSecret = "btcpay-webhook-secret";
  const invoices = new Map<string, Invoice>();
  const payments = new Map<string, { id: string; value: string; status: string }[]>();
  const deliveries: Delivery[] = [];
  const target = { url: "" };
  let count = 0;
  const newId = (): string => `Inv${String(++count).padStart(6, "0")}`;
  const seconds = (): number => Math.floor(now().getTime() / 1000);

  function create({ amount, currency, metadata = {}, checkout = {} }: Sent): ApiAnswer {
    if (typeof amount !== "string" || !(Number(amount) >= 0))
      return refusal(422, "validation-error", "Amount is wrong");
    const minutes = Number(checkout.expirationMinutes ?? 15);
    if (minutes < 0.5) return refusal(422, "validation-error", "Expiration time must be at least 30 seconds");
    const id = newId();
    invoices.set(id, {
      id,
      storeId,
      status: "New",
      additionalStatus: "None",
      amount,
      paidAmount: "0.00",
      currency: currency ?? "USD",
      type: "Standard",
      checkoutLink: `${server.url}/i/${id}`,
      createdTime: seconds(),
      expirationTime: seconds() + minutes * 60,
      metadata,
      checkout,
    });
    return { json: invoices.get(id) };
  }

  function api({ method, path, query, headers, text }: ApiRequest): ApiAnswer {
    if (headers.authorization !== `token ${apiKey}`)
      return refusal(401, "unauthenticated", "Authentication is required");
    const [, store, id, part] = /^\/api\/v1\/stores\/(\w+)\/invoices(?:\/(\w+))?(?:\/([\w-]+))?$/.exec(path) ?? [];
    if (store !== storeId) return refusal(403, "missing-permission", "Insufficient API Permissions");
    if (method === "POST" && !id) return create(JSON.parse(text) as Sent);
    if (!id) {
      const wanted = query.getAll("orderId");
      const found = [...invoices.values()]
        .reverse()
        .filter(({ metadata }) => wanted.length === 0 || wanted.includes(String(metadata.orderId)));
      return { json: found.slice(0, Number(query.get("take") ?? 50)) };
    }
    const invoice = invoices.get(id);
    if (!invoice) return refusal(404, "invoice-not-found", "The invoice was not found");
    if (part === "payment-methods")
      return { json: [{ paymentMethodId: "BTC-CHAIN", payments: payments.get(id) ?? [] }] };
    return { json: invoice };
  }

  const server = await startApiServer(api);

  function sign(
    type: string,
    invoiceId: string,
    { secret = webhookSecret, ...more }: { secret?: string; [key: string]: unknown } = {},
  ) {
    const deliveryId = `Del${++count}`;
    const notice = {
      deliveryId,
      webhookId: "Hook1",
      originalDeliveryId: deliveryId,
      isRedelivery: false,
      type,
      timestamp: seconds(),
      storeId,
      invoiceId,
      metadata: invoices.get(invoiceId)?.metadata ?? {},
      ...more,
    };
    const payload = JSON.stringify(notice);
    const signature = `sha256=${createHmac("sha256", secret).update(payload).digest("hex")}`;
    return { id: deliveryId, type, payload, headers: { "content-type": "application/json", "btcpay-sig": signature } };
  }
  async function deliver({ id, type, payload, headers }: ReturnType<typeof sign>): Promise<Delivery> {
    const response = await fetch(target.url, { method: "POST", headers, body: payload });
    const delivery = { id, type, status: response.status, text: await response.text() };
    deliveries.push(delivery);
    return delivery;
  }
  const send = (type: string, id: string, more = {}): Promise<Delivery> => deliver(sign(type, id, more));
  const change = (id: string, to: Partial<Invoice>): Invoice => Object.assign(invoices.get(id)!, to);

  return {
    ...server,
    storeId,
    env: {
      BTCPAY_URL: server.url,
      BTCPAY_STORE_ID: storeId,
      BTCPAY_API_KEY: apiKey,
      BTCPAY_WEBHOOK_SECRET: webhookSecret,
    },
    target,
    deliveries,
    invoices,
    sign,
    deliver,
    send,
    change,
    pay(id: string, amount: string) {
      const invoice = invoices.get(id)!;
      const paid = (Number(invoice.paidAmount) + Number(amount)).toFixed(2);
      const due = Number(invoice.amount);
      payments.set(id, [...(payments.get(id) ?? []), { id: `tx${++count}`, value: amount, status: "Processing" }]);
      const additionalStatus = Number(paid) > due ? "PaidOver" : Number(paid) < due ? "PaidPartial" : "None";
      if (invoice.status === "Expired") {
        change(id, {
          paidAmount: paid,
          additionalStatus: additionalStatus === "PaidPartial" ? "PaidPartial" : "PaidLate",
        });
        return additionalStatus === "PaidPartial" ? undefined : send("InvoicePaidAfterExpiration", id);
      }
      change(id, { paidAmount: paid, additionalStatus });
      if (additionalStatus === "PaidPartial") return undefined;
      change(id, { status: "Processing" });
      return send("InvoiceProcessing", id, { overPaid: additionalStatus === "PaidOver" });
    },
    async confirm(id: string) {
      const invoice = invoices.get(id)!;
      for (const payment of payments.get(id) ?? []) payment.status = "Settled";
      if (invoice.status === "Processing") change(id, { status: "Settled" });
      await send("InvoicePaymentSettled", id, { afterExpiration: invoice.status === "Expired" });
      if (invoice.status === "Settled") await send("InvoiceSettled", id, { manuallyMarked: false, overPaid: false });
    },
    async expire(id: string) {
      const partiallyPaid = change(id, { status: "Expired" }).additionalStatus === "PaidPartial";
      await send("InvoiceExpired", id, { partiallyPaid });
      if (partiallyPaid) await send("InvoiceExpiredPaidPartial", id);
    },
    mark(id: string, status: "Settled" | "Invalid") {
      change(id, { status, additionalStatus: "Marked" });
      return send(`Invoice${status}`, id, { manuallyMarked: true });
    },
  };
}

export type BtcPayServer = Awaited<ReturnType<typeof startBtcPayServer>>;
