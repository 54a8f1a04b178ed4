import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sellerVatOf } from "../../actions/invoices/seller-vat.ts";
import { releaseHold } from "../../actions/orders/apply-payment.ts";
import { markPaid } from "../../actions/orders/by-hand.ts";
import { setBilling } from "../../actions/orders/checkout.ts";
import { convert, crossRate } from "../../domain/invoices/exchange-rate.ts";
import { chargedBy, partOf } from "../../domain/invoices/invoice.ts";
import { failInserts } from "../helpers/failing-inserts.ts";
import { freshRandom } from "../helpers/random.ts";
import { createShop, SELLER, type Shop } from "../helpers/shop.ts";

const BILLING = {
  name: "Acme GmbH",
  address: "Lindenstr. 5\n10969 Berlin",
  country: "DE",
  vatNumber: null,
  email: "books@acme.example",
};

let shop: Shop;
let owner: string;
let listingId: number;
beforeEach(() => open());
afterEach(() => shop.close());

async function open(env: Record<string, string> = SELLER) {
  shop = await createShop({ BASE_URL: "https://debut.example", ...env });
  owner = await shop.make.person();
  listingId = (await shop.make.listing({ ownerId: owner, status: "live" })).id;
}
const make = (country = "DE", vatNumber?: string) =>
  shop.order(owner, [{ product: "billboard", listingId, amountCents: 10_000 }], {
    country,
    ...(vatNumber && { vatNumber }),
  });
const pay = (order: { number: string; totalCents: number }, given = {}) =>
  shop.take({ orderNumber: order.number, amountCents: order.totalCents, ...given });
const documents = async (number: string) => (await shop.store.invoices.ofOrder(number)).map(({ content }) => content);
const numbers = async (number: string) => (await shop.store.invoices.ofOrder(number)).map((one) => one.number);
const mails = async (email = `${owner}@people.example`) =>
  (await shop.mailsTo(email)).map(({ subject, text }) => ({ subject, text }));

it("an order sold by a merchant of record has no invoice of ours, and needs none", async () => {
  const order = await make();
  await pay(order, { provider: "paddle", paymentId: "txn_1" });
  expect((await shop.store.orders.find(order.number))!.status).toBe("paid");
  expect(await shop.store.invoices.missing(0, 9)).toEqual([]);
  await shop.run("issue-invoices");
  await pay(order, { provider: "paddle", paymentId: "txn_1", state: "refunded", refundedCents: order.totalCents });
  expect((await shop.store.orders.find(order.number))!.status).toBe("refunded");
  expect(await documents(order.number)).toEqual([]);
});

describe("a paid order", () => {
  it("has the details for electronic invoices: VAT treatment, reference and receiving account", async () => {
    shop.close();
    await open({
      ...SELLER,
      SELLER_PHONE: "+49 30 901820",
      BANK_IBAN: "DE02120300000000202051",
      BANK_BIC: "BYLADEM1001",
    });
    const [online, transfer] = [await make(), await make("US")];
    await setBilling(online.token, { ...BILLING, reference: "04011000-12345-34" }, shop.deps);
    await pay((await shop.store.orders.find(online.number))!);
    await setBilling(transfer.token, { ...BILLING, country: "US" }, shop.deps);
    await markPaid((await shop.store.orders.find(transfer.number))!, 10_000, shop.deps);
    expect(await documents(online.number)).toMatchObject([
      {
        seller: { phone: "+49 30 901820" },
        vatTreatment: "standard",
        buyerReference: "04011000-12345-34",
        paidBy: { iban: null },
      },
    ]);
    expect(await documents(transfer.number)).toMatchObject([
      {
        vatTreatment: "outside_eu",
        buyerReference: null,
        paidBy: { iban: "DE02120300000000202051", bic: "BYLADEM1001", holder: "Debut GmbH" },
      },
    ]);
  });

  it("has its invoice in the same change, and the buyer gets the link", async () => {
    const made = await make();
    await setBilling(made.token, BILLING, shop.deps);
    const order = (await shop.store.orders.find(made.number))!;
    await pay(order);
    const [invoice, ...others] = await shop.store.invoices.ofOrder(order.number);
    expect(others).toEqual([]);
    expect(invoice).toMatchObject({
      number: "INV-2026-000001",
      content: {
        kind: "invoice",
        credits: null,
        orderNumber: order.number,
        issuedOn: "2026-11-21",
        paidOn: "2026-11-21",
        currency: "USD",
        seller: {
          name: "Debut GmbH",
          addressLines: ["Torstraße 1", "10119 Berlin"],
          country: "DE",
          vatNumber: "DE123456789",
        },
        buyer: { name: "Acme GmbH", addressLines: ["Lindenstr. 5", "10969 Berlin"], country: "DE", vatNumber: null },
        totals: { netCents: 10_000, vatCents: 1_900, totalCents: 11_900 },
        lines: [{ quantity: 1, unitPriceCents: 10_000, vatRateBasisPoints: 1_900, totalCents: 11_900 }],
        vatNote: null,
      },
    });
    expect(invoice!.token).toHaveLength(43);
    const url = `https://debut.example/invoices/${invoice!.token}`;
    expect(await mails()).toEqual([
      { subject: `Your order ${order.number} is paid`, text: expect.stringContaining(url) },
    ]);
    expect(await mails("books@acme.example")).toEqual([
      { subject: `Invoice INV-2026-000001 for order ${order.number}`, text: expect.stringContaining(url) },
    ]);
  });

  it("has one invoice, however often it is reported", async () => {
    const order = await make();
    for (let times = 0; times < 3; times++) await pay(order);
    await shop.run("issue-invoices");
    expect(await numbers(order.number)).toEqual(["INV-2026-000001"]);
  });

  it.each([
    ["FR", "FRAB123456789", "FRAB123456789", /Reverse charge.*Article 196/],
    ["CH", undefined, null, /place of supply is where the customer is/],
  ])("says why there is no VAT: %s", async (country, typed, vatNumber, vatNote) => {
    const order = await make(country, typed);
    await pay(order);
    expect(await documents(order.number)).toMatchObject([
      {
        buyer: { name: expect.any(String), country, vatNumber, addressLines: [] },
        vatNote: expect.stringMatching(vatNote),
        totals: { vatCents: 0 },
      },
    ]);
  });

  it("says it in the seller's words when the seller charges none", async () => {
    await shop.close();
    await open({ ...SELLER, VAT_MODE: "off", VAT_OFF_NOTE: "Kein Ausweis von Umsatzsteuer (§ 19 UStG)." });
    const order = await make();
    await pay(order);
    expect(await documents(order.number)).toMatchObject([{ vatNote: "Kein Ausweis von Umsatzsteuer (§ 19 UStG)." }]);
  });

  it("has none when the change is rolled back, and no number is lost", async () => {
    const order = await make();
    const mend = failInserts(shop.writer, "mails", "the disk is full");
    await expect(pay(order)).rejects.toThrow("the disk is full");
    mend();
    expect((await shop.store.orders.find(order.number))!.status).toBe("pending");
    expect(await numbers(order.number)).toEqual([]);
    await pay(order);
    expect(await numbers(order.number)).toEqual(["INV-2026-000001"]);
  });
});

