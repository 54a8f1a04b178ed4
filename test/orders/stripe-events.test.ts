import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterAll, describe, expect, it } from "vitest";
import { findingInEnglish } from "../../actions/health/finding.ts";
import { examineRows } from "../../actions/health/rows.ts";
import { applyPayment } from "../../actions/orders/apply-payment.ts";
import { refundPayment } from "../../actions/orders/by-hand.ts";
import { setBilling, startPayment } from "../../actions/orders/checkout.ts";
import { createLimiter } from "../../core/limits/limiter.ts";
import { chargedBy } from "../../domain/invoices/invoice.ts";
import type { Order } from "../../domain/orders/order.ts";
import { createStripe } from "../../payments/stripe.ts";
import { webhookRoutes } from "../../payments/webhook.ts";
import { questionsOn } from "../../store/questions.ts";
import { createShop, SELLER } from "../helpers/shop.ts";
import { type StripeServer, startStripeServer } from "../helpers/stripe-server.ts";

const BILLING = { name: "Acme GmbH", address: "Berlin", country: "DE", vatNumber: null, email: "books@acme.example" };
const app = express();
const server = createServer(app);

const shop = await createShop(SELLER);
const stripe: StripeServer = await startStripeServer({ now: () => shop.clock.at });
stripe.held.events = [];
const { secretKey, webhookSecret, url: apiBase } = stripe;
const { deps } = shop;
const gateway = createStripe({
  secretKey,
  webhookSecret,
  apiBase,
  timeoutMs: 5_000,
  site: "debut",
  now: deps.now,
  log: deps.log,
});
deps.gateways = async () => new Map([["stripe", gateway]]);
const accept = (provider: string, event: Parameters<typeof applyPayment>[1] | object) =>
  deps.store.change((tx) => applyPayment(tx, { ...event, provider } as never, deps.now(), deps));
