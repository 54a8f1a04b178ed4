import { describe, expect, it } from "vitest";
import rows from "../../data/seed/vat-rates.json" with { type: "json" };
import { convert, crossRate, rateDayOf } from "../../domain/invoices/exchange-rate.ts";
import {
  NUMBER_STATUSES,
  type NumberCheck,
  OUTSIDE_EU_NOTE,
  REVERSE_CHARGE_NOTE,
  rateOn,
  readBuyer,
  readCountry,
  type Seller,
  VAT_MODES,
  VAT_TREATMENTS,
  type VatRate,
  vatMessages,
  vatOf,
} from "../../domain/invoices/vat.ts";
import { readVatNumber } from "../../domain/invoices/vat-number.ts";
import { shareOf, showMoney, spread } from "../../domain/orders/money.ts";
import { withVat } from "../../domain/orders/quote.ts";
import { inEnglish } from "../../languages/words.ts";
import { createReadExchangeRates } from "../../payments/rates/ecb.ts";
import { readRates } from "../../payments/rates/read-rates.ts";
import { freshRandom } from "../helpers/random.ts";

const RATES: VatRate[] = rows.map(({ country, rate_bp: rateBp, valid_from: validFrom }) => ({
  country,
  rateBp,
  validFrom,
}));
const DAY = "2026-11-21";
const AT = new Date(`${DAY}T12:00:00Z`);

/** Standard rates in force in November 2026 in percent, by hand, with a number of each state in the form it uses. */
const STATES: Record<string, [percent: number, vatNumber: string]> = {
  AT: [20, "ATU12345678"],
  BE: [21, "BE0123456789"],
  BG: [20, "BG123456789"],
  CY: [19, "CY12345678A"],
  CZ: [21, "CZ12345678"],
  DE: [19, "DE123456789"],
  DK: [25, "DK12345678"],
  EE: [24, "EE123456789"],
  ES: [21, "ESB12345678"],
  FI: [25.5, "FI12345678"],
  FR: [20, "FRAB123456789"],
  GR: [24, "EL123456789"],
  HR: [25, "HR12345678901"],
  HU: [27, "HU12345678"],
  IE: [23, "IE1234567WA"],
  IT: [22, "IT12345678901"],
  LT: [21, "LT123456789"],
  LU: [17, "LU12345678"],
  LV: [21, "LV12345678901"],
  MT: [18, "MT12345678"],
  NL: [21, "NL123456789B01"],
  PL: [23, "PL1234567890"],
  PT: [23, "PT123456789"],
  RO: [21, "RO1234567890"],
  SE: [25, "SE123456789001"],
  SI: [22, "SI12345678"],
  SK: [23, "SK1234567890"],
};
const OUTSIDE: Record<string, string> = {
  GB: "GB123456789",
  CH: "CHE123456789",
  NO: "NO123456789",
  XI: "XI123456789",
  US: "12-3456789",
};

const isMember = (country: string) => rateOn(RATES, country, DAY) !== undefined;
const answer = (status: NumberCheck["status"]): NumberCheck => ({
  status,
  at: status === "unverified" ? null : AT,
  reference: null,
});
const vat = (
  country: string | null,
  number: string | null,
  seller: Seller,
  status: NumberCheck["status"] = "valid",
) => {
  const buyer = readBuyer({ billingCountry: country, vatNumber: number }, seller, isMember);
  return vatOf(buyer, buyer.numberStatus === "to_check" ? answer(status) : undefined, seller, RATES, DAY);
};
const codes = (of: Parameters<typeof vatMessages>[0]) => vatMessages(of).map(({ code }) => code);
const line = (unitPriceCents: number) => ({
  product: "launch",
  listingId: 1,
  description: "",
  quantity: 1,
  unitPriceCents,
  discountCents: 0,
  couponCode: null,
  options: {},
});

const SELLERS: Record<string, Seller> = {
  "a seller in Germany": { country: "DE", mode: "oss" },
  "a seller in Estonia": { country: "EE", mode: "oss" },
  "a seller without a country": { country: null, mode: "oss" },
};

