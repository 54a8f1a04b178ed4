import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Deps } from "../../actions/context.ts";
import { cancelAsAdmin, changeWeek, giveOrder, giveProduct } from "../../actions/orders/by-admin.ts";
import { markPaid } from "../../actions/orders/by-hand.ts";
import { setBilling, startPayment } from "../../actions/orders/checkout.ts";

import { heldChoice, takeMoneyBack, takeOtherWeek } from "../../actions/orders/held-order.ts";
import { markSent, refundLine, sendRefund } from "../../actions/orders/refunds.ts";
import { bankAccountOf } from "../../core/settings/bank-account.ts";
import type { OrderItem } from "../../domain/orders/quote.ts";
import { createManual } from "../../payments/manual.ts";
import { dieEverywhere } from "../helpers/mortal.ts";
import { freshRandom } from "../helpers/random.ts";
import { createShop, SELLER, type Shop } from "../helpers/shop.ts";

const [WEEK, OTHER] = ["2026-12-14", "2026-12-21"];
const IBAN = "DE02 1203 0000 0000 2020 51";
const BILLING = { name: "Acme", address: "Quai 1", country: "DE", vatNumber: null, email: "a@acme.example" };
const DETAILS = { holder: "Acme", account: IBAN };

let shop: Shop;
let deps: Deps;
/** What the provider sent back, by the key of the request. */
let sent: Map<string, number>;
beforeEach(async () => {
  shop = await createShop({ ...SELLER, BANK_IBAN: IBAN, BASE_URL: "https://debut.example", FEATURED_PER_WEEK: "99" });
  sent = new Map();
  const { gateway, states } = shop.till;
  gateway.refund = async (paymentId, amountCents, key) => {
    if (sent.has(key)) return;
    sent.set(key, amountCents);
    const { refundedCents = 0, ...state } = states.get(paymentId)!;
    const back = refundedCents + amountCents;
    const isAll = back === state.amountCents;
    states.set(paymentId, { ...state, state: isAll ? "refunded" : "partially_refunded", refundedCents: back });
  };
  const manual = createManual(bankAccountOf(shop.deps.settings)!);
  const { till } = shop;
  deps = {
    ...shop.deps,
    gateways: async () =>
      new Map([
        [till.gateway.name, till.gateway],
        [manual.name, manual],
      ] as const),
  };
});
afterEach(() => shop.close());

const find = async (number: string) => (await shop.store.orders.find(number))!;
const draft = async (ownerId: string) => (await shop.make.listing({ ownerId, status: "draft", launchedAt: null })).id;
const setPlaces = (week: string, places: number) => shop.store.change((tx) => tx.launches.setCapacity(week, places));
const papers = async (number: string) => (await shop.store.invoices.ofOrder(number)).map(({ content }) => content);
const sentBack = () => [...sent.values()].reduce((sum, cents) => sum + cents, 0);
const subjects = async (accountId: string) => {
  const mails = await shop.mailsTo((await shop.store.accounts.find(accountId))!.email);
  return mails.map(({ subject }) => subject).toReversed();
};

async function order(items?: (listingId: number) => OrderItem[], ownerId?: string) {
  const buyer = ownerId ?? (await shop.make.person());
  const id = await draft(buyer);
  const asked = items?.(id) ?? [{ product: "launch", listingId: id, week: WEEK }];
  const { token } = await shop.order(buyer, asked, { country: "DE" });
  return setBilling(token, BILLING, deps);
}
async function pay(number: string) {
  const { totalCents: amountCents } = await find(number);
  const paymentId = `pay-${number}`;
  const state = { paymentId, orderNumber: number, state: "paid", currency: "USD", refundedCents: 0 } as const;
  shop.till.states.set(paymentId, { ...state, amountCents });
  await shop.take({ orderNumber: number, amountCents });
}
async function held(provider: "stripe" | "manual" = "stripe") {
  await setPlaces(WEEK, 99);
  const made = await order();
  await setPlaces(WEEK, 0);
  if (provider === "stripe") await pay(made.number);
  else await markPaid(made, made.totalCents, deps);
  return find(made.number);
}
const lines = (listingId: number): OrderItem[] => [
  { product: "launch", listingId, week: WEEK },
  { product: "featured-week", listingId, week: WEEK },
  { product: "billboard", listingId, amountCents: 3333 },
];

