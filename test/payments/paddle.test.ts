import { describe, expect, it, onTestFinished, vi } from "vitest";
import { readSettings } from "../../core/settings/config.ts";
import { sentTo } from "../helpers/api-server.ts";
import { startPaddleServer } from "../helpers/paddle-server.ts";
import { connectTo, startReceiver } from "./receiver.ts";

const { provider: paddle, world, gateway, started } = await connectTo("paddle", startPaddleServer);
const TOTAL = 11_905;
const paid = async () => {
  const payment = await started();
  await paddle.become(payment.paymentId, "completed");
  return payment;
};
const told = () => world.events.map(({ state, refundedCents }) => [state, refundedCents]);

describe("opening a payment at Paddle", () => {
  it("sends the prices without tax, which Paddle adds, and returns its page", async () => {
    const { order, orderNumber, paymentId, redirectUrl } = await started();
    expect(redirectUrl).toBe(`https://pay.debut.example/?_ptxn=${paymentId}`);
    const [sent] = sentTo(paddle.requests as never, "POST /transactions");
    const price = (amount: string) => ({
      quantity: 1,
      price: expect.objectContaining({ tax_mode: "external", unit_price: { amount, currency_code: "USD" } }),
    });
    expect(JSON.parse(sent!.text)).toMatchObject({
      custom_data: { order_number: orderNumber, site: "debut.example", return_url: order.returnUrl },
      items: [price("9900"), price("2005")],
    });
    expect(await gateway().find(paymentId)).toEqual({
      ...{ paymentId, orderNumber, state: "pending", amountCents: TOTAL, currency: "USD", refundedCents: 0 },
    });
  });

  it.each([
    ["is down", ["drop"]],
    ["answers with a page", ["html"]],
    ["answers with an error", [{ status: 500 }]],
  ] as const)("says so plainly when Paddle %s", async (_what, faults) => {
    paddle.faults.push(...faults);
    await expect(started()).rejects.toMatchObject({
      code: "service_unavailable",
      message: expect.stringContaining("You have not been charged."),
    });
    expect(world.logs.join()).not.toContain(paddle.apiKey);
  });

  it("times out", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    paddle.faults.push(() => void vi.advanceTimersByTime(20_000));
    await expect(gateway().find("txn_1")).rejects.toMatchObject({ code: "service_unavailable" });
  });

  it("is refused at the start while the site charges VAT itself", () => {
    const env = { ...paddle.env, VAT_MODE: "oss", SELLER_COUNTRY: "DE" };
    expect(() => readSettings(env)).toThrow("PADDLE_API_KEY: Needs VAT_MODE off");
  });
});