app.use(webhookRoutes(deps.gateways, accept, { limiter: createLimiter(deps.settings), log: deps.log }));
await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
stripe.target.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/stripe`;
const owner = await shop.make.person();
const admin = await shop.make.person();
const listings = [await shop.make.listing({ ownerId: owner }), await shop.make.listing({ ownerId: owner })];
await shop.store.change((tx) => tx.accounts.setAdmin(admin, true));
afterAll(async () => {
  server.close();
  server.closeAllConnections();
});

async function opened(): Promise<{ order: Order; paymentId: string }> {
  const items = listings.map(({ id }, index) => ({ product: "billboard", listingId: id, amountCents: 4_999 + index }));
  const { token, id } = await shop.order(owner, items, { country: "DE" });
  const order = await setBilling(token, BILLING, shop.deps);
  await startPayment(token, "stripe", shop.deps);
  const [payment] = await shop.store.orders.payments(id);
  return { order, paymentId: payment!.paymentId };
}

const released = () => stripe.held.events!.splice(0);
/** As Stripe sends an event again: signed anew, with the id that it had. */
const again = ({ type, payload, id }: { type: string; payload: string; id: string }) =>
  stripe.sign(type, JSON.parse(payload).data.object, { id });
const find = async ({ number }: Order) => (await shop.store.orders.find(number))!;

describe("a refund at Stripe that fails later", () => {
  async function sold() {
    const { order, paymentId } = await opened();
    await stripe.pay(paymentId);
    for (const event of released()) await stripe.deliver(event);
    await shop.drain();
    return { order, paymentId };
  }
  const sinceThen = async (id: string, number: string) =>
    (await shop.mailsTo(`${id}@people.example`)).map(({ subject }) => subject).filter((one) => one.includes(number));
  const FAILED = (number: string) => `Order ${number}: a refund failed`;

  it.each([
    ["refund.failed", "in order"],
    ["refund.updated", "in order"],
    ["refund.failed", "before the refund itself"],
  ] as const)("brings the order back once, by %s, %s", async (type, when) => {
    const { order, paymentId } = await sold();
    await stripe.refund(paymentId, order.totalCents);
    const [refunded] = released();
    if (when === "in order") {
      await stripe.deliver(refunded!);
      await shop.drain();
      expect(await find(order)).toMatchObject({ status: "refunded", refundedCents: order.totalCents });
    }
    await stripe.failRefund(paymentId, type);
    const [failed] = released();
    await Promise.all([stripe.deliver(failed!), stripe.deliver(again(failed!))]);
    await stripe.deliver(again(refunded!));
    await shop.drain();
    await shop.run("poll-payments");
    await shop.drain();
    const { status, refundedCents, lines } = await find(order);
    expect([status, refundedCents, lines.every(({ fulfilledAt }) => fulfilledAt !== null)]).toEqual(["paid", 0, true]);
    expect(chargedBy(await shop.store.invoices.ofOrder(order.number))).toBe(order.totalCents);
    expect((await sinceThen(admin, order.number)).filter((one) => one === FAILED(order.number))).toHaveLength(1);
    const told = (await sinceThen(owner, order.number)).filter((one) => one.includes("refund"));
    const heard = [`Your order ${order.number} was refunded`, `The refund of your order ${order.number} failed`];
    expect(told.toSorted()).toEqual(when === "in order" ? heard.toSorted() : []);
  });

  it("is found by polling without an event, and can be sent again", async () => {
    const { order, paymentId } = await sold();
    const [payment] = await shop.store.orders.payments(order.id);
    await refundPayment(payment!, { amountCents: order.totalCents, refundedBefore: 0 }, shop.deps);
    await shop.drain();
    expect((await find(order)).status).toBe("refunded");
    await stripe.failRefund(paymentId);
    released();
    shop.clock.at = new Date(shop.clock.at.getTime() + 20 * 24 * 3600_000);
    // The random orders above are asked about too, a hundred at a time.
    for (let runs = 0; runs < 20 && (await find(order)).status === "refunded"; runs++) await shop.run("poll-payments");
    await shop.drain();
    expect(await find(order)).toMatchObject({ status: "paid", refundedCents: 0 });
    const [now] = await shop.store.orders.payments(order.id);
    await refundPayment(now!, { amountCents: order.totalCents, refundedBefore: 0 }, shop.deps);
    expect(stripe.chargeOf(paymentId).refunds.data.map(({ status }) => status)).toEqual(["succeeded", "failed"]);
    expect((await find(order)).status).toBe("refunded");
    expect(chargedBy(await shop.store.invoices.ofOrder(order.number))).toBe(0);
  });
});

describe("an order of another site", () => {
  it("is acknowledged silently: nothing is stored, and nobody is emailed", async () => {
    const mails = async () => (await shop.mailsTo(`${admin}@people.example`)).length;
    const stored = () => shop.writer.prepare("select count(*) from payment_events").pluck().get();
    const before = [await mails(), stored()];
    const session = { id: "cs_live_webshop", object: "checkout.session", mode: "payment", payment_status: "paid" };
    const foreign = [
      stripe.sign("checkout.session.completed", { ...session, amount_total: 5_00, currency: "eur", metadata: {} }),
      stripe.sign("checkout.session.completed", { ...session, amount_total: 5_00, currency: "eur", metadata: null }),
      stripe.sign("checkout.session.expired", { ...session, metadata: { site: "other.example", order_number: "1" } }),
      stripe.sign("charge.refunded", { id: "ch_9", object: "charge", payment_intent: "pi_webshop" }),
      stripe.sign("refund.failed", { id: "re_9", object: "refund", payment_intent: "pi_webshop" }),
      stripe.sign("refund.updated", { id: "re_9", object: "refund", payment_intent: null }),
      stripe.sign("charge.dispute.created", { id: "dp_9", object: "dispute", payment_intent: "pi_webshop" }),
      stripe.sign("invoice.paid", { id: "in_9", object: "invoice" }),
    ];
    for (const event of foreign)
      expect(await stripe.deliver(event)).toMatchObject({ status: 200, text: "Nothing to do." });
    expect([await mails(), stored()]).toEqual(before);
  });
});

it("a dispute shows its deadline by email, on the overview and on the order", async () => {
  const { order, paymentId } = await opened();
  await stripe.pay(paymentId);
  await stripe.dispute(paymentId, "needs_response", new Date("2026-11-30T12:00:00Z"));
  for (const event of released()) await stripe.deliver(event);
  await shop.drain();
  const [payment] = await shop.store.orders.payments(order.id);
  expect(payment).toMatchObject({ dispute: "open", disputeDueAt: new Date("2026-11-30T12:00:00Z") });
  const told = await shop.mailsTo(`${admin}@people.example`);
  const mail = told.find(({ subject }) => subject === `Order ${order.number} is disputed`);
  expect(mail?.text).toContain("by 30 November 2026 at 12:00 UTC");
  const findings = await examineRows(questionsOn(shop.writer), shop.deps.settings, shop.clock.at);
  expect(findings.map(findingInEnglish).find(({ check }) => check === "orders")).toMatchObject({
    ok: false,
    detail: expect.stringContaining(`evidence for ${order.number} by 30 November 2026 at 12:00 UTC`),
  });
  expect((await shop.store.overview.waiting()).disputes).toBeGreaterThanOrEqual(1);
  await stripe.closeDispute("won");
  for (const event of released()) await stripe.deliver(event);
  expect((await find(order)).status).toBe("paid");
});
