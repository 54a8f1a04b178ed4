import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newPayment } from "../../actions/orders/apply-payment.ts";
import { cancelOrder, setBilling, startPayment } from "../../actions/orders/checkout.ts";
import { nextPoll } from "../../jobs/orders.ts";
import { createShop, type Shop } from "../helpers/shop.ts";

const HOUR = 3600_000;
const DAY = 24 * HOUR;
const BILLING = {
  name: "Acme GmbH",
  address: "Lindenstr. 5, Berlin",
  country: "DE",
  vatNumber: null,
  email: "a@acme.example",
};

let shop: Shop;
let owner: string;
let listingId: number;
beforeEach(async () => {
  shop = await createShop({ WEEK_CAPACITY: "1", BASE_URL: "https://debut.example" });
  owner = await shop.make.person();
  listingId = (await shop.make.listing({ ownerId: owner, status: "draft", launchedAt: null })).id;
});
afterEach(() => shop.close());
const make = (country = "US", vatNumber?: string) =>
  shop.order(owner, [{ product: "launch", listingId, week: "2026-12-01" }], {
    country,
    ...(vatNumber && { vatNumber }),
  });
const find = async (number: string) => (await shop.store.orders.find(number))!;

describe("billing details", () => {
  it("set the VAT of the order, line by line", async () => {
    const { token, number } = await make();
    const order = await setBilling(token, BILLING, shop.deps);
    expect(order).toMatchObject({ netCents: 4900, vatCents: 931, totalCents: 5831, vat: { treatment: "standard" } });
    expect(await find(number)).toEqual(order);
    const business = await setBilling(token, { ...BILLING, vatNumber: "DE 123456789" }, shop.deps);
    expect(business).toMatchObject({ vatCents: 0, totalCents: 4900, vat: { treatment: "reverse_charge" } });
    expect(business.lines).toMatchObject([{ vatCents: 0, totalCents: 4900, fulfilledAt: null }]);
  });

  it("report everything that is missing", async () => {
    const { token } = await make();
    const empty = { name: " ", address: "", country: "ZZ", vatNumber: null, email: "" };
    await expect(setBilling(token, empty, shop.deps)).rejects.toMatchObject({
      code: "validation_failed",
      faults: [{ pointer: "/name" }, { pointer: "/address" }, { pointer: "/email" }, { pointer: "/country" }],
    });
    await expect(setBilling("nothing", BILLING, shop.deps)).rejects.toMatchObject({ code: "not_found" });
  });

  it("cannot change the amount of a payment that has started", async () => {
    const { token } = await make();
    await setBilling(token, BILLING, shop.deps);
    await startPayment(token, "stripe", shop.deps);
    const same = await setBilling(token, { ...BILLING, name: "Acme AG" }, shop.deps);
    expect(same.billing?.name).toBe("Acme AG");
    await expect(setBilling(token, { ...BILLING, country: "HU" }, shop.deps)).rejects.toMatchObject({
      code: "payment_open",
    });
  });
});

