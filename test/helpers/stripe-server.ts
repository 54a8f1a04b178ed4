import Stripe from "stripe";
import { type ApiAnswer, type ApiRequest, type Delivery, startApiServer } from "./api-server.ts";
import { type Form, namesIn, parseForm } from "./stripe-form.ts";
import { stripePage } from "./stripe-page.ts";

type Session = {
  id: string;
  object: "checkout.session";
  mode: "payment";
  status: "open" | "complete" | "expired";
  payment_status: "unpaid" | "paid";
  payment_intent: string | null;
  amount_total: number;
  currency: string;
  client_reference_id: string | null;
  metadata: Record<string, string>;
  customer_email: string | null;
  success_url: string;
  cancel_url: string;
  created: number;
  expires_at: number;
  livemode: false;
  url: string | null;
};
type Intent = {
  id: string;
  object: "payment_intent";
  status: string;
  amount: number;
  currency: string;
  metadata: Record<string, string>;
  latest_charge: string | null;
};
type Refund = { id: string; object: "refund"; amount: number; payment_intent: string; status: string };
type Charge = {
  id: string;
  object: "charge";
  amount: number;
  amount_refunded: number;
  currency: string;
  refunded: boolean;
  disputed: boolean;
  refunds: { object: "list"; data: Refund[]; has_more: boolean; url: string };
  paid: true;
  payment_intent: string;
  metadata: Record<string, string>;
  /** Stripe keeps 2.9 % and 30 cents, in the currency of the account. */
  balance_transaction: { id: string; object: "balance_transaction"; amount: number; fee: number; currency: string };
};
type Payout = { id: string; object: "payout"; status: "paid"; arrival_date: number; contains: string[] };
type Dispute = {
  id: string;
  object: "dispute";
  charge: string;
  payment_intent: string;
  amount: number;
  status: string;
  evidence_details: { due_by: number };
};
type Line = { name: string; total: number };

/** Parameters that are known here; as at Stripe, every other is refused. */
const SESSION_PARAMETERS = [
  "mode",
  "client_reference_id",
  "customer_email",
  "success_url",
  "cancel_url",
  "expires_at",
  "metadata[order_number]",
  "metadata[site]",
  "adaptive_pricing[enabled]",
  "automatic_tax[enabled]",
  "payment_intent_data[description]",
  "payment_intent_data[metadata][order_number]",
  "payment_intent_data[metadata][site]",
  "line_items[*][quantity]",
  "line_items[*][price_data][currency]",
  "line_items[*][price_data][unit_amount]",
  "line_items[*][price_data][product_data][name]",
];

const refusal = (status: number, message: string, code?: string, type = "invalid_request_error"): ApiAnswer => ({
  status,
  json: { error: { type, message, ...(code ? { code } : {}) } },
});
const missing = (kind: string, id: string): ApiAnswer => refusal(404, `No such ${kind}: '${id}'`, "resource_missing");

/**
 * A local server for the part of Stripe's API that payments need, with its hosted payment page,
 * idempotency keys and signed events. Debut takes its `env`; events go to `webhookUrl`.
 */
