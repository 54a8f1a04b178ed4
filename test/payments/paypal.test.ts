import { beforeEach, describe, expect, it } from "vitest";
import { sentTo } from "../helpers/api-server.ts";
import { createDeadlines } from "../helpers/deadlines.ts";
import { startPayPalServer } from "../helpers/paypal-server.ts";
import { connectTo, orderOf, startReceiver } from "./receiver.ts";

const HOUR = 60 * 60 * 1000;
const { provider: paypal, world, gateway, started } = await connectTo("paypal", startPayPalServer);
// Second clicks are told from later visits by the hour, so no test runs at its end.
world.clock.offsetMs = HOUR - (Date.now() % HOUR);
beforeEach(() => {
  paypal.bank.answer = "COMPLETED";
});
async function paid() {
  const { orderNumber, paymentId } = await started();
  await paypal.approve(paymentId, { quietly: true });
  expect(await gateway().find(paymentId)).toMatchObject({ state: "paid" });
  return { orderNumber, paymentId };
}
const states = () => world.events.map(({ state, refundedCents }) => [state, refundedCents]);

describe("opening a payment", () => {
  it("returns PayPal's page for exactly what was ordered", async () => {
    const { orderNumber, paymentId, redirectUrl } = await started();
    expect(redirectUrl).toBe(`${paypal.url}/checkoutnow?token=${paymentId}`);
    expect(paypal.orders.get(paymentId)!.purchase_units).toMatchObject([
      {
        custom_id: `${orderNumber},debut.example`,
        amount: { currency_code: "USD", value: "119.05" },
        items: [
          { name: "Launch plan", quantity: "1", unit_amount: { value: "99.00" } },
          { name: "3 × Extra category", quantity: "1", unit_amount: { value: "20.05" } },
        ],
      },
    ]);
    expect(await gateway().find(paymentId)).toEqual({
      paymentId,
      orderNumber,
      state: "pending",
      amountCents: 11_905,
      currency: "USD",
      refundedCents: 0,
    });
  });

  it("returns the same PayPal order for a second click, even if the response is lost, and later a new one", async () => {
    const order = orderOf({ orderNumber: "ORD-2026-500000" }, world.now());
    paypal.faults.push("lose-answer");
    const first = await gateway().start(order);
    expect(await gateway().start(order)).toEqual(first);
    expect(
      new Set(sentTo(paypal.requests, "POST /v2/checkout/orders").map(({ headers }) => headers["paypal-request-id"]))
        .size,
    ).toBe(1);
    world.clock.offsetMs += HOUR;
    expect((await gateway().start(order)).paymentId).not.toBe(first.paymentId);
  });

  it("caches its token while it is valid, and gets a new one if PayPal revokes it", async () => {
    await started();
    await started();
    expect(sentTo(paypal.requests, "POST /v1/oauth2/token").length).toBeLessThanOrEqual(1);
    paypal.tokens.clear();
    await started();
    world.clock.offsetMs += 10 * HOUR;
    paypal.requests.length = 0;
    await started();
    expect(sentTo(paypal.requests, "POST /v1/oauth2/token")).toHaveLength(1);
  });

  it.each([
    ["is down", ["drop", "drop"]],
    ["answers with a page", ["html"]],
    [
      "refuses",
      [{ status: 422, json: { name: "UNPROCESSABLE_ENTITY", message: "Payee account restricted", debug_id: "d7" } }],
    ],
  ] as const)("says so plainly when PayPal %s, and keeps its words for the log", async (_what, faults) => {
    await started();
    paypal.faults.push(...faults);
    await expect(gateway().start(orderOf({ orderNumber: "ORD-2026-900000" }))).rejects.toMatchObject({
      code: "service_unavailable",
      message: expect.stringMatching(/^PayPal is not working/),
    });
    expect(world.logs.join()).toContain('"provider":"PayPal","what":"start"');
    expect(world.logs.join()).not.toContain(paypal.account.clientSecret);
  });

  it("times out", async () => {
    const { pass } = createDeadlines();
    paypal.faults.push(pass, pass);
    await expect(gateway().find("5O190127TN364715T")).rejects.toMatchObject({ code: "service_unavailable" });
    expect(paypal.requests).toHaveLength(2);
  });
});