describe.each(Object.entries(SELLERS))("VAT of %s", (_name, seller) => {
  it.each(Object.entries(STATES))("to %s", (country, [percent, number]) => {
    const rateBp = percent * 100;
    const cents = Math.floor((4900 * rateBp + 5_000) / 10_000);
    const charged = { treatment: "standard", rateBp, country, note: null };
    const isHome = seller.country === country;

    const consumer = vat(country, null, seller);
    expect(consumer).toMatchObject({ ...charged, numberStatus: "none", provisional: false });
    expect(withVat([line(4900)], consumer.rateBp).totals.vatCents).toBe(cents);

    const valid = vat(country, number, seller);
    expect(valid).toMatchObject({ vatNumber: number, numberStatus: "valid", numberLooksRight: true });
    expect(valid).toMatchObject(
      isHome ? charged : { treatment: "reverse_charge", rateBp: 0, note: REVERSE_CHARGE_NOTE },
    );
    expect(withVat([line(4900)], valid.rateBp).totals.vatCents).toBe(isHome ? cents : 0);

    const invalid = vat(country, number, seller, "invalid");
    expect(invalid).toMatchObject({ ...charged, numberStatus: "invalid", provisional: false });
    expect(codes(invalid)).toContain("vat_number_invalid");
    expect(withVat([line(4900)], invalid.rateBp).totals.vatCents).toBe(cents);

    const unverified = vat(country, number, seller, "unverified");
    expect(unverified).toMatchObject({ ...charged, numberStatus: "unverified", provisional: !isHome });
    expect(codes(unverified)).toEqual(["vat_number_unverified"]);
    expect(withVat([line(4900)], unverified.rateBp).totals.vatCents).toBe(cents);
  });

  it.each(Object.entries(OUTSIDE))("to %s", (country, number) => {
    for (const given of [null, number])
      for (const status of ["valid", "invalid", "unverified"] as const) {
        const outside = vat(country, given, seller, status);
        expect(outside).toMatchObject({ treatment: "outside_eu", rateBp: 0, provisional: false, note: null });
        expect(outside.numberStatus).toBe(given === null ? "none" : "ignored");
        expect(withVat([line(4900)], outside.rateBp).totals).toEqual({ netCents: 4900, vatCents: 0, totalCents: 4900 });
        expect(codes(outside)).toEqual(given === null ? [] : ["vat_number_not_needed"]);
      }
  });
});

