import { setImmediate as nextRound } from "node:timers/promises";
import { parse } from "csv-parse/sync";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findingInEnglish } from "../../actions/health/finding.ts";
import { examineRows } from "../../actions/health/rows.ts";
import { entriesIn, listBooks, PAGE } from "../../actions/invoices/book-entries.ts";
import { type BookFormat, bookFile } from "../../actions/invoices/book-files.ts";

import { chargedBy, type Invoice, type InvoiceContent } from "../../domain/invoices/invoice.ts";
import { REVERSE_CHARGE_NOTE } from "../../domain/invoices/vat.ts";
import { ArchiveTooLarge, archiveOf } from "../../payments/invoices/archive.ts";
import { questionsOn } from "../../store/questions.ts";
import { failInserts } from "../helpers/failing-inserts.ts";
import { invoiceContent, line } from "../helpers/invoices.ts";
import { freshRandom } from "../helpers/random.ts";
import { createShop, SELLER, type Shop } from "../helpers/shop.ts";
import { unzipped } from "../helpers/unzip.ts";

const QUARTER = { from: "2026-10-01", to: "2026-12-31" };
const BUYER = invoiceContent().buyer;

let shop: Shop;
let owner: string;
let listingId: number;
beforeEach(() => open());
afterEach(() => shop.close());

async function open(env: Record<string, string> = {}) {
  shop = await createShop({ BASE_URL: "https://debut.example", ...SELLER, ...env });
  owner = await shop.make.person();
  listingId = (await shop.make.listing({ ownerId: owner, status: "live" })).id;
}
async function reopen(env: Record<string, string>) {
  await shop.close();
  await open(env);
}
async function sell(
  country: string,
  { amountCents = 10_000, vatNumber }: { amountCents?: number; vatNumber?: string } = {},
) {
  const item = { product: "billboard", listingId, amountCents } as const;
  const made = await shop.order(owner, [item], { country, ...(vatNumber && { vatNumber }) });
  await shop.take({ orderNumber: made.number, amountCents: made.totalCents });
  return (await shop.store.orders.find(made.number))!;
}
const refund = (order: { number: string; totalCents: number }, refundedCents: number) =>
  shop.take({ orderNumber: order.number, amountCents: order.totalCents, refundedCents, state: "partially_refunded" });
let issued = 0;
const issue = (given: Partial<InvoiceContent> = {}) =>
  shop.store.change((tx) =>
    tx.invoices.issue(invoiceContent(given), { cause: `cause-${++issued}`, token: `token-${issued}` }, shop.clock.at),
  );

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of list) found.push(one);
  return found;
}
const booked = () => all(entriesIn({ from: "0000-01-01", to: "9999-12-31" }, shop));
async function bytesOf(format: BookFormat, given = {}): Promise<Buffer> {
  const chunks = await all(bookFile(format).chunks({ ...QUARTER, euroRates: {}, ...given }, shop.deps));
  return Buffer.concat(chunks.map((chunk) => Buffer.from(chunk)));
}
const rowsOf = async (format: BookFormat, given = {}): Promise<Record<string, string>[]> =>
  parse(await bytesOf(format, given), { bom: true, columns: true });