describe("capturing a payment", () => {
  it("happens on the webhook that the buyer approved", async () => {
    const { orderNumber, paymentId } = await started();
    expect(await paypal.approve(paymentId)).toMatchObject({ status: 200 });
    await paypal.tell(paymentId, "COMPLETED");
    const payment = { paymentId, orderNumber, amountCents: 11_905, currency: "USD", refundedCents: 0 };
    expect(world.events).toMatchObject([
      { ...payment, state: "paid", eventId: expect.stringMatching(/^WH-/) },
      { ...payment, state: "paid" },
    ]);
  });

  it("happens when the buyer returns, if that is first, and only once", async () => {
    const { paymentId } = await paid();
    expect(await paypal.approve(paymentId, { quietly: true })).toBeUndefined();
    paypal.orders.get(paymentId)!.status = "COMPLETED";
    await paypal.send("CHECKOUT.ORDER.APPROVED", { ...paypal.orders.get(paymentId), status: "APPROVED" });
    expect(world.events).toMatchObject([{ state: "paid" }]);
    expect(paypal.orders.get(paymentId)!.purchase_units[0]!.payments!.captures).toHaveLength(1);
  });

  it("survives a lost response", async () => {
    const { paymentId } = await started();
    await paypal.approve(paymentId, { quietly: true });
    await gateway().test();
    paypal.faults.push({ status: 200, json: paypal.orders.get(paymentId) }, "lose-answer");
    expect(await gateway().find(paymentId)).toMatchObject({ state: "paid" });
  });

  it("waits while the bank does, and reports the result", async () => {
    paypal.bank.answer = "PENDING";
    const { paymentId } = await started();
    await paypal.approve(paymentId);
    await paypal.tell(paymentId, "PENDING");
    paypal.captureOf(paymentId).status = "COMPLETED";
    await paypal.tell(paymentId, "COMPLETED");
    paypal.captureOf(paymentId).status = "DECLINED";
    await paypal.tell(paymentId, "DENIED");
    expect(world.events.map(({ state }) => state)).toEqual(["pending", "pending", "paid", "failed"]);
    expect(await gateway().find(paymentId)).toMatchObject({ state: "failed" });
  });

  it("leaves the order open if the bank refuses, because the buyer may choose another", async () => {
    paypal.bank.answer = "INSTRUMENT_DECLINED";
    const { paymentId } = await started();
    expect(await paypal.approve(paymentId)).toMatchObject({ status: 200 });
    expect(world.events).toMatchObject([{ state: "pending" }]);
    expect(world.logs.join()).toContain("INSTRUMENT_DECLINED");
  });

  it("does not happen for an order of another site in the same app", async () => {
    const neighbour = await startReceiver({ ...paypal.env, BASE_URL: "https://neighbour.example:8443" });
    const { paymentId } = await neighbour.gateway("paypal").start(orderOf({}, world.now()));
    expect(await paypal.approve(paymentId)).toMatchObject({ status: 200, text: "Nothing to do." });
    expect(paypal.orders.get(paymentId)!.status).toBe("APPROVED");
    expect(await neighbour.gateway("paypal").find(paymentId)).toMatchObject({
      state: "paid",
      orderNumber: "ORD-2026-000123",
    });
    await paypal.tell(paymentId, "COMPLETED");
    expect(world.events).toMatchObject([{ paymentId, orderNumber: null }]);
    await neighbour.close();
  });
});