describe("a refund", () => {
  const back = (order: Parameters<typeof pay>[0], refundedCents: number) =>
    pay(order, { state: refundedCents === order.totalCents ? "refunded" : "partially_refunded", refundedCents });

  it("has a credit note of that amount, and all together equal the invoice to the cent", async () => {
    const order = await make();
    await pay(order);
    await back(order, 1_001);
    await back(order, 1_001);
    await back(order, 7_777);
    await back(order, order.totalCents);
    expect(await numbers(order.number)).toEqual([
      "INV-2026-000001",
      "CRN-2026-000001",
      "CRN-2026-000002",
      "CRN-2026-000003",
    ]);
    const [invoice, ...notes] = await documents(order.number);
    expect(notes.map(({ totals }) => totals)).toEqual([
      { netCents: 841, vatCents: 160, totalCents: 1_001 },
      { netCents: 5_694, vatCents: 1_082, totalCents: 6_776 },
      { netCents: 3_465, vatCents: 658, totalCents: 4_123 },
    ]);
    for (const note of notes)
      expect(note).toMatchObject({
        credits: "INV-2026-000001",
        lines: [{ description: `Refund: ${invoice!.lines[0]!.description}`, vatRateBasisPoints: 1_900 }],
      });
    const told = (await mails()).map(({ subject }) => subject);
    expect(told.toSorted()).toEqual([
      `Credit note CRN-2026-000001 for order ${order.number}`,
      `Credit note CRN-2026-000002 for order ${order.number}`,
      `Your order ${order.number} is paid`,
      `Your order ${order.number} was refunded`,
    ]);
  });

  it("all at once repeats the lines of the invoice", async () => {
    const order = await make();
    await pay(order);
    await back(order, order.totalCents);
    const [invoice, note] = await documents(order.number);
    expect(note).toMatchObject({ lines: invoice!.lines, totals: invoice!.totals, paidOn: "2026-11-21" });
    expect((await mails()).find(({ subject }) => subject.includes("refunded"))!.text).toContain(
      "Open Credit note CRN-2026-000001",
    );
  });

  it("before its payment was reported leaves no document", async () => {
    const order = await make();
    await back(order, order.totalCents);
    await pay(order);
    expect(await documents(order.number)).toEqual([]);
    expect((await shop.store.orders.find(order.number))!.status).toBe("refunded");
  });

  it("in a dispute has none while it is open or when it is won, and one when it is lost", async () => {
    const [won, lost] = [await make(), await make()];
    for (const order of [won, lost]) {
      await pay(order);
      await pay(order, { state: "disputed" });
      expect(await documents(order.number)).toHaveLength(1);
    }
    await pay(won, { state: "dispute_won" });
    expect(await documents(won.number)).toHaveLength(1);
    // As gateways report a lost one.
    await back(lost, lost.totalCents);
    expect(chargedBy(await shop.store.invoices.ofOrder(lost.number))).toBe(0);
    expect((await shop.store.orders.find(lost.number))!.status).toBe("refunded");
  });

  it("and comes again by another payment has an invoice again", async () => {
    const order = await make();
    await pay(order);
    await back(order, order.totalCents);
    await pay(order, { paymentId: "second" });
    expect(await numbers(order.number)).toEqual(["INV-2026-000001", "CRN-2026-000001", "INV-2026-000002"]);
    await pay(order, { paymentId: "second", state: "refunded", refundedCents: order.totalCents });
    expect((await documents(order.number)).map(({ credits }) => credits)).toEqual([
      null,
      "INV-2026-000001",
      null,
      "INV-2026-000002",
    ]);
  });

  it("of a duplicate payment has no credit note, because it was invoiced once", async () => {
    const order = await make();
    await pay(order);
    await pay(order, { paymentId: "second" });
    await pay(order, { paymentId: "second", state: "refunded", refundedCents: order.totalCents });
    expect(await numbers(order.number)).toEqual(["INV-2026-000001"]);
  });
});

