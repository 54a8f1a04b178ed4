import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { type BookEntry, type BookedContent, converted, entriesOf } from "../../domain/invoices/book-entry.ts";
import { summing } from "../../domain/invoices/book-sums.ts";
import { DATEV_ACCOUNTS, type DatevClient, datevHead, datevLine, inWindows1252 } from "../../domain/invoices/datev.ts";
import { chargedBy } from "../../domain/invoices/invoice.ts";
import { OUTSIDE_EU_NOTE, REVERSE_CHARGE_NOTE } from "../../domain/invoices/vat.ts";
import { ecSales, inEuros, ossReturn, readEuroRates, vatTable } from "../../domain/invoices/vat-books.ts";
import { countingYears, countsAbroad, warningAt } from "../../domain/invoices/vat-threshold.ts";
import { amount, csvLine } from "../../domain/text/csv.ts";
import { periodBefore, quarterName, quarterOf, readPeriod, yearOf } from "../../domain/time/period.ts";
import { inEnglish, isOurs } from "../../languages/words.ts";
import { invoiceContent, line } from "../helpers/invoices.ts";
import { freshRandom } from "../helpers/random.ts";

const MEMBERS = ["DE", "FR", "IT", "SE"];
const isMember = (country: string) => MEMBERS.includes(country);
const BUYER = invoiceContent().buyer;
const buyerOf = (country: string | null, vatNumber: string | null = null) => ({ ...BUYER, country, vatNumber });
const lineAt = (rateBp: number, netCents: number) => {
  const vatCents = Math.round((netCents * rateBp) / 10_000);
  return line("Billboard", {
    unitPriceCents: netCents,
    netCents,
    vatRateBasisPoints: rateBp,
    vatCents,
    totalCents: netCents + vatCents,
  });
};
const content = (given: Partial<BookedContent>): BookedContent => ({
  ...invoiceContent(),
  ...invoiceContent(given),
  ...given,
});
const entries = (given: Partial<BookedContent>, number = "INV-2026-000001", taxedIn: "seller" | "buyer" = "buyer") =>
  entriesOf(number, content(given), { taxedIn, credited: [] });
const summed = <S extends { add(entry: BookEntry): void }>(sums: S, all: readonly BookEntry[]): S => {
  for (const entry of all) sums.add(entry);
  return sums;
};