describe("a paid order whose week is full", () => {
  it("offers its buyer the next three weeks by email, and continues in the chosen one", async () => {
    const { number, accountId, ...made } = await held();
    expect(made).toMatchObject({ status: "on_hold", hold: "undeliverable" });
    const [mail] = await shop.mailsTo((await shop.store.accounts.find(accountId))!.email);
    expect(mail!.text).toContain(`Choose a week or a refund:\nhttps://debut.example/account/orders/${number}`);
    const choice = await heldChoice(await find(number), shop.store, deps);
    expect(choice!.instead!.weeks).toEqual([OTHER, "2026-12-28", "2027-01-04"]);
    await expect(takeOtherWeek(await find(number), WEEK, deps)).rejects.toThrow("now full");
    await takeOtherWeek(await find(number), OTHER, deps);
    await shop.drain();
    expect(await find(number)).toMatchObject({ status: "paid", totalCents: made.totalCents, hold: null });
    expect(await shop.store.listings.find(made.lines[0]!.listingId!)).toMatchObject({ launchWeek: OTHER });
    await expect(takeOtherWeek(await find(number), "2026-12-28", deps)).rejects.toThrow("already continued");
    await expect(takeMoneyBack(await find(number), DETAILS, deps)).rejects.toThrow("already continued");
  });

  it("offers its own week again if there is room, and later weeks once it is over", async () => {
    const { number } = await held();
    await setPlaces(WEEK, 1);
    expect((await heldChoice(await find(number), shop.store, deps))!.instead!.weeks[0]).toBe(WEEK);
    shop.clock.at = new Date("2027-02-03T12:00:00Z");
    const late = await heldChoice(await find(number), shop.store, deps);
    expect(late!.instead!.weeks).toEqual(["2027-02-08", "2027-02-15", "2027-02-22"]);
  });

  it("is refunded by its provider once, however often requested, with a credit note", async () => {
    const { number, totalCents, accountId } = await held();
    await takeMoneyBack(await find(number), DETAILS, deps);
    await takeMoneyBack(await find(number), DETAILS, deps);
    await expect(takeOtherWeek(await find(number), OTHER, deps)).rejects.toThrow("being refunded");
    await shop.drain();
    expect(await find(number)).toMatchObject({ status: "refunded", refundedCents: totalCents });
    expect([...sent.values()]).toEqual([totalCents]);
    expect((await papers(number)).map(({ kind }) => kind)).toEqual(["invoice", "credit_note"]);
    expect(await subjects(accountId)).toEqual([
      `Your order ${number} needs a decision`,
      `Your refund for order ${number} is on its way`,
      `Your order ${number} was refunded`,
    ]);
  });

  it("asks for an IBAN after a transfer, notifies admins, and deletes it once they have refunded", async () => {
    const root = await shop.make.person();
    shop.writer.prepare("update accounts set is_admin = 1 where id = ?").run(root);
    const { id, number, totalCents } = await held("manual");
    for (const [account, holder, pointer] of [
      ["DE02 1203 0000 0000 2020 52", "A", "/account"],
      [IBAN, "", "/holder"],
    ] as const)
      await expect(takeMoneyBack(await find(number), { account, holder }, deps)).rejects.toMatchObject({
        faults: [{ pointer }],
      });
    await takeMoneyBack(await find(number), DETAILS, deps);
    await shop.drain();
    const [refund] = await shop.store.refunds.ofOrder(id);
    expect(refund).toMatchObject({ amountCents: totalCents, account: IBAN.replaceAll(" ", ""), doneAt: null });
    expect((await find(number)).status).toBe("on_hold");
    expect(await subjects(root)).toContain(`Order ${number}: refund to send`);
    for (let times = 0; times < 2; times++) await shop.store.change((tx) => markSent(tx, refund!.id, deps));
    expect(await find(number)).toMatchObject({ status: "refunded", refundedCents: totalCents });
    expect(await shop.store.refunds.find(refund!.id)).toMatchObject({
      account: null,
      holder: null,
      doneAt: shop.clock.at,
    });
    expect(sent.size).toBe(0);
  });
});

