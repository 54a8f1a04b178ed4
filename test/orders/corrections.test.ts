import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findingInEnglish } from "../../actions/health/finding.ts";
import { examineRows } from "../../actions/health/rows.ts";
import { correctInvoice } from "../../actions/invoices/correct-invoice.ts";
import { correctDetails, declineCorrection } from "../../actions/invoices/invoice-requests.ts";
import { recordRefund } from "../../actions/orders/by-hand.ts";
import { setBilling, startPayment } from "../../actions/orders/checkout.ts";
import { refundLine } from "../../actions/orders/refunds.ts";
import { addStatement, countLine } from "../../actions/orders/statements.ts";
import { chargedBy } from "../../domain/invoices/invoice.ts";
import { provenPlace } from "../../domain/invoices/place-evidence.ts";
import { type Billing, keptOf, overpaidBy } from "../../domain/orders/order.ts";
import { jobKinds } from "../../jobs/kinds.ts";
import { questionsOn } from "../../store/questions.ts";
import { createShop, SELLER, type Shop } from "../helpers/shop.ts";

const BILLING: Billing = {
  name: "Acme GmbH",
  address: "Lindenstr. 5\n10969 Berlin",
  country: "DE",
  vatNumber: null,
  email: "books@acme.example",
};
const HUNGARIAN = { ...BILLING, address: "Váci út 1, Budapest", country: "HU", vatNumber: "HU12345678" };

let shop: Shop;
let owner: string;
beforeEach(() => open());
afterEach(() => shop.close());

async function open(env: Record<string, string> = {}) {
  shop = await createShop({ BASE_URL: "https://debut.example", ...SELLER, ...env });
  owner = await shop.make.person();
}
async function made(billing = BILLING, ipCountry?: string) {
  const { id: listingId } = await shop.make.listing({ ownerId: owner, status: "live" });
  const { token } = await shop.order(owner, [{ product: "billboard", listingId, amountCents: 10_000 }]);
  return setBilling(token, billing, shop.deps, ipCountry);
}
async function paid(billing = BILLING) {
  const order = await made(billing);
  await shop.take({ orderNumber: order.number, amountCents: order.totalCents });
  return find(order.number);
}
const find = async (number: string) => (await shop.store.orders.find(number))!;
async function refund(number: string, amountCents: number) {
  const order = await find(number);
  const [payment] = await shop.store.orders.payments(order.id);
  await recordRefund(order, payment!, { amountCents, refundedBefore: payment!.refundedCents }, shop.deps);
}
const papers = (number: string) => shop.store.invoices.ofOrder(number);
const contents = async (number: string) => (await papers(number)).map(({ content }) => content);
const subjects = async (email: string) => (await shop.mailsTo(email)).map(({ subject }) => subject);
const admin = async () => {
  const id = await shop.make.person();
  shop.writer.prepare("update accounts set is_admin = 1 where id = ?").run(id);
  return `${id}@people.example`;
};
const findings = async () =>
  Object.fromEntries(
    (await examineRows(questionsOn(shop.writer), shop.deps.settings, shop.clock.at)).map((one) => [
      one.check,
      findingInEnglish(one),
    ]),
  );
/** What the documents charge is what the payments leave, to the cent. */
const expectSettled = async (number: string) => {
  const order = await find(number);
  expect(chargedBy(await papers(number))).toBe(keptOf(order, await shop.store.orders.payments(order.id)));
};