describe("the books", () => {
  it.each([
    ["DE", null, 1900, null, "domestic", "DE"],
    ["FR", null, 2000, null, "oss", "FR"],
    ["MC", null, 2000, null, "oss", "FR"],
    ["FR", "FRAB123456789", 0, REVERSE_CHARGE_NOTE, "reverse_charge", null],
    ["US", null, 0, OUTSIDE_EU_NOTE, "outside_eu", null],
    ["FR", null, 0, "Kein Ausweis von Umsatzsteuer (§ 19 UStG).", "not_charged", null],
    ["FR", null, 0, null, "not_charged", null],
  ])("of a buyer in %s, %s, at %s", (country, vatNumber, rateBp, vatNote, treatment, vatCountry) => {
    const buyer = buyerOf(country, vatNumber);
    expect(entries({ buyer, vatNote, lines: [lineAt(rateBp, 10_000)] })).toMatchObject([
      { treatment, vatCountry, country, vatNumber, netCents: 10_000, sellerCurrency: null, sellerNetCents: null },
    ]);
  });

  it("know that a seller below the threshold charges its own VAT", () => {
    const sold = { buyer: buyerOf("FR"), lines: [lineAt(1900, 10_000)] };
    expect(entries(sold, "INV-2026-000001", "seller")).toMatchObject([{ treatment: "domestic", vatCountry: "DE" }]);
  });

  it("book credit notes as negative like their invoice, in the period of payment", () => {
    const credited = entries({
      buyer: buyerOf("FR"),
      lines: [lineAt(2000, 10_000)],
      issuedOn: "2026-09-30",
      paidOn: "2026-09-29",
    });
    const note = content({
      kind: "credit_note",
      credits: "INV-2026-000001",
      buyer: buyerOf("IT"),
      lines: [lineAt(2000, 4_000)],
    });
    expect(entriesOf("CRN-2026-000001", note, { taxedIn: "seller", credited })).toMatchObject([
      {
        ...{ country: "FR", vatCountry: "FR", treatment: "oss", suppliedOn: "2026-09-29", issuedOn: "2026-11-18" },
        ...{ netCents: -4_000, vatCents: -800, totalCents: -4_800 },
      },
    ]);
  });

  it("have amounts in the seller's currency only if the document states them", () => {
    const stated = { sellerCurrency: "EUR", exchangeRate: "0.9213", sellerVatCents: 1750 };
    expect(entries({ lines: [lineAt(1900, 10_000)], ...stated })).toMatchObject([
      { sellerCurrency: "EUR", sellerNetCents: 9_213, sellerVatCents: 1750 },
    ]);
    const { exchangeRate: _, ...unrated } = stated;
    expect(entries(unrated)).toMatchObject([{ sellerCurrency: null, sellerNetCents: null }]);
    expect([converted(1, "0.5"), converted(-1, "0.5"), converted(-1, "0.4"), converted(3, "1")]).toEqual([1, -1, 0, 3]);
  });

  it("add up to the documents to the cent, in every table, whatever is sold and credited", () => {
    const random = freshRandom("books");
    for (let world = 0; world < 300; world++) {
      const documents: BookedContent[] = [];
      const all: BookEntry[] = [];
      for (let at = 0; at < 12; at++) {
        const country = random.pick(["DE", "FR", "IT", "US", "MC", null]);
        const rates = country === "US" || country === null ? [0] : random.pick([[0], [1900], [2000, 550], [1900, 0]]);
        const given: Partial<BookedContent> = {
          buyer: buyerOf(country, rates[0] === 0 && country === "FR" ? random.pick([null, "FR12345678901"]) : null),
          vatNote: random.pick([null, REVERSE_CHARGE_NOTE, OUTSIDE_EU_NOTE]),
          currency: random.pick(["USD", "EUR"]),
          lines: rates.flatMap((rate) => [
            lineAt(rate, random.between(0, 100_000)),
            lineAt(rate, random.between(0, 100_000)),
          ]),
          issuedOn: random.pick(["2026-10-01", "2026-11-18", "2026-12-31"]),
          paidOn: random.pick(["2026-09-30", "2026-10-01"]),
        };
        const invoice = content(given);
        const booked = entriesOf(`INV-${at}`, invoice, { taxedIn: random.pick(["buyer", "seller"]), credited: [] });
        documents.push(invoice);
        all.push(...booked);
        if (random.chance(0.6)) continue;
        const note = content({ ...given, kind: "credit_note", credits: `INV-${at}` });
        documents.push(note);
        all.push(...entriesOf(`CRN-${at}`, note, { taxedIn: "buyer", credited: booked }));
      }
      for (const currency of ["USD", "EUR"]) {
        const of = documents.filter((document) => document.currency === currency);
        const charged = chargedBy(of.map((one) => ({ content: one })));
        const mine = all.filter((entry) => entry.currency === currency);
        const totals = summed(
          summing(({ kind }) => ({ kind })),
          mine,
        ).sums();
        expect(totals.reduce((sum, one) => sum + one.totalCents, 0)).toBe(charged);
        expect(totals.reduce((sum, one) => sum + one.documents, 0)).toBe(of.length);
        const table = summed(vatTable(), mine).sums();
        expect(table.reduce((sum, one) => sum + one.netCents + one.vatCents, 0)).toBe(charged);
        const oss = summed(ossReturn(quarterOf("2026-11-18")), mine);
        const taxedAbroad = mine
          .filter(({ treatment }) => treatment === "oss")
          .reduce((sum, one) => sum + one.vatCents, 0);
        expect([...oss.supplies(), ...oss.corrections()].reduce((sum, one) => sum + one.vatCents, 0)).toBe(taxedAbroad);
      }
    }
  });
});

