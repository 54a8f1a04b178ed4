import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Deps } from "../../actions/context.ts";
import { correctAmount, markPaid } from "../../actions/orders/by-hand.ts";
import { cancelOrder, setBilling, startPayment } from "../../actions/orders/checkout.ts";
import { addStatement, countLine, openLines } from "../../actions/orders/statements.ts";
import { bankAccountOf } from "../../core/settings/bank-account.ts";
import type { StatementLine } from "../../domain/orders/bank-statement.ts";
import { moneyNews } from "../../domain/orders/transfer.ts";
import { inEnglish } from "../../languages/words.ts";
import { createManual } from "../../payments/manual.ts";
import { dieEverywhere } from "../helpers/mortal.ts";
import { createShop, SELLER, type Shop } from "../helpers/shop.ts";

const DAY = 24 * 3600_000;
const WEEK = "2026-12-14";
const BILLING = {
  name: "Acme Books GmbH",
  address: "Lindenstr. 5, Berlin",
  country: "US",
  vatNumber: null,
  email: "bills@acme.example",
};
const ACCOUNT = { BANK_IBAN: "DE02 1203 0000 0000 2020 51", BANK_BIC: "BYLADEM1001" };

let shop: Shop;
let deps: Deps;
let owner: string;
beforeEach(async () => {
  shop = await createShop({ ...SELLER, ...ACCOUNT, WEEK_CAPACITY: "2", BASE_URL: "https://debut.example" });
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
  owner = await shop.make.person();
});
afterEach(() => shop.close());

const find = async (number: string) => (await shop.store.orders.find(number))!;
const later = (ms: number) => {
  shop.clock.at = new Date(shop.clock.at.getTime() + ms);
};
const room = async () => (await shop.store.launches.room(WEEK, 2, shop.clock.at)).booked;
const subjects = async (to = BILLING.email) => (await shop.mailsTo(to)).map(({ subject }) => subject).toReversed();
async function order() {
  const { id } = await shop.make.listing({ ownerId: owner, status: "draft", launchedAt: null });
  const made = await shop.order(owner, [{ product: "launch", listingId: id, week: WEEK }]);
  return setBilling(made.token, BILLING, deps);
}
async function transfer() {
  const made = await order();
  await startPayment(made.token, "manual", deps);
  return find(made.number);
}
const line = (given: Partial<StatementLine> = {}): StatementLine => ({
  bookedOn: "2026-11-24",
  amountCents: 4900,
  currency: "USD",
  payer: "Acme Books GmbH",
  reference: "",
  ...given,
});
const store = (...lines: StatementLine[]) => shop.store.change((tx) => addStatement(tx, lines, shop.clock.at));
const count = async (number: string, id: string, by = deps) =>
  by.store.change(async (tx) => countLine(tx, id, (await tx.orders.find(number))!, by));