describe("an invoice that is wrong", () => {
  it("is credited in full and replaced with the right details", async () => {
    const order = await paid();
    const right = { ...BILLING, name: "Acme Holding GmbH", address: "Rosenweg 1\n80331 München" };
    await correctInvoice(order, { billing: right, invoice: "INV-2026-000001" }, shop.deps);
    const all = await contents(order.number);
    const wrong = all.find(({ kind, corrects }) => kind === "invoice" && corrects === undefined);
    const note = all.find(({ kind }) => kind === "credit_note");
    const invoice = all.find(({ corrects }) => corrects !== undefined);
    expect(note).toMatchObject({ kind: "credit_note", credits: "INV-2026-000001", buyer: { name: "Acme GmbH" } });
    expect(note).toMatchObject({ totals: wrong!.totals, sellerVatCents: wrong!.sellerVatCents });
    expect(invoice).toMatchObject({
      ...{ kind: "invoice", corrects: "INV-2026-000001", totals: wrong!.totals, paidOn: wrong!.paidOn },
      buyer: { name: "Acme Holding GmbH", addressLines: ["Rosenweg 1", "80331 München"] },
    });
    expect(await subjects("books@acme.example")).toEqual(
      expect.arrayContaining([
        `Credit note CRN-2026-000001 for order ${order.number}`,
        `Invoice INV-2026-000002 for order ${order.number}`,
      ]),
    );
    expect(await find(order.number)).toMatchObject({ status: "paid", billing: right });
    await expectSettled(order.number);
    // A second press of the button, or another admin's.
    await expect(correctInvoice(order, { billing: BILLING, invoice: "INV-2026-000001" }, shop.deps)).rejects.toThrow(
      "credited or corrected",
    );
    await expect(correctInvoice(order, { billing: right, invoice: "INV-2026-000002" }, shop.deps)).rejects.toThrow(
      "The invoice already has these details",
    );
  });

  it("loses its VAT with a VAT number, to be refunded, and never costs more", async () => {
    const order = await paid({ ...HUNGARIAN, vatNumber: null });
    expect(order.totalCents).toBe(12_700);
    await correctInvoice(order, { billing: HUNGARIAN, invoice: "INV-2026-000001" }, shop.deps);
    const next = await find(order.number);
    expect(next).toMatchObject({ status: "paid", totalCents: 10_000, vat: { treatment: "reverse_charge" } });
    expect(overpaidBy(next, await shop.store.orders.payments(order.id))).toBe(2_700);
    await refund(order.number, 2_700);
    expect(await papers(order.number)).toHaveLength(3);
    await expectSettled(order.number);

    const other = await paid();
    await expect(
      correctInvoice(other, { billing: { ...HUNGARIAN, vatNumber: null }, invoice: "INV-2026-000003" }, shop.deps),
    ).rejects.toThrow("more VAT is due");
    expect(await papers(other.number)).toHaveLength(1);
  });

  it("after a partial refund is credited for the rest only", async () => {
    const order = await paid();
    await refund(order.number, 1_001);
    await correctInvoice(order, { billing: { ...BILLING, name: "Other" }, invoice: "INV-2026-000001" }, shop.deps);
    const all = await contents(order.number);
    expect(all.map(({ kind, totals }) => [kind, totals.totalCents]).toSorted()).toEqual(
      [
        ["invoice", 11_900],
        ["credit_note", 1_001],
        ["credit_note", 10_899],
        ["invoice", 10_899],
      ].toSorted(),
    );
    await expectSettled(order.number);
  });
});

describe("an order of two lines that loses its VAT", () => {
  async function paidTwice() {
    const ids = [await shop.make.listing({ ownerId: owner, status: "live" })];
    ids.push(await shop.make.listing({ ownerId: owner, status: "live" }));
    const items = ids.map(({ id }) => ({ product: "billboard" as const, listingId: id, amountCents: 10_000 }));
    const { token } = await shop.order(owner, items);
    const { number, totalCents } = await setBilling(token, { ...HUNGARIAN, vatNumber: null }, shop.deps);
    await shop.take({ orderNumber: number, amountCents: totalCents });
    return number;
  }
  async function refundOne(number: string) {
    const [line] = (await find(number)).lines;
    const asked = { lineId: line!.id, by: owner, reason: "They asked for it", isSent: true };
    await shop.store.change((tx) => refundLine(tx, number, asked, shop.deps));
  }
  const correct = async (number: string) =>
    correctInvoice(await find(number), { billing: HUNGARIAN, invoice: "INV-2026-000001" }, shop.deps);

  it.each([
    ["before", [refundOne, correct], 2_700],
    ["after", [correct, refundOne], 5_400],
  ] as const)("and one line %s it keeps the other's price, and the VAT is refunded", async (_when, steps, back) => {
    const number = await paidTwice();
    for (const step of steps) await step(number);
    expect(overpaidBy(await find(number), await shop.store.orders.payments((await find(number)).id))).toBe(back);
    expect(chargedBy(await papers(number))).toBe(10_000);
    await refund(number, back);
    await shop.drain();
    const counted = shop.writer
      .prepare("select amount_cents from billboard_contributions where refunded_at is null")
      .pluck();
    expect(counted.all()).toEqual([10_000]);
    await expectSettled(number);
    expect(chargedBy(await papers(number))).toBe(10_000);
    const all = await contents(number);
    expect(all.flatMap(({ lines }) => lines).some(({ description }) => /^(Part of|Refund)/.test(description))).toBe(
      false,
    );
  });
});