describe("returns", () => {
  const sold = [
    ...entries({ buyer: buyerOf("FR"), lines: [lineAt(2000, 10_000)], paidOn: "2026-10-02" }, "INV-1"),
    ...entries({ buyer: buyerOf("FR"), lines: [lineAt(2000, 5_000)], paidOn: "2026-09-30" }, "INV-2"),
    ...entries({ buyer: buyerOf("DE"), lines: [lineAt(1900, 7_000)] }, "INV-3"),
    ...entries(
      { buyer: buyerOf("FR", "FR40303265045"), vatNote: REVERSE_CHARGE_NOTE, lines: [lineAt(0, 3_000)] },
      "INV-4",
    ),
  ];

  it("of the One Stop Shop have supplies of the quarter, and corrections of earlier ones", () => {
    const oss = summed(ossReturn(quarterOf("2026-12-24")), sold);
    expect(oss.supplies()).toMatchObject([{ vatCountry: "FR", rateBp: 2000, documents: 1, vatCents: 2_000 }]);
    expect(oss.corrections()).toMatchObject([{ quarter: "2026-Q3", vatCountry: "FR", vatCents: 1_000 }]);
  });

  it("list services with reverse charge by VAT number", () => {
    expect(summed(ecSales(), sold).sums()).toMatchObject([
      { vatNumber: "FR40303265045", period: "2026-Q4", documents: 1, netCents: 3_000 },
    ]);
  });

  it("convert only with the entered rates", () => {
    const rates = readEuroRates("USD=0.9213, SEK=0.089");
    expect(rates).toEqual({ USD: "0.9213", SEK: "0.089" });
    expect(readEuroRates("")).toEqual({});
    for (const wrong of ["USD", "usd=1", "USD=0", "USD=1,5=2", "USD=-1"]) {
      const fault = readEuroRates(wrong);
      expect(isOurs(fault) && inEnglish(fault)).toContain("is not a rate");
    }
    if (isOurs(rates)) throw new Error(inEnglish(rates));
    expect([inEuros(100, "USD", rates), inEuros(100, "EUR", {}), inEuros(100, "GBP", rates)]).toEqual([92, 100, null]);
    expect(inEuros(100, "constructor", rates)).toBeNull();
  });
});

describe("the EU threshold", () => {
  it.each([
    ["FR", null, 2000, null, true],
    ["FR", null, 1900, null, true],
    ["MC", null, 2000, null, true],
    ["FR", null, 0, "Kein Ausweis von Umsatzsteuer (§ 19 UStG).", true],
    ["DE", null, 1900, null, false],
    ["US", null, 0, OUTSIDE_EU_NOTE, false],
    ["FR", null, 0, OUTSIDE_EU_NOTE, false],
    ["FR", "FR40303265045", 0, REVERSE_CHARGE_NOTE, false],
    [null, null, 0, null, false],
  ])("counts consumers of other member states: %s, %s, at %s, %s", (country, vatNumber, rateBp, vatNote, counts) => {
    const [entry] = entries({ buyer: buyerOf(country, vatNumber), vatNote, lines: [lineAt(rateBp, 100)] });
    expect(countsAbroad(entry!, isMember)).toBe(counts);
  });

  it("applies only to sellers in a member state", () => {
    const seller = { ...invoiceContent().seller, country: "US" };
    const [entry] = entries({ seller, buyer: buyerOf("FR"), lines: [lineAt(2000, 100)] });
    expect(countsAbroad(entry!, isMember)).toBe(false);
  });

  it("counts euros, stated euros and dollars as euros per year of sale, and reports what it cannot count", () => {
    const abroad = (given: Partial<BookedContent>) =>
      entries({ buyer: buyerOf("FR"), lines: [lineAt(2000, 10_000)], ...given });
    const stated = { sellerCurrency: "EUR", exchangeRate: "0.9", sellerVatCents: 1_800 };
    const years = summed(countingYears(isMember), [
      ...abroad({ currency: "EUR" }),
      ...abroad({ ...stated }),
      ...abroad({}),
      ...abroad({ currency: "SEK" }),
      ...abroad({ currency: "EUR", paidOn: "2025-12-31" }),
    ]);
    expect(years.of("2026")).toEqual({ year: "2026", netCents: 29_000, assumedCents: 10_000, unknown: 1 });
    expect(years.of("2025")).toMatchObject({ netCents: 10_000 });
    expect([799_999, 800_000, 999_999, 1_000_000].map(warningAt)).toEqual([0, 80, 80, 100]);
  });
});

describe("periods", () => {
  it("are quarters, years, or two days that exist", () => {
    expect(quarterOf("2026-11-18")).toEqual({ from: "2026-10-01", to: "2026-12-31" });
    expect(periodBefore(quarterOf("2026-01-01"), quarterOf)).toEqual({ from: "2025-10-01", to: "2025-12-31" });
    expect(periodBefore(yearOf("2026-05-05"), yearOf)).toEqual({ from: "2025-01-01", to: "2025-12-31" });
    expect(quarterName("2026-03-31")).toBe("2026-Q1");
    expect(readPeriod("2026-02-28", "2026-02-29")).toBeUndefined();
    expect(readPeriod("2026-03-01", "2026-02-01")).toBeUndefined();
    expect(readPeriod("2024-02-29", "2024-02-29")).toEqual({ from: "2024-02-29", to: "2024-02-29" });
  });
});