describe("Paddle's events", () => {
  it("report a paid sale, with its amount without tax", async () => {
    const { paymentId, orderNumber } = await started();
    expect(await paddle.become(paymentId, "paid")).toMatchObject({ status: 200, text: "Accepted." });
    await paddle.become(paymentId, "completed");
    const state = { paymentId, orderNumber, state: "paid", amountCents: TOTAL, currency: "USD", refundedCents: 0 };
    expect(world.events).toEqual([
      { ...state, provider: "paddle", eventId: expect.stringMatching(/^evt_/) },
      { ...state, provider: "paddle", eventId: expect.stringMatching(/^evt_/) },
    ]);
    expect(new Set(world.events.map(({ eventId }) => eventId)).size).toBe(2);
  });

  it.each([
    ["canceled", "expired"],
    ["past_due", "failed"],
  ] as const)("of a transaction that is %s say that it is %s", async (status, state) => {
    const { paymentId } = await started();
    await paddle.become(paymentId, status);
    expect(world.events.at(-1)).toMatchObject({ paymentId, state });
  });

  it("of another site on the account name no order, and of other things mean nothing", async () => {
    const { paymentId } = await started();
    paddle.transactions.get(paymentId)!.custom_data = { site: "other.example", order_number: "ORD-2026-000001" };
    await paddle.become(paymentId, "completed");
    expect(world.events).toMatchObject([{ paymentId, orderNumber: null }]);
    paddle.transactions.get(paymentId)!.custom_data = null;
    await paddle.become(paymentId, "completed");
    expect(world.events.at(-1)).toMatchObject({ paymentId, orderNumber: null });
    const other = paddle.sign("customer.created", { id: "ctm_1" });
    expect(await paddle.deliver(other)).toMatchObject({ status: 200, text: "Nothing to do." });
    const gone = paddle.sign(
      "transaction.paid",
      paddle.viewTransaction({ ...paddle.transactions.get(paymentId)!, id: "txn_x" }),
    );
    expect(await paddle.deliver(gone)).toMatchObject({ status: 200, text: "Nothing to do." });
  });

  it("count only with the signature of this account, of these bytes, and of now", async () => {
    const { paymentId } = await started();
    const data = paddle.viewTransaction(paddle.transactions.get(paymentId)!);
    const good = paddle.sign("transaction.paid", data);
    for (const bad of [
      paddle.sign("transaction.paid", data, { secret: "pdl_ntfset_of_somebody_else" }),
      paddle.sign("transaction.paid", data, { ageSeconds: 600 }),
      { ...good, payload: good.payload.replace("draft", "DRAFT") },
      { ...good, signature: "" },
      { ...good, signature: "ts=1;h1=00" },
    ])
      expect(await paddle.deliver(bad)).toMatchObject({ status: 400 });
    expect(world.events).toEqual([]);
    expect(await paddle.deliver(good)).toMatchObject({ status: 200 });
  });

  it("are sent again if Paddle is unreachable", async () => {
    const { paymentId } = await started();
    paddle.faults.push("drop");
    expect(await paddle.become(paymentId, "paid")).toMatchObject({ status: 503 });
  });
});

describe("refunds by Paddle", () => {
  it("are without tax, whole or in parts over the lines, and each is made once", async () => {
    const { paymentId } = await paid();
    await gateway().refund(paymentId, 1_000, "refund-1");
    await gateway().refund(paymentId, 1_000, "refund-1");
    expect(await gateway().find(paymentId)).toMatchObject({ state: "partially_refunded", refundedCents: 1_000 });
    await gateway().refund(paymentId, TOTAL - 1_000, "refund-2");
    expect(await gateway().find(paymentId)).toMatchObject({ state: "refunded", refundedCents: TOTAL });
    await expect(gateway().refund(paymentId, 1, "refund-3")).rejects.toMatchObject({ code: "service_unavailable" });
    const other = await paid();
    await gateway().refund(other.paymentId, TOTAL, "refund-4");
    expect(await gateway().find(other.paymentId)).toMatchObject({ state: "refunded", refundedCents: TOTAL });
    expect(sentTo(paddle.requests as never, "POST /adjustments").map(({ text }) => JSON.parse(text).type)).toEqual([
      "partial",
      "partial",
      "full",
    ]);
  });

  it("that Paddle rejects have failed", async () => {
    const { paymentId } = await paid();
    await gateway().refund(paymentId, TOTAL, "refund-5");
    expect(await paddle.decide("rejected")).toMatchObject({ status: 200 });
    expect(world.events.at(-1)).toMatchObject({ state: "paid", refundedCents: 0, refundsFailedCents: TOTAL });
  });

  it("by a chargeback are gone, until it is reversed", async () => {
    const { paymentId } = await paid();
    await paddle.adjust(paymentId, "chargeback_warning", 9_900);
    await paddle.adjust(paymentId, "chargeback", 9_900);
    await paddle.adjust(paymentId, "chargeback_reverse", 9_900);
    expect(told()).toEqual([
      ["paid", 0],
      ["paid", 0],
      ["partially_refunded", 9_900],
      ["paid", 0],
    ]);
    expect(world.events.at(-1)).toMatchObject({ refundsFailedCents: 9_900 });
  });

  it("is tested with its key", async () => {
    expect(await gateway().test()).toEqual({ ok: true, detail: "Paddle works." });
    const wrong = await startReceiver({ ...paddle.env, PADDLE_API_KEY: "pdl_wrong" });
    expect(await wrong.gateway("paddle").test()).toEqual({ ok: false, detail: "Paddle refuses the key." });
    await wrong.close();
  });
});
