import { createHmac } from "node:crypto";
import { type ApiAnswer, type ApiRequest, type Delivery, startApiServer } from "./api-server.ts";

type Line = { id: string; subtotal: number };
type Transaction = {
  id: string;
  status: string;
  custom_data: Record<string, string> | null;
  currency_code: string;
  lines: Line[];
};
type Adjustment = {
  id: string;
  action: string;
  status: string;
  transaction_id: string;
  reason: string;
  items: { item_id: string; cents: number }[];
};
type Sent = {
  action: string;
  transaction_id: string;
  reason: string;
  type: "full" | "partial";
  tax_mode?: string;
  items?: { item_id: string; type: string; amount: string }[];
};
type SentItem = {
  quantity: number;
  price: { tax_mode: string; unit_price: { amount: string; currency_code: string } };
};

const TAX_PERCENT = 19;
const at = "2026-11-21T12:00:00Z";
const totals = (subtotal: number) => {
  const tax = Math.round((subtotal * TAX_PERCENT) / 100);
  return { subtotal: String(subtotal), discount: "0", tax: String(tax), total: String(subtotal + tax) };
};
const refusal = (status: number, code: string, detail: string): ApiAnswer => ({
  status,
  json: { error: { type: "request_error", code, detail, documentation_url: "" }, meta: { request_id: "r" } },
});