describe("VAT", () => {
  const seller: Seller = { country: "DE", mode: "oss" };

  it("ignores a VAT number whose country differs from the billing address, and says so", () => {
    const disagreeing = vat("FR", "DE123456789", seller);
    expect(disagreeing).toMatchObject({ treatment: "standard", rateBp: 2000, numberStatus: "ignored" });
    expect(codes(disagreeing)).toEqual(["vat_number_ignored"]);
    const abroad = vat("US", "DE123456789", seller);
    expect(abroad).toMatchObject({ treatment: "outside_eu", numberStatus: "ignored" });
    expect(codes(abroad)).toEqual(["vat_number_ignored"]);
    expect(vat("DE", "XI123456789", seller)).toMatchObject({ treatment: "standard", numberStatus: "ignored" });
  });

  it("takes a missing country from the VAT number, and otherwise requires one", () => {
    expect(vat(null, "EL123456789", seller)).toMatchObject({ treatment: "reverse_charge", country: "GR" });
    expect(vat(null, "XI123456789", seller)).toMatchObject({ treatment: "outside_eu", country: "GB" });
    const unknown = vat(null, null, seller);
    expect(unknown).toMatchObject({ treatment: "unknown", rateBp: 0, provisional: true });
    expect(codes(unknown)).toEqual(["billing_country_missing"]);
    expect(vat(null, "what is this", seller)).toMatchObject({ treatment: "unknown", numberStatus: "invalid" });
  });

  it("accepts EL and XI, and treats Monaco as France", () => {
    expect([readCountry("el"), readCountry("xi"), readCountry("de")]).toEqual(["GR", "GB", "DE"]);
    expect(vat("EL", "EL123456789", seller)).toMatchObject({ country: "GR", treatment: "reverse_charge" });
    expect(vat("GR", "GR123456789", seller)).toMatchObject({ vatNumber: "EL123456789", treatment: "reverse_charge" });
    expect(vat("MC", null, seller)).toMatchObject({ country: "MC", rateBp: 2000, treatment: "standard" });
    expect(vat("MC", "FRAB123456789", seller)).toMatchObject({ treatment: "reverse_charge" });
  });

  it("charges the seller's rate at home, and nothing if it is off", () => {
    const home: Seller = { country: "DE", mode: "home" };
    expect(vat("HU", null, home)).toMatchObject({ treatment: "standard", rateBp: 1900, country: "HU" });
    expect(vat("HU", "HU12345678", home)).toMatchObject({ treatment: "reverse_charge", rateBp: 0 });
    expect(vat("HU", null, { country: null, mode: "home" })).toMatchObject({ rateBp: 2700 });
    expect(vat("US", null, home)).toMatchObject({ treatment: "outside_eu" });
    const off: Seller = { country: "DE", mode: "off" };
    for (const country of ["DE", "HU", "US", null])
      expect(vat(country, "DE123456789", off)).toMatchObject({
        treatment: "not_charged",
        rateBp: 0,
        provisional: false,
      });
  });

  it("asks VIES only if the answer matters, and stores its proof", () => {
    const typed = { billingCountry: "FR", vatNumber: "FRAB123456789" };
    expect(readBuyer(typed, seller, isMember).numberStatus).toBe("to_check");
    expect(readBuyer(typed, { ...seller, mode: "off" }, isMember).numberStatus).toBe("ignored");
    const buyer = readBuyer(typed, seller, isMember);
    expect(vatOf(buyer, undefined, seller, RATES, DAY)).toMatchObject({
      ...{ treatment: "standard", numberStatus: "unverified", checkedAt: null, reference: null, provisional: true },
    });
    const check: NumberCheck = { status: "valid", at: AT, reference: "WAPIAAAA" };
    expect(vatOf(buyer, check, seller, RATES, DAY)).toMatchObject({
      ...{ treatment: "reverse_charge", checkedAt: AT.toISOString(), reference: "WAPIAAAA" },
    });
  });

  it("names every status and treatment, and quotes the law on invoices", () => {
    expect(NUMBER_STATUSES).toEqual(["none", "valid", "invalid", "unverified", "ignored"]);
    expect(VAT_TREATMENTS).toEqual(["standard", "reverse_charge", "outside_eu", "not_charged", "unknown"]);
    expect(VAT_MODES).toEqual(["oss", "home", "off"]);
    expect(REVERSE_CHARGE_NOTE).toContain("Article 196 of Council Directive 2006/112/EC");
    expect(OUTSIDE_EU_NOTE).toContain("Articles 44, 58 and 59 of Council Directive 2006/112/EC");
  });

  it.each([
    ["no country", vat(null, null, seller), "info", "billing country"],
    ["a register that is down", vat("FR", "FRAB123456789", seller, "unverified"), "warning", "register is unavailable"],
    ["an invalid number", vat("FR", "FRAB123456789", seller, "invalid"), "warning", "is not valid"],
    ["a number of another country", vat("FR", "DE123456789", seller), "warning", "is from DE but"],
    ["a number that is not needed", vat("US", "12-3456789", seller), "info", "not needed"],
    ["an odd number", vat("DE", "DE12", seller, "invalid"), "warning", "does not have its country's format"],
  ])("explains the effect of %s", (_name, of, type, words) => {
    const { type: said, content } = vatMessages(of).at(-1)!;
    expect([said, inEnglish(content)]).toEqual([type, expect.stringContaining(words)]);
  });

  it("uses the rate of the day", () => {
    const rates = [...RATES, { country: "DE", rateBp: 2100, validFrom: "2027-01-01" }];
    expect(rateOn(rates, "DE", "2026-12-31")).toBe(1900);
    expect(rateOn(rates, "DE", "2027-01-01")).toBe(2100);
    expect(rateOn(rates, "DE", "1999-01-01")).toBeUndefined();
  });
});