describe("a VAT number that proves valid after payment", () => {
  const recheck = (number: string) =>
    jobKinds["recheck-vat"]!.run({ number } as never, shop.deps, new AbortController().signal);

  it("has only the VAT credited, once, and an admin refunds it", async () => {
    const boss = await admin();
    shop.register.answer = "unverified";
    const order = await paid(HUNGARIAN);
    expect(order).toMatchObject({ totalCents: 12_700, vat: { numberStatus: "unverified" } });
    await expect(recheck(order.number)).rejects.toThrow("not available");
    shop.register.answer = "valid";
    for (let times = 0; times < 2; times++) await recheck(order.number);
    const [invoice, note, ...others] = await contents(order.number);
    expect(others).toEqual([]);
    expect(note).toMatchObject({
      ...{ kind: "credit_note", credits: "INV-2026-000001", vatNote: expect.stringContaining("Reverse charge") },
      totals: { netCents: 0, vatCents: 2_700, totalCents: 2_700 },
      buyer: { vatNumber: "HU12345678" },
      sellerVatCents: invoice!.sellerVatCents,
    });
    expect(await find(order.number)).toMatchObject({ status: "paid", totalCents: 10_000, vatCents: 0 });
    expect(await subjects(boss)).toContain(`Order ${order.number}: refund $27.00 of VAT`);
    await expectSettled(order.number);
    await refund(order.number, 2_700);
    expect(await papers(order.number)).toHaveLength(2);
    // All the rest back: the net amount alone.
    await refund(order.number, 10_000);
    expect((await contents(order.number)).at(-1)).toMatchObject({
      totals: { netCents: 10_000, vatCents: 0, totalCents: 10_000 },
      sellerVatCents: 0,
    });
    expect(chargedBy(await papers(order.number))).toBe(0);
  });

  it("that is invalid keeps the VAT and is not checked again", async () => {
    shop.register.answer = "unverified";
    const order = await paid(HUNGARIAN);
    shop.register.answer = "invalid";
    await recheck(order.number);
    expect(await find(order.number)).toMatchObject({ totalCents: 12_700, vat: { numberStatus: "invalid" } });
    expect(await papers(order.number)).toHaveLength(1);
  });
});

describe("a buyer with other details", () => {
  it("changes them until the invoice is issued, if they leave VAT as it is", async () => {
    shop.writer.exec("delete from exchange_rates");
    const order = await paid();
    expect(await correctDetails(order, { billing: { ...BILLING, name: "Acme AG" }, note: "" }, shop.deps)).toBe(
      "changed",
    );
    await expect(
      correctDetails(order, { billing: { ...HUNGARIAN, vatNumber: null }, note: "" }, shop.deps),
    ).rejects.toThrow("change the VAT");
    shop.feed.rates = [{ day: "2026-11-20", currency: "USD", rate: "1.25" }];
    await shop.run("issue-invoices");
    expect(await contents(order.number)).toMatchObject([{ buyer: { name: "Acme AG" } }]);
  });

  it("requests a correction afterwards, which admins see and decide, and is told the decision", async () => {
    const boss = await admin();
    const order = await paid();
    const billing = { ...BILLING, name: "Acme AG" };
    for (const note of ["typo", "We are an AG."])
      expect(await correctDetails(order, { billing, note }, shop.deps)).toBe("asked");
    expect(await shop.store.invoiceRequests.waiting()).toMatchObject([
      { number: order.number, invoiceNumber: "INV-2026-000001", billing, note: "We are an AG." },
    ]);
    expect(await shop.store.overview.waiting()).toMatchObject({ corrections: 1 });
    expect(await subjects(boss)).toContain("Correction requested for invoice INV-2026-000001");
    await declineCorrection(order, "You are a GmbH in the register.", shop.deps);
    expect(await subjects(`${owner}@people.example`)).toContain("Invoice INV-2026-000001 was not corrected");
    await correctDetails(order, { billing, note: "" }, shop.deps);
    await correctInvoice(order, { billing, invoice: "INV-2026-000001" }, shop.deps);
    expect(await shop.store.overview.waiting()).toMatchObject({ corrections: 0 });
  });
});