describe("an admin", () => {
  it("changes the week of an unpaid, held or scheduled order, and the buyer is told why", async () => {
    const unpaid = await order();
    await startPayment(unpaid.token, "manual", deps);
    const scheduled = await order();
    await pay(scheduled.number);
    await shop.drain();
    const stuck = await held();
    for (const {
      number,
      accountId,
      lines: [line],
    } of [unpaid, scheduled, stuck]) {
      const asked = { number, lineId: line!.id, monday: OTHER };
      await expect(shop.store.change((tx) => changeWeek(tx, { ...asked, reason: "" }, deps))).rejects.toThrow(
        "Give a reason",
      );
      await shop.store.change((tx) => changeWeek(tx, { ...asked, reason: "A mistake of ours" }, deps));
      await shop.drain();
      expect((await find(number)).lines[0]!.options.week).toBe(OTHER);
      const mails = await shop.mailsTo((await shop.store.accounts.find(accountId))!.email);
      const [moved] = mails.filter(({ subject }) => subject === `Your order ${number} moved to another week`);
      expect(moved!.text).toContain("week of 21 December 2026\n\nReason: A mistake of ours");
    }
    expect((await find(stuck.number)).status).toBe("paid");
    for (const {
      lines: [line],
    } of [scheduled, stuck])
      expect(await shop.store.listings.find(line!.listingId!)).toMatchObject({
        status: "scheduled",
        launchWeek: OTHER,
      });
    const booked = async (week: string) => (await shop.store.launches.room(week, 99, shop.clock.at)).booked;
    expect([await booked(WEEK), await booked(OTHER)]).toEqual([0, 3]);
  });

  it("refunds lines one by one: each has its own credit note, and together they equal the invoice", async () => {
    const { id, number, lines: bought } = await order(lines);
    await pay(number);
    await shop.drain();
    const listingId = bought[0]!.listingId!;
    const refund = async (index: number) => {
      const asked = { lineId: bought[index]!.id, by: "person-1", reason: "Wrong", isSent: false };
      await shop.store.change((tx) => refundLine(tx, number, asked, deps));
      await expect(shop.store.change((tx) => refundLine(tx, number, asked, deps))).rejects.toThrow("separately now");
      await shop.drain();
    };
    await refund(1);
    expect(await find(number)).toMatchObject({
      status: "partially_refunded",
      refundedCents: bought[1]!.totalCents,
      lines: [
        { fulfilledAt: expect.any(Date) },
        { fulfilledAt: null, refundedAt: shop.clock.at },
        { refundedAt: null },
      ],
    });
    const board = shop.writer.prepare("select sum(amount_cents) from billboard_contributions").pluck();
    expect([await shop.store.orders.slots(id), board.get()]).toEqual([[], 3333]);
    await refund(0);
    expect(await shop.store.listings.find(listingId)).toMatchObject({ status: "draft", plan: "none" });
    await refund(2);
    expect((await find(number)).status).toBe("refunded");
    const [invoice, ...notes] = await papers(number);
    expect(notes.map((note) => note.lines)).toEqual([1, 0, 2].map((index) => [invoice!.lines[index]]));
    for (const key of ["netCents", "vatCents", "totalCents"] as const)
      expect(notes.reduce((sum, { totals }) => sum + totals[key], 0)).toBe(invoice!.totals[key]);
    expect(sentBack()).toBe(invoice!.totals.totalCents);
  });

  it("may mix refunds of lines and amounts: credit notes always match the money", async () => {
    const random = freshRandom("refunds of lines and amounts");
    await setPlaces(WEEK, 99);
    for (let round = 0; round < 6; round++) {
      const paid = await order((listingId) => [
        ...lines(listingId).slice(0, 2),
        { product: "billboard", listingId, amountCents: random.between(1000, 99_999) },
      ]);
      const { number, totalCents } = paid;
      const settled = { orderNumber: number, amountCents: totalCents };
      await pay(number);
      const credited = (notes: Awaited<ReturnType<typeof papers>>, key: "netCents" | "vatCents" | "totalCents") =>
        notes.slice(1).reduce((sum, { totals }) => sum + totals[key], 0);
      const left = [...paid.lines];
      while ((await find(number)).refundedCents < totalCents) {
        const { refundedCents: before } = await find(number);
        const [line] = left.splice(random.between(0, 2), 1);
        const asked = { lineId: line?.id ?? "", by: "person-1", reason: "Wrong", isSent: true };
        const refund = () => shop.store.change((tx) => refundLine(tx, number, asked, deps));
        const isRefused =
          random.chance(0.5) ||
          (await refund().then(
            () => false,
            () => true,
          ));
        const refundedCents = left.length === 0 ? totalCents : random.between(before + 1, totalCents);
        if (isRefused) await shop.take({ ...settled, state: "partially_refunded", refundedCents });
        expect(credited(await papers(number), "totalCents")).toBe((await find(number)).refundedCents);
      }
      const all = await papers(number);
      for (const key of ["netCents", "vatCents", "totalCents"] as const)
        expect(credited(all, key), `round ${round}`).toBe(all[0]!.totals[key]);
    }
  });

  it("gives a product for free: an order at zero with an invoice that says so", async () => {
    const owner = await shop.make.person();
    const listingId = await draft(owner);
    const gift = { item: { product: "launch", listingId, week: WEEK }, reason: "First user" };
    const number = await shop.store.change((tx) => giveProduct(tx, gift, deps));
    await expect(shop.store.change((tx) => giveProduct(tx, gift, deps))).rejects.toThrow("already has a paid launch");
    await shop.drain();
    expect(await find(number)).toMatchObject({ status: "paid", totalCents: 0, given: "First user", accountId: owner });
    expect(await shop.store.listings.find(listingId)).toMatchObject({ status: "scheduled", launchWeek: WEEK });
    expect(await papers(number)).toMatchObject([
      {
        kind: "invoice",
        totals: { netCents: 0, vatCents: 0, totalCents: 0 },
        lines: [{ description: expect.stringMatching(/^Launch.*\(given free of charge\)$/), unitPriceCents: 0 }],
      },
    ]);
    expect(await subjects(owner)).toEqual(["A gift from Debut"]);
    await shop.store.change((tx) => cancelAsAdmin(tx, { number, reason: "Not wanted" }, deps));
    await shop.drain();
    expect(await shop.store.listings.find(listingId)).toMatchObject({ status: "draft", plan: "none" });
    expect(await papers(number)).toHaveLength(1);
    expect(await subjects(owner)).toEqual(["A gift from Debut", `Your order ${number} is canceled`]);
  });

  it("grants or cancels an unpaid order, and is told if money arrives anyway", async () => {
    const [given, canceled] = [await order(), await order()];
    for (const { token } of [given, canceled]) await startPayment(token, "stripe", deps);
    await shop.store.change((tx) => giveOrder(tx, { number: given.number, reason: "Sorry" }, deps));
    await shop.store.change((tx) => cancelAsAdmin(tx, { number: canceled.number, reason: "Twice" }, deps));
    await shop.drain();
    expect(await find(given.number)).toMatchObject({ status: "paid", totalCents: 0 });
    expect((await find(canceled.number)).status).toBe("canceled");
    await shop.take({ orderNumber: given.number, amountCents: given.totalCents });
    expect((await find(given.number)).status).toBe("paid");
    expect(await subjects(given.accountId)).toContain(`About your payment for order ${given.number}`);
  });
});