describe("what is sold", () => {
  it("is booked with the invoice, and not if the change is rolled back", async () => {
    const mend = failInserts(shop.writer, "mails", "full");
    await expect(sell("FR")).rejects.toThrow("full");
    mend();
    expect(await booked()).toEqual([]);
    const order = await sell("FR");
    await refund(order, 1_200);
    expect(await booked()).toMatchObject([
      {
        number: "CRN-2026-000001",
        treatment: "oss",
        vatCountry: "FR",
        totalCents: -1_200,
        netCents: -1_000,
        providers: ["stripe"],
      },
      {
        number: "INV-2026-000001",
        treatment: "oss",
        vatCountry: "FR",
        totalCents: 12_000,
        netCents: 10_000,
        orderNumber: order.number,
      },
    ]);
  });

  it("below the threshold has the seller's VAT, even if credited after the switch to OSS", async () => {
    await reopen({ VAT_MODE: "home" });
    const order = await sell("FR");
    expect(order.vat.rateBp).toBe(1900);
    Object.assign(shop.deps.settings, { VAT_MODE: "oss" });
    await refund(order, 1_190);
    expect((await booked()).map(({ treatment, vatCountry }) => [treatment, vatCountry])).toEqual([
      ["domestic", "DE"],
      ["domestic", "DE"],
    ]);
  });

  it("never changes in the books, and is booked once per rate", async () => {
    await issue({ lines: [line(), line(), line("Old", { vatRateBasisPoints: 700, vatCents: 343, totalCents: 5243 })] });
    expect(await booked()).toMatchObject([
      { rateBp: 700, vatCents: 343 },
      { rateBp: 1900, netCents: 9800, vatCents: 1862 },
    ]);
    expect(() => shop.writer.exec("update book_entries set net_cents = 0")).toThrow("never changes");
    expect(() => shop.writer.exec("delete from book_entries")).toThrow("never deleted");
  });

  it("adds up to its documents to the cent: 60 random orders with refunds", async () => {
    const random = freshRandom("sold");
    for (let at = 0; at < 60; at++) {
      const order = await sell(random.pick(["DE", "FR", "IT", "SE", "US"]), {
        amountCents: random.between(5_000, 99_999),
      });
      if (random.chance(0.4)) await refund(order, random.between(1, order.totalCents - 1));
    }
    const numbers = shop.writer.prepare("select number from invoices").pluck().all() as string[];
    const documents = await Promise.all(numbers.map((number) => shop.store.invoices.find(number)));
    const charged = chargedBy(documents.flatMap((one) => one ?? []));
    const cents = (rows: Record<string, string>[], ...names: string[]) =>
      rows.reduce((sum, row) => sum + names.reduce((all, name) => all + Math.round(Number(row[name]) * 100), 0), 0);
    const { totals } = await listBooks(QUARTER, { page: 1, perPage: 10 }, shop.deps);
    expect(totals.reduce((sum, { totalCents }) => sum + totalCents, 0)).toBe(charged);
    expect(cents(await rowsOf("csv"), "total")).toBe(charged);
    expect(cents(await rowsOf("vat"), "net", "vat")).toBe(charged);
    const datev = parse(new TextDecoder("windows-1252").decode(await bytesOf("datev")), {
      delimiter: ";",
      from_line: 3,
    }) as string[][];
    const signed = datev.map(([sum, side]) => Number(sum!.replace(",", ".")) * 100 * (side === "S" ? 1 : -1));
    const inEuros = "select sum(seller_net_cents + seller_vat_cents) from book_entries";
    expect(Math.round(signed.reduce((sum, one) => sum + one, 0))).toBe(shop.writer.prepare(inEuros).pluck().get());
  });
});

describe("a credit of VAT alone", () => {
  it("moves the sale to the EC sales list, and a refund afterwards takes it from there", async () => {
    const at = (netCents: number, vatCents: number) =>
      line("Launch", { vatRateBasisPoints: 2000, netCents, vatCents, totalCents: netCents + vatCents });
    const consumer = { ...BUYER, country: "FR" };
    const business = { buyer: { ...consumer, vatNumber: "FR40303265045" }, vatNote: REVERSE_CHARGE_NOTE };
    const { number } = await issue({ buyer: consumer, lines: [at(10_000, 2_000)] });
    await issue({ kind: "credit_note", credits: number, buyer: consumer, lines: [at(1_000, 200)] });
    await issue({ kind: "credit_note", credits: number, ...business, lines: [at(0, 1_800)] });
    expect(await rowsOf("oss")).toMatchObject([{ net: "0.00", vat: "0.00" }]);
    expect(await rowsOf("ec-sales")).toMatchObject([{ country: "FR", vat_number: "40303265045", net: "90.00" }]);
    await issue({ kind: "credit_note", credits: number, ...business, lines: [at(9_000, 0)] });
    expect(await rowsOf("oss")).toMatchObject([{ net: "0.00", vat: "0.00" }]);
    expect(await rowsOf("ec-sales")).toMatchObject([{ net: "0.00" }]);
    const { totals } = await listBooks(QUARTER, { page: 1, perPage: 10 }, shop.deps);
    expect(totals.map(({ kind, totalCents }) => [kind, totalCents])).toEqual([
      ["credit_note", -12_000],
      ["invoice", 12_000],
    ]);
  });
});