describe("VAT in the currency of the seller", () => {
  it("uses the reference rate of the day of supply, stored in the row too", async () => {
    const order = await paid();
    const facts = {
      ...{ sellerCurrency: "EUR", exchangeRate: "0.8", exchangeRateDate: "2026-11-20", sellerVatCents: 1_520 },
    };
    expect(await contents(order.number)).toMatchObject([facts]);
    expect(
      shop.writer
        .prepare("select seller_currency, exchange_rate, exchange_rate_date, seller_vat_cents from invoices")
        .get(),
    ).toEqual({
      ...{ seller_currency: "EUR", exchange_rate: "0.8", exchange_rate_date: "2026-11-20", seller_vat_cents: 1_520 },
    });
  });

  it.each([
    ["PL", "PLN", "3.4", 6_460],
    ["SE", "SEK", "8", 15_200],
  ])("is in that of %s", async (country, currency, rate, cents) => {
    await shop.close();
    await open({ SELLER_COUNTRY: country, SELLER_VAT_NUMBER: `${country}1234567890`, VAT_MODE: "oss" });
    const own = String(Number(rate) * 1.25);
    await shop.store.change((tx) => tx.exchangeRates.add([{ day: "2026-11-20", currency, rate: own }]));
    const order = await paid();
    expect(await contents(order.number)).toMatchObject([
      { sellerCurrency: currency, exchangeRate: rate, sellerVatCents: cents },
    ]);
  });

  it("waits for an unpublished rate, and never uses another day's", async () => {
    shop.writer.exec("delete from exchange_rates");
    shop.clock.at = new Date("2026-11-24T10:00:00Z");
    shop.feed.rates = [{ day: "2026-11-23", currency: "USD", rate: "1.1" }];
    const order = await paid();
    for (let times = 0; times < 2; times++) await shop.run("issue-invoices");
    expect(await papers(order.number)).toEqual([]);
    expect((await findings()).invoices).toMatchObject({
      ok: true,
      detail: expect.stringContaining("1 invoice waiting"),
    });
    shop.clock.at = new Date("2026-11-27T10:00:00Z");
    expect((await findings()).invoices).toMatchObject({
      ok: false,
      detail: expect.stringContaining("exchange rate since"),
    });
    shop.deps.readExchangeRates = async () => Promise.reject(new Error("away"));
    await shop.run("issue-invoices");
    shop.deps.readExchangeRates = async () =>
      ["2026-11-26", "2026-11-24"].map((day) => ({ day, currency: "USD", rate: "1.6" }));
    await shop.run("issue-invoices");
    expect(await contents(order.number)).toMatchObject([
      { exchangeRateDate: "2026-11-24", exchangeRate: "0.625", issuedOn: "2026-11-27", paidOn: "2026-11-24" },
    ]);
    expect((await findings()).invoices).toMatchObject({ ok: true, detail: "none wait" });
  });

  it("is not on invoices of sellers outside the EU or without VAT", async () => {
    for (const env of [{ SELLER_COUNTRY: "US" }, { VAT_MODE: "off" }]) {
      await shop.close();
      await open(env);
      shop.writer.exec("delete from exchange_rates");
      const order = await paid();
      expect((await contents(order.number)).map(({ sellerCurrency }) => sellerCurrency)).toEqual([undefined]);
    }
  });
});