describe("an order by bank transfer", () => {
  it("waits 14 days with its place, and tells the buyer once where to send the money", async () => {
    const { number, token, expiresAt } = await transfer();
    expect(expiresAt).toEqual(new Date(shop.clock.at.getTime() + 14 * DAY));
    await startPayment(token, "manual", deps);
    const [mail, ...others] = await shop.mailsTo(BILLING.email);
    expect(others).toEqual([]);
    for (const part of [
      "$49.00",
      "Account holder: Debut GmbH",
      "IBAN: DE02 1203 0000 0000 2020 51",
      "BIC: BYLADEM1001",
      "Amount: 49.00 USD",
      `Reference: ${number}`,
      `https://debut.example/checkout/${token}/pro-forma`,
    ])
      expect(mail!.text).toContain(part);
    expect(await room()).toBe(1);
    later(14 * DAY - 1);
    await shop.run("expire-orders");
    expect([(await find(number)).status, await room()]).toEqual(["pending", 1]);
    // No job has run yet, and the place is free.
    later(1);
    expect(await room()).toBe(0);
    await shop.run("expire-orders");
    expect((await find(number)).status).toBe("expired");
  });

  it("holds places for at most two unpaid orders per account or domain, even if they race", async () => {
    await shop.store.change((tx) => tx.launches.setCapacity(WEEK, 99));
    const orders = [await order(), await order(), await order()];
    const ends = await Promise.allSettled(orders.map(({ token }) => startPayment(token, "manual", deps)));
    const refused = ends.flatMap((end) => (end.status === "rejected" ? [(end.reason as Error).message] : []));
    expect(refused).toEqual([expect.stringContaining("You have 2 unpaid orders by bank transfer that hold places")]);
    later(31 * 60_000);
    expect(await room()).toBe(2);
    const [held] = orders.filter((_, index) => ends[index]!.status === "fulfilled");
    const third = orders[ends.findIndex(({ status }) => status === "rejected")]!;
    await startPayment(third.token, "stripe", deps);
    // Other accounts may order for the same domain, too.
    const domain = (await shop.store.listings.find(held!.lines[0]!.listingId!))!.domain;
    const others: string[] = [];
    for (const path of ["a", "b"]) {
      const ownerId = await shop.make.person();
      const site = { url: `https://${domain}/${path}`, siteKey: `${domain}/${path}`, domain };
      const { id } = await shop.make.listing({ ownerId, status: "draft", launchedAt: null, ...site });
      const { token } = await shop.order(ownerId, [{ product: "launch", listingId: id, week: WEEK }]);
      await setBilling(token, BILLING, deps);
      others.push(token);
    }
    await startPayment(others[0]!, "manual", deps);
    await expect(startPayment(others[1]!, "manual", deps)).rejects.toThrow(`${domain} has 2 unpaid orders`);
    await cancelOrder(held!.token, deps);
    await startPayment(others[1]!, "manual", deps);
  });

  it("is reminded once, three days before its end, and not after the money came", async () => {
    const { number } = await transfer();
    const paid = await transfer();
    await markPaid(paid, 4900, deps);
    later(11 * DAY - 1);
    await shop.run("remind-transfers");
    expect((await subjects()).filter((subject) => subject.startsWith("Pay for order"))).toEqual([]);
    later(1);
    await shop.run("remind-transfers");
    await shop.run("remind-transfers");
    expect((await subjects()).filter((subject) => subject.startsWith("Pay for order"))).toEqual([
      expect.stringContaining(`Pay for order ${number} by`),
    ]);
  });

  it("never asks a buyer to order again while money may be on its way, and accepts it on arrival", async () => {
    const [late, canceled] = [await transfer(), await transfer()];
    await cancelOrder(canceled.token, deps);
    expect(await room()).toBe(1);
    later(14 * DAY);
    await shop.run("expire-orders");
    for (const { number } of [late, canceled]) {
      const current = await find(number);
      const news = moneyNews(current, await shop.store.orders.payments(current.id));
      expect(inEnglish(news!), current.status).toMatch(/^If you have sent the money, do not send it again/);
      await markPaid(current, 4900, deps);
      expect((await find(number)).status).toBe("paid");
    }
    expect(moneyNews({ ...late, status: "expired" }, [])).toBeUndefined();
  });

  it("whose place was taken after its hold ended is on hold, and the buyer is told", async () => {
    const { number } = await transfer();
    later(14 * DAY);
    const taken = { status: "scheduled", launchWeek: WEEK, launchedAt: null } as const;
    // The week of the order has not begun, and others have both of its places.
    await shop.make.listing(taken);
    await shop.make.listing(taken);
    shop.clock.at = new Date("2026-12-06T12:00:00Z");
    await markPaid(await find(number), 4900, deps);
    expect(await find(number)).toMatchObject({ status: "on_hold", hold: "undeliverable" });
    const [mail] = await shop.mailsTo((await shop.store.accounts.find(owner))!.email);
    expect(mail!.subject).toBe(`Your order ${number} needs a decision`);
  });
});

