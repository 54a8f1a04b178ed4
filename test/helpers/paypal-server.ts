import { constants, createSign, createVerify, generateKeyPairSync } from "node:crypto";
import { crc32 } from "node:zlib";
import { once } from "../../domain/text/once.ts";
import { type ApiAnswer, type ApiRequest, type Delivery, startApiServer } from "./api-server.ts";
import { certificateOf } from "./certificate.ts";

type Money = { currency_code: string; value: string };
type Link = { href: string; rel: string; method: string };
type Capture = {
  id: string;
  status: string;
  amount: Money;
  custom_id?: string;
  final_capture: true;
  seller_receivable_breakdown: { gross_amount: Money; paypal_fee: Money; net_amount: Money };
  supplementary_data: { related_ids: { order_id: string } };
  links: Link[];
};
type Refund = {
  id: string;
  status: string;
  amount: Money;
  custom_id?: string;
  seller_payable_breakdown: { gross_amount: Money; total_refunded_amount: Money };
  links: Link[];
};
type Unit = {
  reference_id: string;
  amount: Money & { breakdown?: { item_total: Money } };
  custom_id?: string;
  description?: string;
  items?: { name: string; quantity: string; unit_amount: Money }[];
  payments?: { captures: Capture[]; refunds: Refund[] };
};
type Order = { id: string; intent: string; status: string; purchase_units: Unit[]; links: Link[] };
type Sent = {
  intent?: string;
  purchase_units?: Unit[];
  payment_source?: { paypal?: { experience_context?: unknown } };
};

const SIGNER = "messageverificationcerts.paypal.com";

const refusal = (status: number, name: string, issue?: string): ApiAnswer => ({
  status,
  json: {
    name,
    message: "The requested action could not be performed, semantically incorrect, or failed business validation.",
    debug_id: "f1d2",
    ...(issue ? { details: [{ issue, description: issue }] } : {}),
  },
});
const cents = ({ value }: Money): number => Math.round(Number(value) * 100);
/** PayPal keeps 3.49 % and 49 cents. */
const receivable = (gross: Money) => {
  const fee = Math.round(cents(gross) * 0.0349) + 49;
  return { gross_amount: gross, paypal_fee: money(fee), net_amount: money(cents(gross) - fee) };
};
const money = (amount: number): Money => ({ currency_code: "USD", value: (amount / 100).toFixed(2) });

const keyPair = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
/** Made once: each takes longer than most tests. */
const keyPairs = once(() => [keyPair(), keyPair(), keyPair()] as const);

/**
 * A local server for the part of PayPal's REST API that payments need. It signs notices as PayPal
 * does: RSA over transmission id, time, webhook id and the CRC-32 of the body.
 */