describe("refunds and disputes", () => {
  it("refunds are made once for one key, and reported", async () => {
    const { orderNumber, paymentId } = await paid();
    await gateway().refund(paymentId, 500, "refund-1");
    await gateway().refund(paymentId, 500, "refund-1");
    expect(await gateway().find(paymentId)).toMatchObject({ state: "partially_refunded", refundedCents: 500 });
    await paypal.refund(paymentId, 1500);
    await paypal.refund(paymentId, 9905);
    expect(states()).toEqual([
      ["partially_refunded", 2000],
      ["refunded", 11_905],
    ]);
    expect(world.events).toMatchObject([{ paymentId, orderNumber, amountCents: 11_905 }, { paymentId }]);
    expect(await gateway().find(paymentId)).toMatchObject({ state: "refunded", refundedCents: 11_905 });
  });

  it("refunds that fail are an error", async () => {
    const { paymentId } = await paid();
    const wanted = { code: "service_unavailable", message: expect.stringContaining("did not make the refund") };
    await expect(gateway().refund(paymentId, 99_999, "refund-2")).rejects.toMatchObject(wanted);
    const { paymentId: unpaid } = await started();
    await expect(gateway().refund(unpaid, 1, "refund-3")).rejects.toMatchObject(wanted);
  });

  it("a refund that the capture does not show yet counts", async () => {
    const { paymentId } = await paid();
    const { id } = paypal.captureOf(paymentId);
    await paypal.send("PAYMENT.CAPTURE.REFUNDED", {
      id: "1RF",
      seller_payable_breakdown: { total_refunded_amount: { currency_code: "USD", value: "10.00" } },
      links: [{ rel: "up", href: `https://api.paypal.com/v2/payments/captures/${id}` }],
    });
    expect(states()).toEqual([["partially_refunded", 1000]]);
  });

  it("a chargeback is a refund", async () => {
    const { paymentId } = await paid();
    const { id } = paypal.captureOf(paymentId);
    await paypal.send("PAYMENT.CAPTURE.REVERSED", {
      id: "1RV",
      links: [{ rel: "up", href: `https://api.paypal.com/v2/payments/captures/${id}` }],
    });
    expect(states()).toEqual([["refunded", 11_905]]);
  });

  it.each([
    ["RESOLVED_SELLER_FAVOUR", "dispute_won"],
    ["CANCELED_BY_BUYER", "dispute_won"],
    ["RESOLVED_BUYER_FAVOUR", "refunded"],
  ])("a dispute with outcome %s is %s", async (outcome, state) => {
    const { orderNumber, paymentId } = await paid();
    await paypal.dispute(paymentId, "CREATED");
    await paypal.dispute(paymentId, "UPDATED");
    await paypal.dispute(paymentId, "RESOLVED", outcome);
    expect(world.events.map((event) => event.state)).toEqual(["disputed", "disputed", state]);
    expect(world.events.every((event) => event.orderNumber === orderNumber)).toBe(true);
  });

  it("a dispute has its deadline", async () => {
    const { paymentId } = await paid();
    await paypal.dispute(paymentId, "CREATED");
    expect(world.events).toMatchObject([{ state: "disputed", disputeDueAt: "2026-12-02T10:00:00.000Z" }]);
  });

  it("a refund that fails days later is found by polling, and a second one counts", async () => {
    const { paymentId } = await paid();
    await paypal.refund(paymentId, 11_905);
    paypal.failRefund(paymentId);
    const failed = { state: "paid", refundedCents: 0, refundsFailedCents: 11_905 };
    expect(await gateway().find(paymentId)).toMatchObject(failed);
    await paypal.refund(paymentId, 700);
    expect(world.events.at(-1)).toMatchObject({
      ...{ state: "partially_refunded", refundedCents: 700, refundsFailedCents: 11_905 },
    });
    await gateway().refund(paymentId, 11_205, "refund-9");
    expect(await gateway().find(paymentId)).toMatchObject({ state: "refunded", refundedCents: 11_905 });
  });

  it("a dispute settled by a partial refund ends and keeps the rest", async () => {
    const { paymentId } = await paid();
    await gateway().refund(paymentId, 700, "refund-4");
    await paypal.dispute(paymentId, "RESOLVED", "RESOLVED_BUYER_FAVOUR");
    expect(states()).toEqual([["dispute_won", 700]]);
  });
});

