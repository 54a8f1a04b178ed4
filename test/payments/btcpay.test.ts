import { describe, expect, it } from "vitest";
import { startBtcPayServer } from "../helpers/btcpay-server.ts";
import { createDeadlines } from "../helpers/deadlines.ts";
import { connectTo, orderOf, startReceiver } from "./receiver.ts";

const MINUTE = 60_000;
const { provider: btcpay, world, gateway, started } = await connectTo("btcpay", startBtcPayServer);
const told = () => world.events.map(({ state, amountCents }) => [state, amountCents]);

describe("opening a payment", () => {
  it("creates an invoice for exactly what was ordered", async () => {
    const { order, orderNumber, paymentId, redirectUrl } = await started();
    expect(redirectUrl).toBe(`${btcpay.url}/i/${paymentId}`);
    expect(btcpay.invoices.get(paymentId)).toMatchObject({
      amount: "119.05",
      currency: "USD",
      metadata: { orderId: orderNumber, site: "debut.example", itemDesc: "Launch of Acme Charts" },
      checkout: { expirationMinutes: 60, redirectURL: order.returnUrl, redirectAutomatically: true },
    });
    expect(await gateway().find(paymentId)).toEqual({
      paymentId,
      orderNumber,
      state: "pending",
      amountCents: 11_905,
      currency: "USD",
      refundedCents: 0,
    });
  });

  it("returns the same invoice while it can be paid, then a new one", async () => {
    const { order, paymentId } = await started();
    expect((await gateway().start(order)).paymentId).toBe(paymentId);
    expect((await gateway().start({ ...order, expiresAt: new Date(0) })).paymentId).toBe(paymentId);
    world.clock.offsetMs += 56 * MINUTE;
    expect((await gateway().start(order)).paymentId).not.toBe(paymentId);
  });

  it("opens one invoice if the response is lost, and retries if nothing arrived", async () => {
    for (const fault of ["lose-answer", "drop"] as const) {
      const before = btcpay.invoices.size;
      btcpay.faults.push({ status: 200, json: [] }, fault);
      const { paymentId } = await started();
      expect(btcpay.invoices.size).toBe(before + 1);
      expect(btcpay.invoices.has(paymentId)).toBe(true);
    }
  });

  it.each([
    ["is down", ["drop", "drop"]],
    ["answers with a page", ["html"]],
    ["refuses", [{ status: 422, json: [{ path: "amount", message: "no" }] }]],
  ] as const)("says so plainly when BTCPay Server %s", async (_what, faults) => {
    btcpay.faults.push(...faults);
    await expect(gateway().start(orderOf())).rejects.toMatchObject({
      code: "service_unavailable",
      message: expect.stringMatching(/^BTCPay Server is not working/),
    });
    expect(world.logs.join()).toContain('"provider":"BTCPay Server","what":"start"');
  });

  it("times out", async () => {
    const { pass } = createDeadlines();
    btcpay.faults.push(pass, pass);
    await expect(gateway().find("Inv1")).rejects.toMatchObject({ code: "service_unavailable" });
    expect(btcpay.requests).toHaveLength(2);
  });
});