export async function startStripeServer({ now = () => new Date() }: { now?: () => Date } = {}) {
  const secretKey = "sk_test_standin";
  const webhookSecret = "whsec_standin";
  const signer = new Stripe(secretKey);
  const sessions = new Map<string, Session>();
  const lines = new Map<string, Line[]>();
  const intents = new Map<string, Intent>();
  const charges = new Map<string, Charge>();
  const disputes: Dispute[] = [];
  const payouts: Payout[] = [];
  const intentMetadata = new Map<string, Record<string, string>>();
  const replies = new Map<string, { fingerprint: string; answer: ApiAnswer }>();
  const deliveries: Delivery[] = [];
  const target = { url: "" };
  /** Events that wait for the test to deliver them, while it wants them to. */
  const held: { events: ReturnType<typeof sign>[] | undefined } = { events: undefined };
  let count = 0;
  const newId = (kind: string): string => `${kind}_test_${String(++count).padStart(6, "0")}`;
  const seconds = (): number => Math.floor(now().getTime() / 1000);

  function lapse(session: Session): Session {
    if (session.status === "open" && session.expires_at <= seconds())
      Object.assign(session, { status: "expired", url: null });
    return session;
  }

  function expanded(session: Session, wanted: string[]): unknown {
    const intent = session.payment_intent ? intents.get(session.payment_intent)! : null;
    const charge = intent?.latest_charge ? charges.get(intent.latest_charge)! : null;
    if (!wanted.some((path) => path.includes("payment_intent.latest_charge")) || !intent) return session;
    // As at Stripe, the newest ten refunds come with the charge, and only if they are asked for.
    const { refunds, balance_transaction: booked, ...plain } = charge ?? {};
    const newest = refunds && { ...refunds, data: refunds.data.slice(0, 10), has_more: refunds.data.length > 10 };
    const isWhole = wanted.some((path) => path.endsWith("latest_charge.refunds"));
    const isBooked = wanted.some((path) => path.endsWith(".balance_transaction"));
    const latest_charge = charge && {
      ...plain,
      balance_transaction: isBooked ? booked : booked?.id,
      ...(isWhole && { refunds: newest }),
    };
    return { ...session, payment_intent: { ...intent, latest_charge } };
  }

  function createSession(form: Form): ApiAnswer {
    const unknown = namesIn(form).find((name) => !SESSION_PARAMETERS.includes(name));
    if (unknown) return refusal(400, `Received unknown parameter: ${unknown}`, "parameter_unknown");
    const text = (name: string) => (typeof form[name] === "string" ? form[name] : null);
    const required = ["mode", "success_url", "line_items"].find((name) => !form[name]);
    if (required) return refusal(400, `Missing required param: ${required}.`, "parameter_missing");
    const lasts = Number(form.expires_at) - seconds();
    if (form.expires_at && !(lasts >= 30 * 60 && lasts <= 24 * 60 * 60))
      return refusal(400, "The `expires_at` timestamp must be between 30 minutes and 24 hours from now.");
    const bought: Line[] = [];
    for (const item of Object.values(form.line_items as Form) as Form[]) {
      const { unit_amount, product_data } = item.price_data as Form;
      if (!/^\d+$/.test(String(unit_amount))) return refusal(400, `Invalid integer: ${unit_amount}`);
      const { name } = product_data as Form;
      if (!name) return refusal(400, "Missing required param: name.", "parameter_missing");
      bought.push({ name: String(name), total: Number(unit_amount) * Number(item.quantity) });
    }
    const total = bought.reduce((sum, line) => sum + line.total, 0);
    if (total < 50) return refusal(400, "The amount must be at least 50 cents.", "amount_too_small");
    const id = newId("cs");
    const session: Session = {
      id,
      object: "checkout.session",
      mode: "payment",
      status: "open",
      payment_status: "unpaid",
      payment_intent: null,
      amount_total: total,
      currency: "usd",
      client_reference_id: text("client_reference_id"),
      metadata: (form.metadata ?? {}) as Record<string, string>,
      customer_email: text("customer_email"),
      success_url: text("success_url")!,
      cancel_url: text("cancel_url") ?? "",
      created: seconds(),
      expires_at: form.expires_at ? Number(form.expires_at) : seconds() + 24 * 60 * 60,
      livemode: false,
      url: `${server.url}/c/pay/${id}`,
    };
    sessions.set(id, session);
    lines.set(id, bought);
    intentMetadata.set(id, ((form.payment_intent_data as Form)?.metadata ?? {}) as Record<string, string>);
    return { json: session };
  }

  function createRefund({ payment_intent, amount, ...rest }: Form): ApiAnswer {
    const [unknown] = Object.keys(rest);
    if (unknown) return refusal(400, `Received unknown parameter: ${unknown}`, "parameter_unknown");
    const intent = intents.get(String(payment_intent));
    const charge = intent?.latest_charge ? charges.get(intent.latest_charge) : undefined;
    if (!charge) return missing("payment_intent", String(payment_intent));
    const cents = amount === undefined ? charge.amount - charge.amount_refunded : Number(amount);
    if (charge.amount_refunded + cents > charge.amount)
      return refusal(400, `Refund amount is greater than unrefunded amount on charge.`);
    charge.amount_refunded += cents;
    charge.refunded = charge.amount_refunded === charge.amount;
    const refund: Refund = {
      id: newId("re"),
      ...{ object: "refund", amount: cents, payment_intent: String(payment_intent), status: "succeeded" },
    };
    charge.refunds.data.unshift(refund);
    return { json: refund };
  }

  const list = (data: unknown[], url: string): ApiAnswer => ({ json: { object: "list", data, has_more: false, url } });

  function api({ method, path, query, text }: ApiRequest): ApiAnswer {
    const wanted = [...query].filter(([name]) => name.startsWith("expand")).map(([, value]) => value);
    const [, collection = "", id] =
      /^\/v1\/(checkout\/sessions|refunds|disputes|payouts|balance_transactions)(?:\/([^/]+))?$/.exec(path) ?? [];
    switch (`${method} ${collection}${id ? "/id" : ""}`) {
      case "POST checkout/sessions":
        return createSession(parseForm(text));
      case "GET checkout/sessions/id": {
        const session = sessions.get(id!);
        return session ? { json: expanded(lapse(session), wanted) } : missing("checkout.session", id!);
      }
      case "GET checkout/sessions": {
        const intent = query.get("payment_intent");
        const found = [...sessions.values()].filter((one) => intent === null || one.payment_intent === intent);
        return list(
          found.slice(0, Number(query.get("limit") ?? 10)).map((one) => expanded(one, wanted)),
          path,
        );
      }
      case "POST refunds":
        return createRefund(parseForm(text));
      case "GET refunds":
        return list(charges.get(query.get("charge") ?? "")?.refunds.data ?? [], path);
      case "GET payouts": {
        const since = Number(query.get("arrival_date[gte]") ?? 0);
        return list(
          payouts.filter((payout) => payout.arrival_date >= since).map(({ contains: _, ...payout }) => payout),
          path,
        );
      }
      case "GET balance_transactions": {
        const { contains = [] } = payouts.find(({ id: payout }) => payout === query.get("payout")) ?? {};
        return list(
          contains.map((booked) => ({ id: booked, object: "balance_transaction" })),
          path,
        );
      }
      case "GET disputes":
        return list(
          disputes.filter(({ charge }) => charge === query.get("charge")),
          path,
        );
      default:
        return refusal(404, `Unrecognized request URL (${method}: ${path}).`);
    }
  }

  /** Keeps the first answer to an idempotency key, and refuses the key for other parameters. */
  function once(request: ApiRequest): ApiAnswer {
    const key = request.headers["idempotency-key"];
    if (request.method !== "POST" || typeof key !== "string") return api(request);
    const fingerprint = `${request.path} ${request.text}`;
    const kept = replies.get(key);
    if (kept && kept.fingerprint !== fingerprint)
      return refusal(
        400,
        "Keys for idempotent requests can only be used with the same parameters.",
        undefined,
        "idempotency_error",
      );
    if (kept) return { ...kept.answer, headers: { "idempotent-replayed": "true" } };
    const answer = structuredClone(api(request));
    replies.set(key, { fingerprint, answer });
    return answer;
  }

  const server = await startApiServer(async (request) => {
    const page = /^\/c\/pay\/(\w+)$/.exec(request.path)?.[1];
    if (page) return hostedPage(page, request);
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      return refusal(401, "Invalid API Key provided: sk_test_****ndin");
    return once(request);
  });

  async function hostedPage(id: string, { method, text }: ApiRequest): Promise<ApiAnswer> {
    const session = sessions.get(id);
    if (!session) return { status: 404, html: "<h1>Not found</h1>" };
    lapse(session);
    if (method !== "POST" || session.status !== "open") {
      const { amount_total: total, cancel_url: cancelUrl, status } = session;
      return { html: stripePage({ id, status, total, cancelUrl, lines: lines.get(id)! }) };
    }
    await (new URLSearchParams(text).get("with") === "bank_debit" ? payLater(id) : pay(id));
    return { status: 303, headers: { location: session.success_url.replaceAll("{CHECKOUT_SESSION_ID}", id) } };
  }

  /** An event as Stripe sends it, with its true signature. */
  function sign(type: string, object: unknown, { secret = webhookSecret, at = seconds(), id = newId("evt") } = {}) {
    const payload = JSON.stringify(
      { id, object: "event", api_version: "2026-10-28.endive", created: at, livemode: false, type, data: { object } },
      null,
      2,
    );
    return {
      id,
      type,
      payload,
      signature: signer.webhooks.generateTestHeaderString({ payload, secret, timestamp: at }),
    };
  }

  async function deliver({ id, type, payload, signature }: ReturnType<typeof sign>): Promise<Delivery> {
    const response = await fetch(target.url, {
      method: "POST",
      headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": signature },
      body: payload,
    });
    const delivery = { id, type, status: response.status, text: await response.text() };
    deliveries.push(delivery);
    return delivery;
  }
  async function send(type: string, object: unknown): Promise<Delivery | undefined> {
    if (held.events) held.events.push(sign(type, object));
    else if (target.url !== "") return deliver(sign(type, object));
    return undefined;
  }

  function complete(id: string, intentStatus: string): Session {
    const session = sessions.get(id)!;
    const intent: Intent = {
      id: newId("pi"),
      object: "payment_intent",
      status: intentStatus,
      amount: session.amount_total,
      currency: session.currency,
      metadata: intentMetadata.get(id)!,
      latest_charge: null,
    };
    intents.set(intent.id, intent);
    return Object.assign(session, { status: "complete", payment_intent: intent.id, url: null });
  }

  function charge(session: Session): void {
    const intent = intents.get(session.payment_intent!)!;
    const { amount, currency, metadata } = intent;
    const made: Charge = {
      id: newId("ch"),
      object: "charge",
      amount,
      amount_refunded: 0,
      currency,
      refunded: false,
      disputed: false,
      refunds: { object: "list", data: [], has_more: false, url: "/v1/refunds" },
      paid: true,
      payment_intent: intent.id,
      metadata,
      balance_transaction: {
        id: newId("txn"),
        object: "balance_transaction",
        amount,
        fee: Math.round(amount * 0.029) + 30,
        currency,
      },
    };
    charges.set(made.id, made);
    Object.assign(intent, { status: "succeeded", latest_charge: made.id });
    session.payment_status = "paid";
  }
  const chargeOf = (id: string): Charge => charges.get(intents.get(sessions.get(id)!.payment_intent!)!.latest_charge!)!;

  /** The person pays by card. */
  async function pay(id: string) {
    const session = complete(id, "succeeded");
    charge(session);
    return send("checkout.session.completed", session);
  }
  /** The person pays with money that comes later. */
  const payLater = (id: string) => send("checkout.session.completed", complete(id, "processing"));

  return {
    ...server,
    secretKey,
    webhookSecret,
    env: { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: server.url },
    target,
    held,
    deliveries,
    sessions,
    lines,
    sign,
    deliver,
    pay,
    payLater,
    /** The money has come, or has not. */
    async settle(id: string, succeeds = true) {
      const session = sessions.get(id)!;
      if (succeeds) charge(session);
      else intents.get(session.payment_intent!)!.status = "requires_payment_method";
      return send(`checkout.session.async_payment_${succeeds ? "succeeded" : "failed"}`, session);
    },
    expire: (id: string) =>
      send("checkout.session.expired", Object.assign(sessions.get(id)!, { status: "expired", url: null })),
    /** A refund made in Stripe's dashboard. */
    refund(id: string, amount: number) {
      createRefund({ payment_intent: sessions.get(id)!.payment_intent!, amount: String(amount) });
      return send("charge.refunded", chargeOf(id));
    },
    /** The bank sends the newest refund back, days later. */
    failRefund(id: string, type: "refund.failed" | "refund.updated" = "refund.failed") {
      const charge = chargeOf(id);
      const refund = charge.refunds.data.find(({ status }) => status === "succeeded")!;
      refund.status = "failed";
      charge.amount_refunded -= refund.amount;
      charge.refunded = false;
      return send(type, refund);
    },
    dispute(id: string, status = "needs_response", dueAt = new Date("2026-12-01T23:59:59Z")) {
      const disputed = chargeOf(id);
      disputed.disputed = true;
      const { payment_intent, amount } = disputed;
      const evidence_details = { due_by: dueAt.getTime() / 1000 };
      const about = { charge: disputed.id, payment_intent, amount, status, evidence_details };
      disputes.unshift({ id: newId("dp"), object: "dispute", ...about });
      return send("charge.dispute.created", disputes[0]);
    },
    closeDispute(status: "won" | "lost" | "warning_closed", of = disputes[0]!) {
      of.status = status;
      return send("charge.dispute.closed", of);
    },
    chargeOf,
    /** Stripe pays out what these sessions brought. */
    payOut(...ids: string[]) {
      const contains = ids.map((id) => chargeOf(id).balance_transaction.id);
      const payout: Payout = { id: newId("po"), object: "payout", status: "paid", arrival_date: seconds(), contains };
      payouts.unshift(payout);
      return payout;
    },
  };
}

export type StripeServer = Awaited<ReturnType<typeof startStripeServer>>;