describe("special territories", () => {
  const seller: Seller = { country: "DE", mode: "oss" };
  const of = (country: string, address: string, vatNumber: string | null = null) => {
    const buyer = readBuyer({ billingCountry: country, vatNumber, address }, seller, isMember);
    return vatOf(buyer, undefined, seller, RATES, DAY);
  };

  it.each([
    ["ES", "Calle Mayor 1\n35001 Las Palmas", "the Canary Islands"],
    ["ES", "38003 Santa Cruz de Tenerife", "the Canary Islands"],
    ["ES", "Paseo 3, 51001 Ceuta", "Ceuta"],
    ["ES", "52001 Melilla", "Melilla"],
    ["DE", "Junkerstraße 4\nD-78266 Büsingen", "Büsingen am Hochrhein"],
    ["DE", "Am Falm 1, 27498 Helgoland", "Helgoland"],
    ["IT", "Via Plan 1\n23041 Livigno SO", "Livigno"],
    ["IT", "Via Plan 1\n23030 Livigno", "Livigno"],
    ["IT", "22061 Campione d'Italia", "Campione d'Italia"],
    ["IT", "22060 Campione d’Italia", "Campione d'Italia"],
    ["FI", "Storagatan 1\nAX-22100 Mariehamn", "Åland"],
    ["FR", "1 rue de Paris\n97400 Saint-Denis", "an overseas territory of France"],
    ["FR", "98713 Papeete", "an overseas territory of France"],
    ["GR", "Karyes 630 86", "Mount Athos"],
    ["GB", "1 Donegall Square\nBelfast BT1 5GS", "Northern Ireland"],
  ])("have no VAT of the EU: %s, %s", (country, address, territory) => {
    const vat = of(country, address, "DE123456789");
    expect(vat).toMatchObject({ treatment: "outside_eu", rateBp: 0, territory, numberStatus: "ignored" });
    expect(codes(vat)).toContain("outside_vat_territory");
  });

  it.each([
    ["ES", "Calle 35 4, 28001 Madrid", 2100],
    ["ES", "Apartado 35001\n28080 Madrid", 2100],
    ["DE", "78262 Gailingen", 1900],
    ["IT", "22060 Cabiate", 2200],
    ["IT", "23030 Valdidentro", 2200],
    ["FI", "00100 Helsinki", 2550],
    ["FR", "1 avenue de Monte-Carlo\n98000 Monaco", 2000],
    ["MC", "98000 Monaco", 2000],
    ["FR", "20000 Ajaccio", 2000],
    ["GR", "105 57 Athens", 2400],
    ["PT", "35001 Funchal", 2300],
  ])("do not include neighbours: %s, %s", (country, address, rateBp) =>
    expect(of(country, address)).toMatchObject({ treatment: "standard", rateBp, numberStatus: "none" }),
  );

  it("partly have their own ISO codes, and XI is not a member state for services", () => {
    for (const country of ["AX", "GP", "RE", "XI", "IM", "JE", "SM", "GL", "FO"])
      expect(of(readCountry(country), "")).toMatchObject({ treatment: "outside_eu" });
  });
});

describe("exchange rates", () => {
  const XML =
    `<?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope ` +
    `xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" ` +
    `xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><gesmes:subject>Reference ` +
    `rates</gesmes:subject><Cube><Cube time='2026-11-20'><Cube currency='USD' rate='1.1618'/><Cube ` +
    `currency='PLN' rate='4.2265'/></Cube><Cube time='2026-11-19'><Cube currency='USD' rate='1.16'/>` +
    `</Cube></Cube></gesmes:Envelope>`;
  const usd = { day: "2026-11-20", currency: "USD", rate: "1.1618" };
  const pln = { day: "2026-11-20", currency: "PLN", rate: "4.2265" };
  const before = { day: "2026-11-19", currency: "USD", rate: "1.16" };

  it.each([
    ["XML", XML, [usd, pln, before]],
    ["CSV of all days", "Date,USD,PLN,\n2026-11-20,1.1618,4.2265,\n2026-11-19,1.16,N/A,\n", [usd, pln, before]],
    ["CSV of a day", "Date, USD, PLN, \n20 November 2026, 1.1618, 4.2265, \n", [usd, pln]],
    ["another file", "Date,USD\nsoon,1.1618\n2026-11-20,-3", []],
  ])("are read from %s", (_name, text, rates) => expect(readRates(text)).toEqual(rates));

  it("are read back to the missing day, using the 90-day feed only if needed", async () => {
    const asked: string[] = [];
    const read = createReadExchangeRates({
      url: "https://ecb.example/stats/eurofxref-daily.xml",
      file: undefined,
      fetchSite: async (url) => {
        asked.push(url.split("/").at(-1)!);
        return { url, status: 200, headers: {}, body: Buffer.from(XML), truncated: false, redirects: [], requests: 1 };
      },
    });
    expect(await read("2026-11-19")).toHaveLength(3);
    expect(await read("2026-11-18")).toHaveLength(6);
    expect(asked).toEqual(["eurofxref-daily.xml", "eurofxref-daily.xml", "eurofxref-hist-90d.xml"]);
  });

  it.each([
    ["2026-11-21", "2026-11-20"],
    ["2026-11-22", "2026-11-20"],
    ["2026-11-23", "2026-11-23"],
    ["2026-12-25", "2026-12-24"],
    ["2026-12-27", "2026-12-24"],
    ["2027-01-01", "2026-12-31"],
    // Easter of 2024, 2026 and 2027, and a 1 May on a Friday.
    ["2024-04-01", "2024-03-28"],
    ["2026-04-06", "2026-04-02"],
    ["2027-03-29", "2027-03-25"],
    ["2026-05-02", "2026-04-30"],
  ])("of %s are those of %s", (day, published) => expect(rateDayOf(day)).toBe(published));

  it("are applied exactly", () => {
    expect(crossRate("1", "1.1618")).toBe("0.86073334");
    expect(crossRate("4.2265", "1.1618")).toBe("3.63788948");
    expect([crossRate("1.25", "1.25"), crossRate("250", "1")]).toEqual(["1", "250"]);
    expect([convert(1_900, "0.86073334"), convert(50, "0.01"), convert(49, "0.01")]).toEqual([1_635, 1, 0]);
    expect(convert(99_999_999_999, "380.12345678")).toBe(38_012_345_677_620);
  });
});