describe("notices", () => {
  it("coins are pending until they are confirmed", async () => {
    const { orderNumber, paymentId } = await started();
    await btcpay.pay(paymentId, "119.05");
    await btcpay.confirm(paymentId);
    expect(told()).toEqual([
      ["pending", 11_905],
      ["paid", 11_905],
      ["paid", 11_905],
    ]);
    expect(world.events[2]).toMatchObject({
      paymentId,
      orderNumber,
      currency: "USD",
      eventId: btcpay.deliveries.at(-1)!.id,
    });
  });

  it("coins that BTCPay Server considers enough are the exact amount", async () => {
    const { paymentId } = await started();
    await btcpay.pay(paymentId, "119.05");
    btcpay.change(paymentId, { paidAmount: "119.04", additionalStatus: "None" });
    await btcpay.confirm(paymentId);
    expect(told().at(-1)).toEqual(["paid", 11_905]);
  });

  it.each([
    ["too many coins", "120.00", 12_000],
    ["a trace too many", "119.054", 11_906],
  ])("%s are reported as they are", async (_what, paid, amountCents) => {
    const { paymentId } = await started();
    await btcpay.pay(paymentId, "119.06");
    btcpay.change(paymentId, { paidAmount: paid });
    await btcpay.confirm(paymentId);
    expect(told().at(-1)).toEqual(["paid", amountCents]);
  });

  it.each([
    ["too few coins", "60.00", 6000],
    ["a trace too few", "119.049", 11_904],
  ])("%s are reported after expiry, once they are confirmed", async (_what, paid, amountCents) => {
    const { paymentId } = await started();
    await btcpay.pay(paymentId, "60.00");
    btcpay.change(paymentId, { paidAmount: paid });
    await btcpay.expire(paymentId);
    await btcpay.confirm(paymentId);
    expect(told()).toEqual([
      ["pending", amountCents],
      ["pending", amountCents],
      ["paid", amountCents],
    ]);
  });

  it("late coins are paid once they are confirmed", async () => {
    const { paymentId } = await started();
    await btcpay.expire(paymentId);
    await btcpay.pay(paymentId, "119.05");
    await btcpay.confirm(paymentId);
    expect(told().map(([state]) => state)).toEqual(["expired", "pending", "paid"]);
  });

  it("an admin of BTCPay Server can override the state", async () => {
    const [first, second] = [await started(), await started()];
    await btcpay.mark(first.paymentId, "Settled");
    await btcpay.mark(second.paymentId, "Invalid");
    expect(told()).toEqual([
      ["paid", 11_905],
      ["failed", 11_905],
    ]);
  });

  it("an old webhook reports the current state", async () => {
    const { paymentId } = await started();
    const expired = btcpay.sign("InvoiceExpired", paymentId);
    await btcpay.mark(paymentId, "Settled");
    await btcpay.deliver(expired);
    expect(told().map(([state]) => state)).toEqual(["paid", "paid"]);
  });

  it("a repeated webhook has the same id", async () => {
    const { paymentId } = await started();
    const first = btcpay.sign("InvoiceSettled", paymentId);
    await btcpay.deliver(first);
    await btcpay.deliver(
      btcpay.sign("InvoiceSettled", paymentId, { originalDeliveryId: first.id, isRedelivery: true }),
    );
    expect(world.events.map(({ eventId }) => eventId)).toEqual([first.id, first.id]);
  });

  it("invoices of another site or store do not affect our orders", async () => {
    const neighbour = await startReceiver({ ...btcpay.env, BASE_URL: "https://neighbour.example" });
    const { paymentId } = await neighbour.gateway("btcpay").start(orderOf({}, world.now()));
    await btcpay.mark(paymentId, "Settled");
    expect(world.events).toMatchObject([{ paymentId, orderNumber: null }]);
    await neighbour.close();
    for (const [type, id, more] of [
      ["InvoiceSettled", "InvUnknown", {}],
      ["InvoiceCreated", paymentId, {}],
      ["InvoiceReceivedPayment", paymentId, {}],
      ["InvoiceSettled", paymentId, { storeId: "other" }],
      ["PayoutCreated", paymentId, { invoiceId: undefined }],
    ] as const)
      expect(await btcpay.send(type, id, more)).toMatchObject({ status: 200, text: "Nothing to do." });
    expect(world.events).toHaveLength(1);
  });

  it("only webhooks signed with our secret are accepted", async () => {
    const { paymentId } = await started();
    const { payload, headers } = btcpay.sign("InvoiceSettled", paymentId);
    const foreign = btcpay.sign("InvoiceSettled", paymentId, { secret: "other" });
    const { "btcpay-sig": _, ...unsigned } = headers;
    for (const [body, sent] of [
      [payload.replace("InvoiceSettled", "InvoiceInvalid"), headers],
      [`${payload} `, headers],
      [payload, unsigned],
      [payload, { ...headers, "btcpay-sig": "sha256=00" }],
      [payload, { ...headers, "btcpay-sig": headers["btcpay-sig"].replace("sha256=", "sha1=") }],
      [foreign.payload, foreign.headers],
      ["", headers],
    ] as [string, Record<string, string>][])
      expect(await world.post("btcpay", body, sent)).toMatchObject({
        status: 400,
        text: expect.stringContaining("BTCPay-Sig"),
      });
    expect(btcpay.requests.filter(({ method }) => method === "GET")).toHaveLength(1);
  });

  it("a webhook is requested again if BTCPay Server cannot be reached", async () => {
    const { paymentId } = await started();
    btcpay.faults.push({ status: 502 });
    expect(await btcpay.send("InvoiceSettled", paymentId)).toMatchObject({ status: 503 });
  });
});

it("refunds are manual, and the error says how", async () => {
  await expect(gateway().refund("Inv1", 100, "refund-1")).rejects.toMatchObject({
    code: "refund_by_hand",
    message: expect.stringContaining("Issue refund"),
  });
});

it("an invoice that BTCPay Server does not know is not found", async () => {
  expect(await gateway().find("InvUnknown")).toBeUndefined();
});

it("the connection test tells admins whether it works", async () => {
  expect(await gateway().test()).toEqual({ ok: true, detail: "BTCPay Server answers." });
  const wrong = await startReceiver({ ...btcpay.env, BTCPAY_STORE_ID: "other" });
  expect(await wrong.gateway("btcpay").test()).toEqual({ ok: false, detail: "BTCPay Server refuses the key." });
  await wrong.close();
});