describe("a wrong amount", () => {
  it("tells the buyer what is missing, and the rest completes the order", async () => {
    const { number, id } = await transfer();
    await markPaid(await find(number), 3000, deps);
    expect((await find(number)).status).toBe("on_hold");
    const [mail] = await shop.mailsTo((await shop.store.accounts.find(owner))!.email);
    expect(mail!.text).toContain("We received $30.00 of $49.00. Send the missing $19.00 to the same account");
    expect(mail!.text).toContain("Amount: 19.00 USD");
    await store(line({ amountCents: 1900, reference: number }));
    const [rest] = await openLines(deps);
    expect(rest!.match).toMatchObject({ number, isSure: true });
    expect(inEnglish(rest!.match!.reason)).toBe("The reference and the amount match.");
    await count(number, rest!.id);
    expect(await find(number)).toMatchObject({ status: "paid" });
    expect((await shop.store.orders.payments(id))[0]).toMatchObject({ amountCents: 4900 });
  });

  it("is explained to the buyer if too much or in another currency", async () => {
    const told = async (amountCents: number, currency: string) => {
      const { number } = await transfer();
      await store(line({ amountCents, currency, reference: number, bookedOn: "2026-11-25" }));
      const [one] = await openLines(deps);
      await count(number, one!.id);
      const current = await find(number);
      await cancelAll();
      return inEnglish(moneyNews(current, await shop.store.orders.payments(current.id))!);
    };
    // Places of both are given back, so that the next has one.
    const cancelAll = () => shop.store.change((tx) => tx.launches.setCapacity(WEEK, 99));
    expect(await told(6000, "USD")).toContain("$60.00, which is $11.00 too much");
    expect(await told(4900, "EUR")).toContain("a different currency than the $49.00");
  });

  it("is corrected with a reason: invoice and purchase follow, and repeating changes nothing", async () => {
    const { number, id } = await transfer();
    await markPaid(await find(number), 4900, deps);
    await shop.drain();
    const wrong = { amountCents: 0, amountBefore: 4900, reason: "It was for another order" };
    await expect(correctAmount(await find(number), { ...wrong, reason: "" }, deps)).rejects.toThrow("Explain why");
    await correctAmount(await find(number), wrong, deps);
    await shop.drain();
    expect(await find(number)).toMatchObject({ status: "on_hold", lines: [{ fulfilledAt: null }] });
    const papers = (await shop.store.invoices.ofOrder(number)).map(({ content }) => content.kind);
    expect(papers).toEqual(["invoice", "credit_note"]);
    await expect(correctAmount(await find(number), wrong, deps)).rejects.toThrow("has changed");
    await markPaid(await find(number), 4900, deps);
    await shop.drain();
    expect(await find(number)).toMatchObject({ status: "paid" });
    expect((await shop.store.orders.payments(id))[0]).toMatchObject({ correction: "It was for another order" });
    expect(await shop.store.invoices.ofOrder(number)).toHaveLength(3);
  });
});

describe("a bank statement", () => {
  it("read twice adds nothing, and keeps two equal payments apart", async () => {
    const twins = [line(), line(), line({ payer: "Somebody else" })];
    expect(await store(...twins)).toBe(3);
    expect(await store(...twins)).toBe(0);
    expect(await store(line())).toBe(0);
  });

  it("counts each line once, even if repeated, and recognizes manually recorded money", async () => {
    const [byHand, twice] = [await transfer(), await transfer()];
    await markPaid(byHand, 4900, deps);
    await store(line({ reference: byHand.number }), line({ reference: `RE ${twice.number.replaceAll("-", " ")}` }));
    const lines = await openLines(deps);
    const of = (number: string) => lines.find(({ match }) => match?.number === number)!;
    expect(of(byHand.number).match).toMatchObject({ isSure: false });
    expect(inEnglish(of(byHand.number).match!.reason)).toContain("already paid");
    expect(of(twice.number).match).toMatchObject({ isSure: true });
    await Promise.all([1, 2, 3].map(() => count(twice.number, of(twice.number).id)));
    await count(byHand.number, of(byHand.number).id);
    for (const { number, id } of [byHand, twice]) {
      expect((await find(number)).status).toBe("paid");
      expect(await shop.store.orders.payments(id)).toMatchObject([{ amountCents: 4900 }]);
      expect(
        (await subjects((await shop.store.accounts.find(owner))!.email)).filter(
          (one) => one === `Your order ${number} is paid`,
        ),
      ).toHaveLength(1);
    }
    expect(await openLines(deps)).toEqual([]);
  });

  it("counts every line once although the process dies between any two steps", async () => {
    await shop.store.change((tx) => tx.launches.setCapacity(WEEK, 99));
    let orders: Awaited<ReturnType<typeof order>>[] = [];
    const work = async (by: Deps) => {
      for (const { token } of orders) await startPayment(token, "manual", by);
      const lines = orders.map(({ number }) => line({ reference: number }));
      await by.store.change((tx) => addStatement(tx, lines, shop.clock.at));
      for (const { id, match } of await openLines(by)) await count(match!.number, id, by);
    };
    const live = async (by: Deps) => {
      orders = [await order(), await order()];
      await work(by);
    };
    const steps = await dieEverywhere(deps, live, async (at) => {
      // A payment that is open is not opened again, and one that is paid is refused.
      await work(deps).catch((error) => expect(error).toMatchObject({ code: "order_not_payable" }));
      for (const { id, match } of await openLines(deps)) if (match) await count(match.number, id);
      await shop.drain();
      for (const { number, id } of orders) {
        expect(await find(number), `killed at step ${at}`).toMatchObject({
          status: "paid",
          lines: [{ fulfilledAt: expect.any(Date) }],
        });
        expect(await shop.store.orders.payments(id)).toMatchObject([{ amountCents: 4900 }]);
        expect(await shop.store.invoices.ofOrder(number)).toHaveLength(1);
        expect((await subjects()).filter((one) => one === `Bank details for order ${number}`)).toHaveLength(1);
      }
    });
    expect(steps).toBeGreaterThan(10);
  });
});