describe("notices", () => {
  it("only webhooks signed by PayPal for our webhook id are accepted", async () => {
    const { paymentId } = await paid();
    const { payload, headers } = paypal.sign("PAYMENT.CAPTURE.COMPLETED", paypal.captureOf(paymentId));
    const foreign = paypal.sign("PAYMENT.CAPTURE.COMPLETED", paypal.captureOf(paymentId), { isForeign: true });
    const elsewhere = paypal.sign("PAYMENT.CAPTURE.COMPLETED", paypal.captureOf(paymentId), { webhookId: "OTHER" });
    const { "paypal-transmission-sig": _, ...unsigned } = headers;
    for (const [body, sent] of [
      [payload.replace("119.05", "119.04"), headers],
      [JSON.stringify(JSON.parse(payload)), headers],
      [payload, { ...headers, "paypal-transmission-time": new Date(0).toISOString() }],
      [payload, unsigned],
      [foreign.payload, foreign.headers],
      [elsewhere.payload, elsewhere.headers],
      ["not json", headers],
      ["null", headers],
    ] as [string, Record<string, string>][])
      expect((await world.post("paypal", body, sent)).status).toBe(400);
    expect(world.events).toEqual([]);
    expect((await world.post("paypal", payload, headers)).status).toBe(200);
    expect((await world.post("paypal", payload, headers)).status).toBe(200);
    expect(new Set(world.events.map(({ eventId }) => eventId)).size).toBe(1);
  });

  it("other event types are ignored", async () => {
    const { payload, headers } = paypal.sign("BILLING.PLAN.CREATED", { id: "P-1" });
    expect(await world.post("paypal", payload, headers)).toEqual({ status: 200, text: "Nothing to do." });
    const { status } = await paypal.send("PAYMENT.CAPTURE.REFUNDED", {
      links: [{ rel: "up", href: "https://x/v2/payments/captures/FOREIGN" }],
    });
    expect(status).toBe(200);
    expect(world.events).toEqual([]);
  });

  it("a signed webhook without its fields is refused", async () => {
    expect(await paypal.send("PAYMENT.CAPTURE.COMPLETED", { id: 1 })).toMatchObject({
      status: 400,
      text: "The webhook lacks the fields of its event type.",
    });
  });

  it("a webhook is requested again if PayPal's certificate cannot be downloaded", async () => {
    const { paymentId } = await paid();
    const { payload, headers } = paypal.sign("PAYMENT.CAPTURE.COMPLETED", paypal.captureOf(paymentId));
    const fresh = await startReceiver(paypal.env);
    paypal.faults.push({ status: 500 });
    expect((await fresh.post("paypal", payload, headers)).status).toBe(503);
    expect((await fresh.post("paypal", payload, headers)).status).toBe(200);
    await fresh.close();
  });

  it("an amount or currency other than ordered is reported as it is", async () => {
    const { paymentId } = await paid();
    await paypal.send("PAYMENT.CAPTURE.COMPLETED", {
      ...paypal.captureOf(paymentId),
      amount: { currency_code: "EUR", value: "1.5" },
    });
    expect(world.events).toMatchObject([{ state: "paid", amountCents: 150, currency: "EUR" }]);
  });
});

it("a payment that PayPal does not know is not found", async () => {
  expect(await gateway().find("5O190127TN364715T")).toBeUndefined();
});

it("the connection test tells admins whether it works", async () => {
  expect(await gateway().test()).toEqual({ ok: true, detail: "PayPal works." });
  const wrong = await startReceiver({ ...paypal.env, PAYPAL_CLIENT_SECRET: "wrong" });
  expect(await wrong.gateway("paypal").test()).toEqual({ ok: false, detail: "PayPal refuses the key." });
  await wrong.close();
  const strange = await startReceiver({ ...paypal.env, PAYPAL_WEBHOOK_ID: "OTHER" });
  expect((await strange.gateway("paypal").test()).detail).toContain("PAYPAL_WEBHOOK_ID");
  await strange.close();
});