describe("another amount than ordered", () => {
  it.each([
    ["too little", { amountCents: 11_800 }, 11_800, "Part of the price"],
    ["too much", { amountCents: 12_000 }, 11_900, ""],
    ["another currency", { currency: "EUR" }, 11_900, ""],
  ])("is invoiced when an admin accepts it: %s", async (_what, given, totalCents, words) => {
    const order = await make();
    await pay(order, given);
    expect(await documents(order.number)).toEqual([]);
    await shop.store.change((tx) => releaseHold(tx, order.number, shop.deps));
    expect(await documents(order.number)).toMatchObject([
      { totals: { totalCents }, currency: "USD", lines: [{ description: expect.stringContaining(words) }] },
    ]);
  });
});

describe("a seller without name and address", () => {
  it("takes money, but issues invoices only once seller settings are complete", async () => {
    await shop.close();
    await open({ SELLER_COUNTRY: "DE" });
    const [paid, held, refunded, unpaid] = [await make(), await make(), await make(), await make()];
    for (const order of [paid, held, refunded]) await pay(order);
    await pay(held, { state: "disputed" });
    await pay(refunded, { state: "refunded", refundedCents: refunded.totalCents });
    const said: unknown[] = [];
    shop.deps.log.error = ((facts: unknown) => void said.push(facts)) as never;
    await shop.run("issue-invoices");
    expect(said).toEqual([{ missing: ["SELLER_NAME", "SELLER_ADDRESS"] }]);
    for (const order of [paid, held, refunded, unpaid]) expect(await documents(order.number)).toEqual([]);

    Object.assign(shop.deps.settings, { SELLER_NAME: "Debut GmbH", SELLER_ADDRESS: "Berlin" });
    shop.clock.at = new Date("2026-11-23T09:00:00Z");
    for (let times = 0; times < 2; times++) await shop.run("issue-invoices");
    expect(await numbers(paid.number)).toEqual(["INV-2026-000001"]);
    expect(await documents(paid.number)).toMatchObject([{ issuedOn: "2026-11-23", paidOn: "2026-11-21" }]);
    expect(await numbers(held.number)).toEqual(["INV-2026-000002"]);
    for (const order of [refunded, unpaid]) expect(await documents(order.number)).toEqual([]);
    expect((await mails()).filter(({ subject }) => subject.startsWith("Invoice INV-"))).toHaveLength(2);
  });
});

it("parts of any sum add up to it, also in the seller's currency, and none is negative", () => {
  const random = freshRandom("parts of invoices");
  for (let round = 0; round < 2_000; round++) {
    const netCents = random.between(1, random.chance(0.3) ? 20 : 99_999_999_999);
    const vatCents = Math.round(netCents * random.pick([0, 0.17, 0.19, 0.255, 0.27]));
    const rate = crossRate(String(random.between(1, 40_000) / 100), String(random.between(50, 200) / 100));
    const rest = { netCents, vatCents, totalCents: netCents + vatCents };
    let sellerCents = 0;
    for (let parts = 0; rest.totalCents > 0; parts++) {
      const part = partOf(rest, parts > 5 ? rest.totalCents : random.between(1, rest.totalCents));
      expect(part.netCents >= 0 && part.vatCents >= 0 && part.netCents + part.vatCents === part.totalCents).toBe(true);
      const credited = vatCents - rest.vatCents;
      const supply = { sellerCurrency: "EUR", exchangeRate: rate, exchangeRateDate: "2026-11-20" };
      const { sellerVatCents = -1 } = sellerVatOf(supply, credited, credited + part.vatCents);
      expect(sellerVatCents).toBeGreaterThanOrEqual(0);
      sellerCents += sellerVatCents;
      for (const key of ["netCents", "vatCents", "totalCents"] as const) rest[key] -= part[key];
    }
    expect([rest.netCents, rest.vatCents, sellerCents]).toEqual([0, 0, convert(vatCents, rate)]);
  }
});