describe("a process that dies between any two steps", () => {
  /** Numbers of a series count up by one. */
  function expectNoGap() {
    for (const kind of ["invoice", "credit_note"]) {
      const numbers = shop.writer
        .prepare("select number from invoices where kind = ? order by number")
        .pluck()
        .all(kind);
      expect(numbers.map((one) => Number(String(one).slice(-6)))).toEqual(numbers.map((_, index) => index + 1));
    }
  }
  it("refunds an order, a line and a transfer once", async () => {
    let [whole, byHand, part] = [await held(), await held("manual"), await held()];
    const line = () => ({ lineId: part.lines[1]!.id, by: part.accountId, reason: "Wrong", isSent: false });
    const work = async (by: Deps) => {
      for (const one of [whole, byHand])
        if (await heldChoice(await find(one.number), shop.store, by)) await takeMoneyBack(one, DETAILS, by);
      if ((await shop.store.refunds.ofOrder(part.id)).length === 0)
        await by.store.change((tx) => refundLine(tx, part.number, line(), by));
      for (const { id, provider } of await shop.store.refunds.open(9))
        if (provider === "manual") await by.store.change((tx) => markSent(tx, id, by));
        else await sendRefund(id, by);
    };
    const live = async (by: Deps) => {
      sent.clear();
      [whole, byHand] = [await held(), await held("manual")];
      await setPlaces(WEEK, 999);
      part = await order(lines);
      await pay(part.number);
      await shop.drain();
      await work(by);
    };
    const steps = await dieEverywhere(deps, live, async (at) => {
      await work(deps);
      await shop.drain();
      for (const { number } of [whole, byHand])
        expect(await find(number), `killed at step ${at}`).toMatchObject({ status: "refunded" });
      expect((await find(part.number)).refundedCents).toBe(part.lines[1]!.totalCents);
      expect(sentBack()).toBe(whole.totalCents + part.lines[1]!.totalCents);
      for (const { number, accountId } of [whole, byHand, part]) {
        expect((await papers(number)).map(({ kind }) => kind)).toEqual(["invoice", "credit_note"]);
        expect(new Set(await subjects(accountId)).size).toBe((await subjects(accountId)).length);
      }
    });
    expect(steps).toBeGreaterThan(20);
    expectNoGap();
  });
});