describe("a payment", () => {
  it("is opened once at its provider, for the amount of the order", async () => {
    const { token, number, expiresAt } = await make();
    await expect(startPayment(token, "stripe", shop.deps)).rejects.toMatchObject({ code: "order_not_payable" });
    await setBilling(token, BILLING, shop.deps);
    await expect(startPayment(token, "barter", shop.deps)).rejects.toMatchObject({ code: "not_found" });
    const started = await startPayment(token, "stripe", shop.deps);
    expect(started).toMatchObject({ redirectUrl: "https://till.example/1" });
    expect(await startPayment(token, "stripe", shop.deps)).toMatchObject({ redirectUrl: "https://till.example/1" });
    expect(shop.till.requests).toEqual([
      expect.objectContaining({
        orderNumber: number,
        amountCents: 5831,
        currency: "USD",
        buyerEmail: "a@acme.example",
        expiresAt,
        returnUrl: `https://debut.example/checkout/${token}?returned=1`,
        cancelUrl: `https://debut.example/checkout/${token}`,
      }),
    ]);
    await shop.take({ orderNumber: number, amountCents: 0, paymentId: "pay-1", state: "failed" });
    expect((await find(number)).status).toBe("failed");
    await startPayment(token, "stripe", shop.deps);
    expect((await find(number)).status).toBe("pending");
    expect(shop.till.requests).toHaveLength(2);
  });

  it("is not opened when the provider is down, or the places are taken", async () => {
    const { token } = await make();
    await setBilling(token, BILLING, shop.deps);
    shop.till.setAway(true);
    await expect(startPayment(token, "stripe", shop.deps)).rejects.toMatchObject({ code: "service_unavailable" });
    shop.till.setAway(false);
    await shop.make.listing({ status: "scheduled", launchWeek: "2026-11-30", launchedAt: null });
    await expect(startPayment(token, "stripe", shop.deps)).rejects.toMatchObject({
      code: "order_item_invalid",
      faults: [{ pointer: "/items/0/week", code: "week_full" }],
    });
  });

  it("whose event was lost is found by polling, less and less often", async () => {
    const { token, number } = await make();
    await setBilling(token, BILLING, shop.deps);
    await startPayment(token, "stripe", shop.deps);
    const paid = { paymentId: "pay-1", orderNumber: number, amountCents: 5831, currency: "USD", refundedCents: 0 };
    shop.till.setAway(true);
    await shop.run("poll-payments");
    shop.till.setAway(false);
    shop.till.states.set("pay-1", { ...paid, state: "pending" });
    shop.clock.at = new Date(shop.clock.at.getTime() + HOUR);
    await shop.run("poll-payments");
    expect((await find(number)).status).toBe("pending");
    shop.till.states.set("pay-1", { ...paid, state: "paid" });
    await shop.run("poll-payments");
    expect((await find(number)).status).toBe("pending");
    shop.clock.at = new Date(shop.clock.at.getTime() + HOUR);
    await shop.run("poll-payments");
    expect((await find(number)).status).toBe("paid");
    shop.till.states.set("pay-1", { ...paid, state: "refunded", refundedCents: 5831 });
    shop.clock.at = new Date(shop.clock.at.getTime() + DAY);
    await shop.run("poll-payments");
    expect((await find(number)).status).toBe("refunded");
    // Refunds can fail for weeks.
    shop.clock.at = new Date(shop.clock.at.getTime() + 46 * DAY);
    await shop.run("poll-payments");
    expect(await shop.store.orders.paymentsToPoll(new Date(shop.clock.at.getTime() + 999 * DAY), 9)).toEqual([]);
  });

  it("is polled until it ends", () => {
    const at = new Date(0);
    const payment = newPayment("stripe", "p", 1, at);
    expect(nextPoll(payment, at)).toEqual(new Date(60_000));
    expect(nextPoll({ ...payment, polls: 99 }, at)).toEqual(new Date(12 * HOUR));
    expect(nextPoll(payment, new Date(31 * DAY))).toBeNull();
    expect(nextPoll({ ...payment, attempt: "expired" }, at)).toBeNull();
    expect(nextPoll({ ...payment, isPaid: true }, at)).toEqual(new Date(DAY));
    expect(nextPoll({ ...payment, isPaid: true }, new Date(181 * DAY))).toBeNull();
    const back = { ...payment, isPaid: true, isRefunded: true };
    expect(nextPoll(back, new Date(45 * DAY))).toEqual(new Date(46 * DAY));
    expect(nextPoll(back, new Date(46 * DAY))).toBeNull();
    const backLate = { ...payment, isPaid: true, updatedAt: new Date(170 * DAY) };
    expect(nextPoll(backLate, new Date(200 * DAY))).toEqual(new Date(201 * DAY));
  });
});

describe("an unpaid order", () => {
  it("expires after a day, and cannot be paid, changed or canceled then", async () => {
    const { token, number } = await make();
    shop.clock.at = new Date(shop.clock.at.getTime() + DAY - 1);
    await shop.run("expire-orders");
    expect((await find(number)).status).toBe("pending");
    shop.clock.at = new Date(shop.clock.at.getTime() + 1);
    await expect(setBilling(token, BILLING, shop.deps)).rejects.toThrow("is expired");
    await shop.run("expire-orders");
    expect((await find(number)).status).toBe("expired");
    for (const act of [() => cancelOrder(token, shop.deps), () => startPayment(token, "stripe", shop.deps)])
      await expect(act()).rejects.toMatchObject({ code: "order_not_payable" });
  });

  it("can be canceled, and is paid if money arrives anyway", async () => {
    const { token, number, totalCents } = await make();
    expect((await cancelOrder(token, shop.deps)).status).toBe("canceled");
    await shop.take({ orderNumber: number, amountCents: totalCents });
    expect((await find(number)).status).toBe("paid");
  });
});