describe("a list of the books", () => {
  beforeEach(async () => {
    await issue({ issuedOn: "2026-10-01", buyer: { ...BUYER, name: "Zoë & Co", country: "FR" } });
    await issue({ issuedOn: "2026-11-02", lines: [line("Old", { vatRateBasisPoints: 700 })] });
    await issue({
      issuedOn: "2026-12-31",
      kind: "credit_note",
      credits: "INV-2026-000001",
      lines: [line("Part", { netCents: 1, vatCents: 0, totalCents: 1 })],
    });
    await issue({ issuedOn: "2027-01-01" });
  });
  const numbers = async (given: object, page = { page: 1, perPage: 10 }) =>
    (await listBooks({ ...QUARTER, ...given }, page, shop.deps)).rows.map(({ number }) => number);

  it.each([
    ["everything of the period, newest first", {}, ["CRN-2026-000001", "INV-2026-000002", "INV-2026-000001"]],
    ["one country", { country: "FR" }, ["CRN-2026-000001", "INV-2026-000001"]],
    ["one kind", { kind: "credit_note" }, ["CRN-2026-000001"]],
    ["one VAT rate", { rateBp: 700 }, ["INV-2026-000002"]],
    ["a part of the buyer's name", { text: "zoë" }, ["INV-2026-000001"]],
    ["a part of a number", { text: "inv-2026-000002" }, ["INV-2026-000002"]],
    ["a provider that brought nothing", { provider: "paypal" }, []],
    ["another period", { from: "2027-01-01", to: "2027-12-31" }, ["INV-2027-000001"]],
  ])("has %s", async (_name, given, expected) => {
    expect(await numbers(given)).toEqual(expected);
  });

  it("is paged, with totals of all pages", async () => {
    const page = (number: number) => numbers({}, { page: number, perPage: 2 });
    expect([await page(1), await page(2), await page(3)]).toEqual([
      ["CRN-2026-000001", "INV-2026-000002"],
      ["INV-2026-000001"],
      [],
    ]);
    const list = await listBooks(QUARTER, { page: 2, perPage: 2 }, shop.deps);
    expect(list).toMatchObject({ total: 3, countries: ["DE", "FR"], rates: [700, 1900] });
    expect(list.totals).toMatchObject([
      { kind: "credit_note", documents: 1, totalCents: -1 },
      { kind: "invoice", documents: 2 },
    ]);
  });
});

describe("the books of a large site", () => {
  it("are read page by page, with other work in between", async () => {
    const pages = 6;
    shop.writer.pragma("foreign_keys = OFF");
    shop.writer.exec(`insert into book_entries
      with recursive counter(at) as (select 1 union all select at + 1 from counter where at < ${pages * PAGE})
      select 'INV-2026-' || (100000 + at), 1900, 'invoice', null, '2026-11-18', '2026-11-18', 'ORD-2026-000001', 'domestic',
        'DE', 'DE', 'DE', null, 'Acme', 'USD', 100, 19, 119, null, null, null from counter`);
    const read: number[] = [];
    const entries: typeof shop.store.books.entries = async (...wanted) => {
      const page = await shop.store.books.entries(...wanted);
      read.push(page.length);
      return page;
    };
    const store = { ...shop.store, books: { ...shop.store.books, entries } };
    let rounds = 0;
    let isDone = false;
    const others = (async () => {
      for (; !isDone; rounds++) await nextRound();
    })();
    const { totals } = await listBooks(QUARTER, { page: 1, perPage: 50 }, { store });
    isDone = true;
    await others;
    expect(totals).toMatchObject([{ documents: pages * PAGE, totalCents: pages * PAGE * 119 }]);
    expect(read).toEqual([...Array(pages).fill(PAGE), 0]);
    expect(rounds).toBeGreaterThanOrEqual(pages);
  });
});