export async function startPayPalServer({ now = () => new Date() }: { now?: () => Date } = {}) {
  const account = { clientId: "paypal-client", clientSecret: "paypal-secret", webhookId: "1JE4291016473214C" };
  const [keys, foreign, authorityKeys] = keyPairs();
  const authority = { commonName: "Test Authority", ...authorityKeys };
  const valid = { from: new Date(Date.UTC(2020, 0)), to: new Date(Date.UTC(2090, 0)) };
  const issued = (commonName: string, { publicKey } = keys, dates = valid, by = authority) =>
    certificateOf({ commonName, publicKey, ...dates }, by);
  const chain = certificateOf({ ...authority, isAuthority: true, ...valid }, authority);
  /** What is at /v1/notifications/certs/…, by its last part. */
  const certificates = new Map([["CERT-360caa42", issued(SIGNER) + chain]]);
  const tokens = new Map<string, number>();
  const orders = new Map<string, Order>();
  const captures = new Map<string, Capture>();
  const refunds = new Map<string, Refund[]>();
  const replies = new Map<string, () => ApiAnswer>();
  const deliveries: Delivery[] = [];
  const target = { url: "" };
  /** What becomes of the next capture, as at a bank: COMPLETED, PENDING, DECLINED, or the issue of a refusal. */
  const bank = { answer: "COMPLETED" };
  let count = 0;
  const newId = (): string => `${String(++count).padStart(4, "0")}TESTTESTTEST${count}`;

  function createOrder({ intent, purchase_units: [unit] = [], payment_source }: Sent): ApiAnswer {
    if (intent !== "CAPTURE" || !unit) return refusal(400, "INVALID_REQUEST", "MISSING_REQUIRED_PARAMETER");
    if (!payment_source?.paypal?.experience_context)
      return refusal(400, "INVALID_REQUEST", "MISSING_REQUIRED_PARAMETER");
    const items = unit.items ?? [];
    const sum = items.reduce((total, item) => total + cents(item.unit_amount) * Number(item.quantity), 0);
    const itemTotal = unit.amount.breakdown?.item_total;
    if (items.length && !itemTotal) return refusal(422, "UNPROCESSABLE_ENTITY", "ITEM_TOTAL_REQUIRED");
    if (itemTotal && cents(itemTotal) !== sum) return refusal(422, "UNPROCESSABLE_ENTITY", "ITEM_TOTAL_MISMATCH");
    if (itemTotal && cents(itemTotal) !== cents(unit.amount))
      return refusal(422, "UNPROCESSABLE_ENTITY", "AMOUNT_MISMATCH");
    const texts = [unit.description, unit.custom_id, ...items.map(({ name }) => name)];
    if (texts.some((text) => (text ?? "").length > 127))
      return refusal(400, "INVALID_REQUEST", "INVALID_STRING_LENGTH");
    const id = newId();
    const self = `${server.url}/v2/checkout/orders/${id}`;
    orders.set(id, {
      id,
      intent,
      status: "PAYER_ACTION_REQUIRED",
      purchase_units: [{ ...unit, reference_id: "default" }],
      links: [
        { href: self, rel: "self", method: "GET" },
        { href: `${server.url}/checkoutnow?token=${id}`, rel: "payer-action", method: "GET" },
      ],
    });
    return { json: minimal(id) };
  }
  const minimal = (id: string) => {
    const { status, links } = orders.get(id)!;
    return { id, status, links };
  };

  function captureOrder(id: string): ApiAnswer {
    const order = orders.get(id);
    if (!order) return refusal(404, "RESOURCE_NOT_FOUND", "INVALID_RESOURCE_ID");
    if (order.status === "COMPLETED") return refusal(422, "UNPROCESSABLE_ENTITY", "ORDER_ALREADY_CAPTURED");
    if (order.status !== "APPROVED") return refusal(422, "UNPROCESSABLE_ENTITY", "ORDER_NOT_APPROVED");
    if (!["COMPLETED", "PENDING", "DECLINED"].includes(bank.answer)) {
      order.status = "PAYER_ACTION_REQUIRED";
      return refusal(422, "UNPROCESSABLE_ENTITY", bank.answer);
    }
    const unit = order.purchase_units[0]!;
    const { currency_code, value } = unit.amount;
    const captureId = newId();
    const capture: Capture = {
      id: captureId,
      status: bank.answer,
      amount: { currency_code, value },
      ...(unit.custom_id ? { custom_id: unit.custom_id } : {}),
      final_capture: true,
      seller_receivable_breakdown: receivable({ currency_code, value }),
      supplementary_data: { related_ids: { order_id: id } },
      links: [
        { href: `${server.url}/v2/payments/captures/${captureId}`, rel: "self", method: "GET" },
        { href: `${server.url}/v2/checkout/orders/${id}`, rel: "up", method: "GET" },
      ],
    };
    captures.set(captureId, capture);
    order.status = "COMPLETED";
    unit.payments = { captures: [capture], refunds: [] };
    return { status: 201, json: order };
  }

  function refundCapture(id: string, amount: Money | undefined): ApiAnswer {
    const capture = captures.get(id);
    if (!capture) return refusal(404, "RESOURCE_NOT_FOUND", "INVALID_RESOURCE_ID");
    const made = refunds.get(id) ?? [];
    const before = made.reduce((sum, refund) => sum + (refund.status === "FAILED" ? 0 : cents(refund.amount)), 0);
    const wanted = amount ? cents(amount) : cents(capture.amount) - before;
    const total = before + wanted;
    if (total > cents(capture.amount)) return refusal(422, "UNPROCESSABLE_ENTITY", "REFUND_AMOUNT_EXCEEDED");
    const refund: Refund = {
      id: newId(),
      status: "COMPLETED",
      amount: money(wanted),
      ...(capture.custom_id ? { custom_id: capture.custom_id } : {}),
      seller_payable_breakdown: { gross_amount: money(wanted), total_refunded_amount: money(total) },
      links: [{ href: `${server.url}/v2/payments/captures/${id}`, rel: "up", method: "GET" }],
    };
    refunds.set(id, [...made, refund]);
    capture.status = total === cents(capture.amount) ? "REFUNDED" : "PARTIALLY_REFUNDED";
    orders.get(capture.supplementary_data.related_ids.order_id)!.purchase_units[0]!.payments!.refunds.push(refund);
    return { status: 201, json: { id: refund.id, status: refund.status } };
  }

  /** PayPal signs the bytes it sent; the notice is cut out of this request as it is written there. */
  function verify(text: string): ApiAnswer {
    const said = JSON.parse(text) as Record<string, string>;
    const names = ["auth_algo", "cert_url", "transmission_id", "transmission_sig", "transmission_time", "webhook_id"];
    if (names.some((name) => !said[name])) return refusal(400, "VALIDATION_ERROR");
    const notice = /"webhook_event"\s*:\s*([\s\S]*)\}$/.exec(text)?.[1] ?? "";
    const claim = [said.transmission_id, said.transmission_time, said.webhook_id, crc32(notice)].join("|");
    const isGenuine =
      said.webhook_id === account.webhookId &&
      createVerify("RSA-SHA256").update(claim).verify(keys.publicKey, said.transmission_sig!, "base64");
    return { json: { verification_status: isGenuine ? "SUCCESS" : "FAILURE" } };
  }

  function api({ method, path, text }: ApiRequest): ApiAnswer {
    const body = () => JSON.parse(text === "" ? "{}" : text);
    const [, kind = "", id = "", action = ""] =
      /^\/v2\/(?:checkout|payments)\/(orders|captures)(?:\/([^/]+))?(?:\/(\w+))?$/.exec(path) ?? [];
    switch (`${method} ${kind}${id && "/id"}${action && `/${action}`}`) {
      case "POST orders":
        return createOrder(body());
      case "GET orders/id":
        return orders.has(id) ? { json: orders.get(id) } : refusal(404, "RESOURCE_NOT_FOUND", "INVALID_RESOURCE_ID");
      case "POST orders/id/capture":
        return captureOrder(id);
      case "GET captures/id":
        return captures.has(id)
          ? { json: captures.get(id) }
          : refusal(404, "RESOURCE_NOT_FOUND", "INVALID_RESOURCE_ID");
      case "POST captures/id/refund":
        return refundCapture(id, body().amount);
    }
    if (path === "/v1/notifications/verify-webhook-signature") return verify(text);
    if (path === `/v1/notifications/webhooks/${account.webhookId}`)
      return { json: { id: account.webhookId, url: target.url } };
    return refusal(404, "RESOURCE_NOT_FOUND");
  }

  /** A request id that was seen gets the present state of what it made. */
  function once(request: ApiRequest): ApiAnswer {
    const key = request.headers["paypal-request-id"];
    if (typeof key !== "string") return api(request);
    const kept = replies.get(key);
    if (kept) return kept();
    const answer = api(request);
    if ((answer.status ?? 200) < 300) {
      const { id } = answer.json as { id: string };
      replies.set(key, () => (orders.has(id) ? { json: minimal(id) } : answer));
    }
    return answer;
  }

  function token({ headers, text }: ApiRequest): ApiAnswer {
    const basic = `Basic ${Buffer.from(`${account.clientId}:${account.clientSecret}`).toString("base64")}`;
    const isForm = headers["content-type"] === "application/x-www-form-urlencoded";
    if (headers.authorization !== basic || !isForm || text !== "grant_type=client_credentials")
      return { status: 401, json: { error: "invalid_client", error_description: "Client Authentication failed" } };
    const access_token = `A21AA-${++count}`;
    tokens.set(access_token, now().getTime() + 32_400_000);
    return { json: { access_token, token_type: "Bearer", expires_in: 32_400, scope: "" } };
  }

  const server = await startApiServer((request) => {
    const [, certificate] = /^\/v1\/notifications\/certs\/([\w-]+)$/.exec(request.path) ?? [];
    if (certificate) {
      const html = certificates.get(certificate);
      return html === undefined ? refusal(404, "RESOURCE_NOT_FOUND") : { html };
    }
    if (request.path === "/v1/oauth2/token") return token(request);
    const bearer = request.headers.authorization?.replace("Bearer ", "") ?? "";
    if (!((tokens.get(bearer) ?? 0) > now().getTime()))
      return {
        status: 401,
        json: { error: "invalid_token", error_description: "Token signature verification failed" },
      };
    return once(request);
  });

  /** A notice as PayPal sends it: with line breaks and escapes of its own, which are part of what is signed. */
  function sign(
    type: string,
    resource: unknown,
    {
      isForeign = false,
      webhookId = account.webhookId,
      id = `WH-${newId()}`,
      certificate = "CERT-360caa42",
    }: { isForeign?: boolean; webhookId?: string; id?: string; certificate?: string } = {},
  ) {
    const event = { id, event_version: "1.0", create_time: now().toISOString(), event_type: type, resource };
    const payload = JSON.stringify(event, null, 1).replaceAll("/", "\\/");
    const transmission = { id: `69cd13f0-${newId()}`, time: now().toISOString() };
    const claim = [transmission.id, transmission.time, webhookId, crc32(payload)].join("|");
    const key = { key: (isForeign ? foreign : keys).privateKey, padding: constants.RSA_PKCS1_PADDING };
    const headers: Record<string, string> = {
      "content-type": "application/json",
      "paypal-auth-algo": "SHA256withRSA",
      "paypal-cert-url": `${server.url}/v1/notifications/certs/${certificate}`,
      "paypal-transmission-id": transmission.id,
      "paypal-transmission-time": transmission.time,
      "paypal-transmission-sig": createSign("RSA-SHA256").update(claim).sign(key, "base64"),
    };
    return { id, type, payload, headers };
  }

  async function deliver({ id, type, payload, headers }: ReturnType<typeof sign>): Promise<Delivery> {
    const response = await fetch(target.url, { method: "POST", headers, body: payload });
    const delivery = { id, type, status: response.status, text: await response.text() };
    deliveries.push(delivery);
    return delivery;
  }
  const send = (type: string, resource: unknown): Promise<Delivery> => deliver(sign(type, resource));
  const captureOf = (id: string): Capture => orders.get(id)!.purchase_units[0]!.payments!.captures[0]!;

  return {
    ...server,
    account,
    env: {
      PAYPAL_CLIENT_ID: account.clientId,
      PAYPAL_CLIENT_SECRET: account.clientSecret,
      PAYPAL_WEBHOOK_ID: account.webhookId,
      PAYPAL_API_BASE: server.url,
    },
    target,
    bank,
    deliveries,
    orders,
    tokens,
    certificates,
    issued,
    foreign,
    sign,
    deliver,
    send,
    captureOf,
    async approve(id: string, { quietly = false } = {}) {
      orders.get(id)!.status = "APPROVED";
      return quietly ? undefined : send("CHECKOUT.ORDER.APPROVED", orders.get(id));
    },
    tell: (id: string, type: string) => send(`PAYMENT.CAPTURE.${type}`, captureOf(id)),
    refund(id: string, amount: number) {
      const capture = captureOf(id);
      refundCapture(capture.id, money(amount));
      return send("PAYMENT.CAPTURE.REFUNDED", refunds.get(capture.id)!.at(-1));
    },
    /** The newest refund fails, days later. PayPal says so only when asked. */
    failRefund(id: string) {
      const capture = captureOf(id);
      const made = refunds.get(capture.id)!;
      made.at(-1)!.status = "FAILED";
      capture.status = made.some(({ status }) => status === "COMPLETED") ? "PARTIALLY_REFUNDED" : "COMPLETED";
    },
    dispute(id: string, type: "CREATED" | "UPDATED" | "RESOLVED", outcome?: string) {
      return send(`CUSTOMER.DISPUTE.${type}`, {
        dispute_id: "PP-D-27803",
        disputed_transactions: [{ seller_transaction_id: captureOf(id).id }],
        status: type === "RESOLVED" ? "RESOLVED" : "UNDER_REVIEW",
        ...(type !== "RESOLVED" && { seller_response_due_date: "2026-12-02T10:00:00.000Z" }),
        ...(outcome ? { dispute_outcome: { outcome_code: outcome } } : {}),
      });
    },
  };
}