describe("a CSV cell", () => {
  it.each([
    "=1+1",
    "+49 30",
    "-2+3",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "＝1",
    '=HYPERLINK("http://evil.example","x")',
  ])("is text for a spreadsheet: %s", (text) => {
    const [[cell]] = parse(csvLine([text, "end"])) as [[string]];
    expect(cell).toBe(`'${text}`);
  });

  it("stays a number, keeps quotes, commas and lines, and is empty for what is unknown", () => {
    const cells = [amount(-123), amount(5), amount(-5), amount(0), null, 'a "b", c', "two\nlines", "a\0b", "김치"];
    expect(parse(csvLine(cells))).toEqual([
      ["-1.23", "0.05", "-0.05", "0.00", "", 'a "b", c', "two\nlines", "ab", "김치"],
    ]);
  });
});

describe("a DATEV file", () => {
  const client: DatevClient = { consultant: 29098, client: 55003, chart: "SKR04", accounts: DATEV_ACCOUNTS.SKR04 };
  const at = "20261231235959123";
  /** As DATEV reads it: semicolons, quotes doubled, Windows-1252. */
  const read = (text: string) =>
    parse(new TextDecoder("windows-1252").decode(inWindows1252(text)), { delimiter: ";", relax_column_count: true });

  it("begins as the format description says", () => {
    const [head, columns] = read(datevHead({ from: "2026-10-01", to: "2026-12-31" }, client, { at, currency: "EUR" }));
    expect(head).toEqual([
      ...["EXTF", "700", "21", "Buchungsstapel", "13", at, "", "RE", "", "", "29098", "55003", "20260101", "4"],
      ...["20261001", "20261231", "Debut 2026-10-01 - 2026-12-31", "", "1", "0", "0", "EUR", "", "", "", ""],
      ...["04", "", "", "", ""],
    ]);
    expect(columns).toHaveLength(125);
    // Places that the format description counts from one.
    const places = {
      1: "Umsatz (ohne Soll/Haben-Kz)",
      7: "Konto",
      10: "Belegdatum",
      14: "Buchungstext",
      20: "Beleglink",
    };
    const later = { 37: "KOST1 - Kostenstelle", 40: "EU-Land u. UStID (Bestimmung)", 47: "BU 49 Funktionsergänzung" };
    const last = {
      88: "Stück",
      95: "Auftragsnummer",
      114: "Festschreibung",
      115: "Leistungsdatum",
      118: "Generalumkehr (GU)",
    };
    for (const [place, name] of Object.entries({ ...places, ...later, ...last, 125: "Abw. Skontokonto" }))
      expect(columns![Number(place) - 1]).toBe(name);
  });

  it("books credit notes on the other side, other states' VAT, and stated euros", () => {
    const stated = { sellerCurrency: "EUR", exchangeRate: "0.9", sellerVatCents: 1_800 };
    const buyer = { ...buyerOf("FR"), name: '=Café "Łódź"; 김치\n€' };
    const [sale] = entries({ buyer, lines: [lineAt(2000, 10_000)], ...stated });
    const [[...booked]] = read(datevLine(sale!, client)) as [string[]];
    expect(booked).toHaveLength(125);
    expect(booked.slice(0, 14)).toEqual([
      ...["108,00", "S", "EUR", "", "", "", "10000", "4331", "", "1811", "INV-2026-000001", "", ""],
      'INV-2026-000001 =Café "?ódz"; ?? €',
    ]);
    expect([booked[39], booked[40], booked[47], booked[48]]).toEqual(["FR", "20,00", "Rechnungsbetrag", "120,00 USD"]);
    expect([booked[94], booked[113], booked[114]]).toEqual(["ORD-2026-000123", "0", "18112026"]);

    const note = content({ kind: "credit_note", credits: "INV-2026-000001", lines: [lineAt(1900, 10_000)] });
    const [credit] = entriesOf("CRN-2026-000001", note, { taxedIn: "buyer", credited: [] });
    expect((read(datevLine(credit!, client)) as [string[]])[0].slice(0, 8)).toEqual([
      ...["119,00", "H", "USD", "", "", "", "10000", "4400"],
    ]);
  });
});