describe("the EU threshold", () => {
  beforeEach(() => reopen({ VAT_MODE: "home" }));
  async function adminMails() {
    const { items } = await shop.store.mails.list({ page: 1, perPage: 100 });
    return items.filter(({ subject }) => subject.includes("other EU countries")).map(({ subject }) => subject);
  }
  const makeAdmin = async () => {
    const admin = await shop.make.person();
    await shop.store.change((tx) => tx.accounts.setAdmin(admin, true));
  };
  const doctor = async () => {
    const findings = await examineRows(questionsOn(shop.writer), shop.deps.settings, shop.clock.at);
    const found = findings.find(({ check }) => check === "threshold")!;
    return [found.ok, findingInEnglish(found).detail];
  };

  it("is announced once at 80 % and once at 100 % by email, and by doctor, before it is passed", async () => {
    await makeAdmin();
    await sell("DE", { amountCents: 900_000 });
    await sell("FR", { amountCents: 999_999 });
    await shop.run("watch-vat-threshold");
    expect(await adminMails()).toEqual([]);
    expect(await doctor()).toEqual([true, "€7,999.99 in 2026 of €10,000.00"]);
    await sell("IT", { amountCents: 6_250 });
    for (let times = 0; times < 2; times++) await shop.run("watch-vat-threshold");
    expect(await adminMails()).toEqual(["Sales to consumers in other EU countries reached 80% of €10,000.00"]);
    expect(await doctor()).toEqual([false, expect.stringContaining("near: consumers in other EU countries")]);
    await sell("IT", { amountCents: 250_000 });
    for (let times = 0; times < 2; times++) await shop.run("watch-vat-threshold");
    expect(await adminMails()).toEqual([
      "Sales to consumers in other EU countries passed €10,000.00",
      "Sales to consumers in other EU countries reached 80% of €10,000.00",
    ]);
    expect(await doctor()).toEqual([false, expect.stringContaining("passed")]);
    // The year after it is passed still, and nobody is told again.
    shop.clock.at = new Date("2027-01-02T12:00:00Z");
    await shop.run("watch-vat-threshold");
    expect(await doctor()).toEqual([false, expect.stringContaining("in 2026")]);
    expect(await adminMails()).toHaveLength(2);
  });

  it("does not matter with OSS, and refunds are deducted", async () => {
    await makeAdmin();
    Object.assign(shop.deps.settings, { VAT_MODE: "oss" });
    const order = await sell("FR", { amountCents: 1_237_500 });
    await shop.run("watch-vat-threshold");
    expect([await adminMails(), await doctor()]).toEqual([[], [true, expect.stringContaining("already")]]);
    await refund(order, order.totalCents / 2);
    Object.assign(shop.deps.settings, { VAT_MODE: "home" });
    await shop.run("watch-vat-threshold");
    expect(await doctor()).toEqual([true, "€4,950.00 in 2026 of €10,000.00"]);
  });
});

describe("a ZIP of PDFs", () => {
  const documents = async function* (count: number) {
    for (let at = 1; at <= count; at++) {
      const number = `INV-2026-${String(at).padStart(6, "0")}`;
      yield { number, content: invoiceContent() } as Invoice;
    }
  };

  it("can be read by another library, and needs one PDF in memory at a time", async () => {
    let drawn = 0;
    let taken = 0;
    const chunks: Uint8Array[] = [];
    const archive = archiveOf(documents(40), async ({ number }) => {
      drawn += 1;
      return Buffer.from(`%PDF ${number}`);
    });
    for await (const chunk of archive) {
      chunks.push(chunk);
      if (Buffer.from(chunk).includes("%PDF ")) taken += 1;
      // Nothing is drawn ahead of what the reader took.
      expect(drawn - taken).toBeLessThanOrEqual(1);
    }
    const files = await unzipped(Buffer.concat(chunks));
    expect([...files.keys()]).toEqual((await all(documents(40))).map(({ number }) => `${number}.pdf`));
    expect(files.get("INV-2026-000040.pdf")!.toString()).toBe("%PDF INV-2026-000040");
  });

  it("refuses what exceeds the original ZIP format", async () => {
    const huge = archiveOf(documents(2), async () => ({ length: 2 ** 32 }) as Uint8Array);
    await expect(all(huge)).rejects.toThrow(ArchiveTooLarge);
  });
});