/** A local server that speaks the part of Paddle's API that payments need, and signs its events as Paddle documents. */
export async function startPaddleServer() {
  const apiKey = "pdl_live_apikey_standin";
  const webhookSecret = "pdl_ntfset_standin";
  const transactions = new Map<string, Transaction>();
  const adjustments: Adjustment[] = [];
  const deliveries: Delivery[] = [];
  const target = { url: "" };
  let count = 0;
  const newId = (kind: string): string => `${kind}_${String(++count).padStart(26, "0")}`;
  const sumOf = (lines: readonly Line[]) => lines.reduce((all, { subtotal }) => all + subtotal, 0);

  const viewTransaction = ({ lines, ...transaction }: Transaction) => ({
    ...transaction,
    origin: "api",
    collection_mode: "automatic",
    items: [],
    payments: [],
    created_at: at,
    updated_at: at,
    checkout: { url: `https://pay.debut.example/?_ptxn=${transaction.id}` },
    details: {
      tax_rates_used: [],
      totals: { ...totals(sumOf(lines)), grand_total: "0", currency_code: transaction.currency_code },
      line_items: lines.map(({ id, subtotal }) => ({ id, price_id: "pri_1", quantity: 1, totals: totals(subtotal) })),
    },
  });
  const viewAdjustment = ({ items, ...adjustment }: Adjustment) => ({
    ...adjustment,
    type: "partial",
    customer_id: "ctm_1",
    currency_code: "USD",
    created_at: at,
    updated_at: at,
    totals: { ...totals(items.reduce((all, { cents }) => all + cents, 0)), currency_code: "USD" },
    items: items.map(({ item_id, cents }) => ({ id: "adjitm_1", item_id, type: "partial", totals: totals(cents) })),
  });

  function createTransaction(body: { items: SentItem[]; custom_data: Record<string, string>; currency_code: string }) {
    if (body.items.some(({ price }) => price.tax_mode !== "external"))
      return refusal(400, "bad_request", "This stand-in knows prices without tax only.");
    const lines = body.items.map(({ quantity, price }) => ({
      id: newId("txnitm"),
      subtotal: quantity * Number(price.unit_price.amount),
    }));
    if (sumOf(lines) < 70)
      return refusal(400, "transaction_balance_less_than_charge_limit", "Transaction balance is less than we charge.");
    const { custom_data, currency_code } = body;
    const transaction = { id: newId("txn"), status: "draft", custom_data, currency_code, lines };
    transactions.set(transaction.id, transaction);
    return { status: 201, json: { data: viewTransaction(transaction), meta: {} } };
  }

  function createAdjustment({ action, transaction_id, reason, type, tax_mode, items = [] }: Sent): ApiAnswer {
    const transaction = transactions.get(transaction_id);
    if (!transaction) return refusal(404, "not_found", "Entity not found");
    if (type === "partial" && tax_mode !== "external") return refusal(400, "bad_request", "Amounts would be with tax.");
    const parts =
      type === "full"
        ? transaction.lines.map(({ id, subtotal }) => ({ item_id: id, cents: subtotal }))
        : items.map(({ item_id, amount }) => ({ item_id, cents: Number(amount) }));
    const gone = (id: string) =>
      adjustments
        .filter((one) => one.transaction_id === transaction_id && one.status !== "rejected")
        .flatMap((one) => one.items)
        .reduce((all, item) => all + (item.item_id === id ? item.cents : 0), 0);
    if (
      parts.some(
        ({ item_id, cents }) => gone(item_id) + cents > transaction.lines.find(({ id }) => id === item_id)!.subtotal,
      )
    )
      return refusal(400, "adjustment_amount_above_remaining_allowed", "The amount is above what is left.");
    const adjustment = { id: newId("adj"), action, status: "pending_approval", transaction_id, reason, items: parts };
    adjustments.push(adjustment);
    return { status: 201, json: { data: viewAdjustment(adjustment), meta: {} } };
  }

  const list = (data: unknown[]): ApiAnswer => ({
    json: { data, meta: { pagination: { per_page: 50, next: "", has_more: false, estimated_total: data.length } } },
  });

  function api({ method, path, query, text }: ApiRequest): ApiAnswer {
    const id = /^\/transactions\/(\w+)$/.exec(path)?.[1];
    switch (`${method} ${id ? "/transactions/id" : path}`) {
      case "POST /transactions":
        return createTransaction(JSON.parse(text));
      case "GET /transactions":
        return list([]);
      case "GET /transactions/id": {
        const found = transactions.get(id!);
        return found ? { json: { data: viewTransaction(found), meta: {} } } : refusal(404, "not_found", "Not found");
      }
      case "POST /adjustments":
        return createAdjustment(JSON.parse(text));
      case "GET /adjustments":
        return list(
          adjustments.filter((one) => one.transaction_id === query.get("transaction_id")).map(viewAdjustment),
        );
      default:
        return refusal(404, "not_found", `There is no ${method} ${path}.`);
    }
  }

  const server = await startApiServer((request) =>
    request.headers.authorization === `bearer ${apiKey}`
      ? api(request)
      : refusal(403, "forbidden", "You are not permitted to perform this request."),
  );

  /** An event with its signature, of now unless it is said to be older. */
  function sign(type: string, data: object, { secret = webhookSecret, ageSeconds = -60, id = newId("evt") } = {}) {
    const payload = JSON.stringify({ event_id: id, event_type: type, occurred_at: at, notification_id: "ntf_1", data });
    const seconds = Math.floor(Date.now() / 1000) - ageSeconds;
    const h1 = createHmac("sha256", secret).update(`${seconds}:${payload}`).digest("hex");
    return { id, type, payload, signature: `ts=${seconds};h1=${h1}` };
  }
  async function deliver({ id, type, payload, signature }: ReturnType<typeof sign>): Promise<Delivery> {
    const headers = { "content-type": "application/json", "paddle-signature": signature };
    const response = await fetch(target.url, { method: "POST", headers, body: payload });
    const delivery = { id, type, status: response.status, text: await response.text() };
    deliveries.push(delivery);
    return delivery;
  }
  const tellOf = (type: string, id: string) => deliver(sign(type, viewTransaction(transactions.get(id)!)));

  return {
    ...server,
    apiKey,
    env: { VAT_MODE: "off", PADDLE_API_KEY: apiKey, PADDLE_WEBHOOK_SECRET: webhookSecret, PADDLE_API_BASE: server.url },
    target,
    deliveries,
    transactions,
    adjustments,
    viewTransaction,
    sign,
    deliver,
    become(id: string, status: "paid" | "completed" | "canceled" | "past_due") {
      transactions.get(id)!.status = status;
      return tellOf(`transaction.${status}`, id);
    },
    adjust(id: string, action: string, cents: number) {
      const [line] = transactions.get(id)!.lines;
      const items = [{ item_id: line!.id, cents }];
      const made = { id: newId("adj"), action, status: "approved", transaction_id: id, reason: "", items };
      adjustments.push(made);
      return deliver(sign("adjustment.created", viewAdjustment(made)));
    },
    decide(status: "approved" | "rejected") {
      const newest = adjustments.at(-1)!;
      newest.status = status;
      return deliver(sign("adjustment.updated", viewAdjustment(newest)));
    },
  };
}