describe("VAT numbers", () => {
  it.each([
    ["de 123 456.789", null, "DE", "123456789", true],
    ["123456789", "DE", "DE", "123456789", true],
    ["U12345678", "AT", "AT", "U12345678", true],
    ["DE12", null, "DE", "12", false],
    ["123456789", "GR", "EL", "123456789", true],
    ["ab123456789", "FR", "FR", "AB123456789", true],
  ])("%s billed to %s", (typed, country, prefix, number, looksRight) => {
    expect(readVatNumber(typed, country)).toMatchObject({ prefix, number, looksRight });
  });

  it.each([
    ["", "DE"],
    ["hello world!", "DE"],
    ["123456789", null],
    ["123456789", "US"],
    ["GB123456789", null],
    ["DE<script>", null],
    ["DE", null],
  ])("%s billed to %s is invalid", (typed, country) => expect(readVatNumber(typed, country)).toBeUndefined());

  it("get a hint for an unusual form, without a decision", () => {
    const odd = vat("DE", "DE12", { country: null, mode: "oss" }, "unverified");
    expect(codes(odd)).toEqual(["vat_number_unverified", "vat_number_format"]);
    expect(codes(vat("DE", "DE12", { country: null, mode: "oss" }))).toEqual([]);
  });
});

describe("money", () => {
  it("rounds half up, once for the order", () => {
    expect([shareOf(50, 100), shareOf(49, 100), shareOf(150, 100)]).toEqual([1, 0, 2]);
    expect(shareOf(4900, 2550)).toBe(1250);
    // Line by line it would be 3 x 0 cents.
    expect(withVat([line(2), line(2), line(2)], 2000)).toMatchObject({
      lines: [{ vatCents: 1 }, { vatCents: 0 }, { vatCents: 0 }],
      totals: { vatCents: 1 },
    });
  });

  it("gives the rest to the largest remainders, then to the earlier lines", () => {
    expect(spread(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(spread(10, [5, 3, 2])).toEqual([5, 3, 2]);
    expect(spread(2, [1, 8, 9])).toEqual([0, 1, 1]);
    expect(spread(0, [0, 0])).toEqual([0, 0]);
  });

  it("adds up for any prices and rate", () => {
    const random = freshRandom("orders");
    for (let round = 0; round < 3_000; round++) {
      const prices = Array.from({ length: random.between(1, 20) }, () =>
        random.chance(0.3) ? random.between(1, 9) : random.between(1, 100_000_000),
      );
      const rateBp = random.between(0, 3000);
      const { lines, totals } = withVat(prices.map(line), rateBp);
      const sum = (key: "netCents" | "vatCents" | "totalCents") => lines.reduce((all, each) => all + each[key], 0);
      expect([sum("netCents"), sum("vatCents"), sum("totalCents")]).toEqual([
        totals.netCents,
        totals.vatCents,
        totals.totalCents,
      ]);
      expect(totals.totalCents).toBe(totals.netCents + totals.vatCents);
      // Exact to half a cent for the order, to less than a cent and a half for a line.
      expect(Math.abs(totals.vatCents * 10_000 - totals.netCents * rateBp)).toBeLessThanOrEqual(5_000);
      for (const each of lines) {
        expect(Number.isSafeInteger(each.totalCents) && each.vatCents >= 0).toBe(true);
        expect(Math.abs(each.vatCents - (each.netCents * rateBp) / 10_000)).toBeLessThan(1.5);
      }
    }
  });

  it("is formatted for people", () => expect(showMoney(4900, "USD")).toBe("$49.00"));
});
