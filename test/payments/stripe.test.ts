import { describe, expect, it } from "vitest";
import { AppError } from "../../core/errors/errors.ts";
import { sentTo } from "../helpers/api-server.ts";
import { type StripeServer, startStripeServer } from "../helpers/stripe-server.ts";
import { connectTo, orderOf, startReceiver } from "./receiver.ts";

const SECOND = 1000;
const { provider: stripe, world, gateway, started } = await connectTo("stripe", startStripeServer);
const signed = (type: string, object: unknown, options?: Parameters<StripeServer["sign"]>[2]) => {
  const { payload, signature } = stripe.sign(type, object, options);
  return { payload, headers: { "stripe-signature": signature } };
};

describe("opening a payment", () => {
  it("returns Stripe's page for exactly what was ordered", async () => {
    const { order, orderNumber, paymentId, redirectUrl } = await started();
    expect(redirectUrl).toBe(`${stripe.url}/c/pay/${paymentId}`);
    expect(stripe.sessions.get(paymentId)).toMatchObject({
      mode: "payment",
      amount_total: 11_905,
      currency: "usd",
      client_reference_id: orderNumber,
      metadata: { order_number: orderNumber, site: "debut.example" },
      customer_email: "ann@people.example",
      success_url: order.returnUrl,
      cancel_url: order.cancelUrl,
    });
    expect(stripe.lines.get(paymentId)).toEqual([
      { name: "Launch plan", total: 9900 },
      { name: "3 × Extra category", total: 2005 },
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

  it("returns the same page for the same order, and a new one after a failed payment", async () => {
    const { order, paymentId, redirectUrl } = await started();
    expect(await gateway().start(order)).toEqual({ paymentId, redirectUrl, instructions: null });
    await stripe.payLater(paymentId);
    expect(await gateway().start(order)).toMatchObject({ paymentId, redirectUrl: order.returnUrl });
    await stripe.settle(paymentId, false);
    const second = await gateway().start(order);
    expect(second.paymentId).not.toBe(paymentId);
    expect(await gateway().start(order)).toEqual(second);
  });

  it.each([
    ["ends with the order", 24 * 60, 24 * 60 - 15],
    ["lasts at least as long as Stripe wants", 10, 35],
    ["lasts no longer than Stripe takes", 72 * 60, 24 * 60 - 5],
  ])("%s", async (_what, orderMinutes, sessionMinutes) => {
    const { paymentId } = await started({ expiresAt: new Date(world.now().getTime() + orderMinutes * 60 * SECOND) });
    const { expires_at, created } = stripe.sessions.get(paymentId)!;
    expect(Math.abs(expires_at - created - sessionMinutes * 60)).toBeLessThanOrEqual(60);
  });

  it("opens one session if the response is lost", async () => {
    const before = stripe.sessions.size;
    stripe.faults.push("lose-answer");
    const { paymentId } = await started();
    expect(stripe.sessions.size).toBe(before + 1);
    const [first, second] = sentTo(stripe.requests, "POST /v1/checkout/sessions");
    expect(first!.headers["idempotency-key"]).toBe(second!.headers["idempotency-key"]);
    expect(stripe.sessions.has(paymentId)).toBe(true);
  });

  it("refuses lines that do not add up before it sends anything", async () => {
    await expect(gateway().start(orderOf({ amountCents: 1 }))).rejects.toThrow("add up to 11905 cents instead of 1");
    expect(stripe.requests).toEqual([]);
  });

  it.each([
    ["is down", ["drop", "drop"]],
    ["answers with a page", ["html"]],
    ["answers with an error", [{ status: 402, json: { error: { type: "card_error", message: "Your secret limit" } } }]],
  ] as const)("says so plainly when Stripe %s, and keeps its words for the log", async (_what, faults) => {
    stripe.faults.push(...faults);
    const error = await gateway()
      .start(orderOf({ orderNumber: "ORD-2026-900000" }))
      .catch((thrown: unknown) => thrown);
    stripe.faults.length = 0;
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({
      code: "service_unavailable",
      message: expect.stringMatching(/^Stripe is not working at the moment\. You have not been charged\./),
    });
    expect(world.logs.join()).toContain('"provider":"Stripe","what":"start"');
    expect(world.logs.join()).not.toContain("ann@people.example");
    expect(world.logs.join()).not.toContain(stripe.secretKey);
  });

  it("times out", async () => {
    // The library has a timer of its own. It must not end before the request has come.
    const hasty = await startReceiver({ ...stripe.env, PAYMENT_TIMEOUT_MS: "2500" });
    stripe.faults.push(
      () => undefined,
      () => undefined,
    );
    await expect(hasty.gateway("stripe").find("cs_test_1")).rejects.toMatchObject({ code: "service_unavailable" });
    expect(stripe.requests).toHaveLength(2);
    await hasty.close();
  });
});

describe("notices", () => {
  it("a card payment on the hosted page is paid, and the person returns", async () => {
    const { order, orderNumber, paymentId, redirectUrl } = await started();
    expect(await (await fetch(redirectUrl!)).text()).toContain("3 × Extra category");
    const answer = await fetch(redirectUrl!, {
      method: "POST",
      body: new URLSearchParams({ with: "card" }),
      redirect: "manual",
    });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, order.returnUrl]);
    const paid = { paymentId, orderNumber, state: "paid", amountCents: 11_905, currency: "USD", refundedCents: 0 };
    expect(world.events).toEqual([{ ...paid, provider: "stripe", eventId: expect.stringMatching(/^evt_/) }]);
    expect(stripe.deliveries.at(-1)).toMatchObject({ status: 200, text: "Accepted." });
    expect(await gateway().find(paymentId)).toEqual(paid);
    expect(await (await fetch(redirectUrl!)).text()).toContain("This payment page is complete");
  });

  it.each([
    [{ card: { country: "FR" } }, { kind: "card", country: "FR" }],
    [{ sepa_debit: { country: "AT" } }, { kind: "bank", country: "AT" }],
    [{ card: { country: null } }, undefined],
  ])("the country of the card or the bank is known when Stripe is asked: %j", async (payment_method_details, payer) => {
    const { paymentId } = await started();
    await stripe.pay(paymentId);
    Object.assign(stripe.chargeOf(paymentId), { payment_method_details });
    expect((await gateway().find(paymentId))?.payer).toEqual(payer);
  });

  it("a delayed payment is pending first, then paid or failed", async () => {
    const [first, second] = [await started(), await started()];
    await stripe.payLater(first.paymentId);
    expect(await gateway().find(first.paymentId)).toMatchObject({ state: "pending" });
    await stripe.settle(first.paymentId);
    await stripe.payLater(second.paymentId);
    await stripe.settle(second.paymentId, false);
    expect(world.events.map(({ state }) => state)).toEqual(["pending", "paid", "pending", "failed"]);
    expect(await gateway().find(first.paymentId)).toMatchObject({ state: "paid" });
    expect(await gateway().find(second.paymentId)).toMatchObject({ state: "failed" });
  });

  it("a session that ends without payment is expired", async () => {
    const { paymentId } = await started();
    await stripe.expire(paymentId);
    expect(world.events).toMatchObject([{ paymentId, state: "expired" }]);
    expect(await gateway().find(paymentId)).toMatchObject({ state: "expired" });
  });

  it("a free session is not paid", async () => {
    const { paymentId } = await started();
    const { payload, headers } = signed("checkout.session.completed", {
      ...stripe.sessions.get(paymentId),
      payment_status: "no_payment_required",
    });
    expect((await world.post("stripe", payload, headers)).status).toBe(200);
    expect(world.events).toMatchObject([{ state: "pending" }]);
  });

  it("refunds and disputes find the order by its payment", async () => {
    const { orderNumber, paymentId } = await started();
    await stripe.pay(paymentId);
    await stripe.refund(paymentId, 2005);
    await stripe.dispute(paymentId);
    expect(await gateway().find(paymentId)).toMatchObject({ state: "disputed", refundedCents: 2005 });
    await stripe.closeDispute("won");
    await stripe.refund(paymentId, 9900);
    expect(world.events.map(({ state, refundedCents }) => [state, refundedCents])).toEqual([
      ["paid", 0],
      ["partially_refunded", 2005],
      ["disputed", 2005],
      ["dispute_won", 2005],
      ["refunded", 11_905],
    ]);
    expect(world.events.every((event) => event.paymentId === paymentId && event.orderNumber === orderNumber)).toBe(
      true,
    );
  });

  it.each([
    ["won", "dispute_won"],
    ["warning_closed", "dispute_won"],
    ["lost", "refunded"],
  ] as const)("a dispute that is %s is %s", async (status, state) => {
    const { paymentId } = await started();
    await stripe.pay(paymentId);
    await stripe.dispute(paymentId);
    await stripe.closeDispute(status);
    expect(world.events.at(-1)).toMatchObject({ paymentId, state, refundedCents: status === "lost" ? 11_905 : 0 });
  });

  it("an amount or currency other than ordered is reported as it is", async () => {
    const { paymentId } = await started();
    const { payload, headers } = signed("checkout.session.completed", {
      ...stripe.sessions.get(paymentId),
      payment_status: "paid",
      amount_total: 100,
      currency: "eur",
    });
    await world.post("stripe", payload, headers);
    expect(world.events).toMatchObject([{ state: "paid", amountCents: 100, currency: "EUR" }]);
  });

  it("payments of another site on the same account refer to no order of ours", async () => {
    const neighbour = await startReceiver({ ...stripe.env, BASE_URL: "https://neighbour.example" });
    const { paymentId } = await neighbour.gateway("stripe").start(orderOf({}, world.now()));
    await stripe.pay(paymentId);
    expect(world.events).toMatchObject([{ paymentId, orderNumber: null, state: "paid" }]);
    await neighbour.close();
  });

  it.each([
    ["customer.created", { id: "cus_1", object: "customer" }],
    ["charge.refunded", { id: "ch_1", object: "charge", payment_intent: null }],
    ["charge.refunded", { id: "ch_2", object: "charge", payment_intent: "pi_of_something_else" }],
    ["checkout.session.completed", { id: "cs_1", object: "checkout.session", mode: "subscription" }],
  ])("%s of something else is ignored", async (type, object) => {
    const { payload, headers } = signed(type, object);
    expect(await world.post("stripe", payload, headers)).toEqual({ status: 200, text: "Nothing to do." });
    expect(world.events).toEqual([]);
  });

  it("a repeated webhook has the same id", async () => {
    const { paymentId } = await started();
    const notice = stripe.sign("checkout.session.expired", stripe.sessions.get(paymentId));
    await stripe.deliver(notice);
    await stripe.deliver(notice);
    expect(world.events.map(({ eventId }) => eventId)).toEqual([notice.id, notice.id]);
  });

  it("only webhooks signed by Stripe with our secret, and recently, are accepted", async () => {
    const { paymentId } = await started();
    const object = { ...stripe.sessions.get(paymentId), payment_status: "paid" };
    const type = "checkout.session.completed";
    const { payload, headers } = signed(type, object);
    const seconds = Math.floor(world.now().getTime() / SECOND);
    const old = signed(type, object, { at: seconds - 301 });
    const foreign = signed(type, object, { secret: "whsec_other" });
    for (const [body, sent] of [
      [payload.replace("11905", "11904"), headers],
      [payload, {}],
      [payload, { "stripe-signature": "t=1,v1=00" }],
      [payload, { "stripe-signature": "nonsense" }],
      ["", headers],
      [old.payload, old.headers],
      [foreign.payload, foreign.headers],
    ] as [string, Record<string, string>][]) {
      expect(await world.post("stripe", body, sent)).toMatchObject({
        status: 400,
        text: expect.stringMatching(/Stripe-Signature/),
      });
    }
    expect(world.events).toEqual([]);
    const barely = signed(type, object, { at: seconds - 150 });
    expect((await world.post("stripe", barely.payload, barely.headers)).status).toBe(200);
    world.clock.offsetMs += 600 * SECOND;
    expect((await world.post("stripe", payload, headers)).status).toBe(400);
  });

  it.each(["not json", "null", "[]", '{"id":"evt_1"}'])(
    "invalid content with a valid signature is refused: %s",
    async (payload) => {
      const { default: Stripe } = await import("stripe");
      const signature = new Stripe(stripe.secretKey).webhooks.generateTestHeaderString({
        payload,
        secret: stripe.webhookSecret,
        timestamp: Math.floor(world.now().getTime() / SECOND),
      });
      expect(await world.post("stripe", payload, { "stripe-signature": signature })).toEqual({
        status: 400,
        text: "The body is not a Stripe event.",
      });
    },
  );

  it("a webhook is requested again if Stripe cannot be reached about a refund", async () => {
    const { paymentId } = await started();
    await stripe.pay(paymentId);
    stripe.faults.push("html");
    expect(await stripe.refund(paymentId, 100)).toMatchObject({ status: 503 });
  });
});

describe("refunds", () => {
  it("are made once for one key", async () => {
    const { paymentId } = await started();
    await stripe.pay(paymentId);
    await gateway().refund(paymentId, 500, "refund-1");
    await gateway().refund(paymentId, 500, "refund-1");
    stripe.faults.push({ status: 200, json: stripe.sessions.get(paymentId) }, "lose-answer");
    await gateway().refund(paymentId, 700, "refund-2");
    expect(stripe.chargeOf(paymentId).amount_refunded).toBe(1200);
    expect(await gateway().find(paymentId)).toMatchObject({ state: "partially_refunded", refundedCents: 1200 });
  });

  it("report that they were not made", async () => {
    const { paymentId } = await started();
    const wanted = { code: "service_unavailable", message: expect.stringContaining("did not make the refund") };
    await expect(gateway().refund(paymentId, 500, "refund-3")).rejects.toMatchObject(wanted);
    await stripe.pay(paymentId);
    await expect(gateway().refund(paymentId, 99_999, "refund-4")).rejects.toMatchObject(wanted);
  });
});

it("a payment that Stripe does not know is not found", async () => {
  expect(await gateway().find("cs_test_unknown")).toBeUndefined();
});

it("the connection test tells admins whether it works", async () => {
  expect(await gateway().test()).toEqual({ ok: true, detail: "Stripe works, in test mode." });
  const wrong = await startReceiver({ ...stripe.env, STRIPE_SECRET_KEY: "sk_test_wrong" });
  expect(await wrong.gateway("stripe").test()).toEqual({ ok: false, detail: "Stripe refuses the key." });
  await wrong.close();
});