describe("a seller without a VAT number", () => {
  it("sells nothing in oss mode, and doctor says so", async () => {
    await shop.close();
    await open({ SELLER_VAT_NUMBER: "", BANK_IBAN: "DE02120300000000202051" });
    const order = await made();
    await expect(startPayment(order.token, "stripe", shop.deps)).rejects.toThrow("Payment is not available yet");
    expect(shop.till.requests).toEqual([]);
    expect((await findings()).invoices).toMatchObject({
      ok: false,
      cure: expect.stringContaining("SELLER_VAT_NUMBER"),
    });
  });

  it("has no invoice with VAT until there is one, but invoices without VAT", async () => {
    await shop.close();
    await open({ SELLER_VAT_NUMBER: "", VAT_MODE: "home" });
    const taxed = await paid();
    const untaxed = await paid({ ...BILLING, country: "US" });
    expect([await papers(taxed.number), (await papers(untaxed.number)).length]).toEqual([[], 1]);
    expect((await findings()).invoices).toMatchObject({
      ok: false,
      detail: expect.stringContaining("1 invoice with VAT"),
    });
    Object.assign(shop.deps.settings, { SELLER_VAT_NUMBER: "DE123456789" });
    await shop.run("issue-invoices");
    expect(await contents(taxed.number)).toMatchObject([
      { seller: { vatNumber: "DE123456789" }, totals: { vatCents: 1_900 } },
    ]);
  });
});

it("an invoice's days, number and exchange rate follow the site's time zone", async () => {
  await shop.close();
  await open({ SITE_TIMEZONE: "Asia/Tokyo" });
  shop.clock.at = new Date("2026-12-31T16:00:00Z");
  const order = await paid();
  expect(await papers(order.number)).toMatchObject([
    {
      number: "INV-2027-000001",
      content: { issuedOn: "2027-01-01", paidOn: "2027-01-01", exchangeRateDate: "2026-12-31" },
    },
  ]);
});

describe("the place of a buyer", () => {
  it("is shown by the billing address, the network, the card and the bank, which stay with the order", async () => {
    const order = await made(BILLING, "FR");
    await shop.take({
      ...{ orderNumber: order.number, amountCents: order.totalCents },
      payer: { kind: "card", country: "DE" },
    });
    const evidence = await shop.store.placeEvidence.ofOrder(order.id);
    expect(evidence.map(({ kind, country }) => [kind, country])).toEqual([
      ["billing_address", "DE"],
      ["card", "DE"],
      ["ip_address", "FR"],
    ]);
    expect(provenPlace(evidence, "DE")).toMatchObject({ isProven: true, contradicting: [{ country: "FR" }] });
    expect(provenPlace(evidence.slice(0, 1), "DE").isProven).toBe(false);
    expect(
      provenPlace(
        [
          { kind: "card", country: "FR" },
          { kind: "bank", country: "MC" },
        ],
        "FR",
      ).isProven,
    ).toBe(true);
    const unknown = await made(BILLING, "XX");
    expect(await shop.store.placeEvidence.ofOrder(unknown.id)).toHaveLength(1);
  });

  it("is shown by the account that a transfer came from", async () => {
    const order = await made();
    const line = {
      bookedOn: "2026-11-21",
      amountCents: 11_900,
      currency: "USD",
      payer: "Acme",
      reference: order.number,
    };
    await shop.store.change((tx) => addStatement(tx, [{ ...line, payerCountry: "DE" }], shop.clock.at));
    const [open] = await shop.store.bank.open();
    await shop.store.change((tx) => countLine(tx, open!.id, order, shop.deps));
    expect(await shop.store.placeEvidence.ofOrder(order.id)).toMatchObject([
      { kind: "bank", country: "DE" },
      { kind: "billing_address", country: "DE" },
    ]);
  });

  it("in a special territory has no VAT of the EU", async () => {
    const order = await made({ ...BILLING, address: "Calle Mayor 1\n35001 Las Palmas", country: "ES" });
    expect(order).toMatchObject({ vatCents: 0, vat: { treatment: "outside_eu", territory: "the Canary Islands" } });
    expect(await made({ ...BILLING, address: "Calle Mayor 1\n28001 Madrid", country: "ES" })).toMatchObject({
      vatCents: 2_100,
    });
  });
});
