import { describe, expect, it } from "vitest";
import type { Random } from "../../data/demo/random.ts";
import type { InvoiceContent, InvoiceLine } from "../../domain/invoices/invoice.ts";
import { OUTSIDE_EU_NOTE, REVERSE_CHARGE_NOTE } from "../../domain/invoices/vat.ts";
import { shareOf } from "../../domain/orders/money.ts";
import { postalAddress } from "../../payments/invoices/electronic/address.ts";
import { ciiXml } from "../../payments/invoices/electronic/cii.ts";
import { electronicInvoice } from "../../payments/invoices/electronic/model.ts";
import { ublXml } from "../../payments/invoices/electronic/ubl.ts";
import { hasOfficialRules, officialFaults, type ReadBack, readBack, validateFacturX } from "../helpers/electronic.ts";
import { ruleFaults, xrechnungFaults } from "../helpers/en16931-rules.ts";
import { invoiceContent, line } from "../helpers/invoices.ts";
import { freshRandom } from "../helpers/random.ts";

const NUMBER = "INV-2026-000007";
const { seller: bare, buyer } = invoiceContent();
const seller = { ...bare, phone: "+49 30 901820" };
const hungarian = { ...buyer, country: "HU", addressLines: ["Fő utca 1", "1011 Budapest"], vatNumber: "HU12345678" };
const american = { ...buyer, country: "US", addressLines: ["1 Main Street", "Springfield, IL 62704"] };
const iban = "DE89370400440532013000";
const paidBy = { iban, bic: "COBADEFFXXX", holder: "Debut GmbH" };
const untaxed = (given: Partial<InvoiceLine> = {}) =>
  line("Launch", { vatRateBasisPoints: 0, vatCents: 0, totalCents: 4900, ...given });

type Given = Partial<InvoiceContent> & { sellerCurrency?: string; sellerVatCents?: number; corrects?: string };

function written(given: Given = {}) {
  const electronic = electronicInvoice({ number: NUMBER, content: invoiceContent({ seller, ...given }) })!;
  const [ubl, cii] = [ublXml(electronic), ciiXml(electronic)];
  return { ubl, cii, isXRechnung: electronic.isXRechnung };
}

/** What both syntaxes say alike, once they have passed every check there is. */
function checked(given: Given = {}): ReadBack {
  const { ubl, cii, isXRechnung } = written(given);
  const [fromUbl, fromCii] = [readBack(ubl), readBack(cii)];
  expect(fromCii).toEqual(fromUbl);
  expect(ruleFaults(fromUbl)).toEqual([]);
  expect(ubl.includes("xrechnung_3.0")).toBe(isXRechnung);
  if (isXRechnung) expect(xrechnungFaults(fromUbl)).toEqual([]);
  validateFacturX(cii);
  return fromUbl;
}

const CASES: [name: string, given: Given, group: Record<string, string>, terms: Record<string, string>][] = [
  [
    "the standard rate",
    {},
    { BT118: "S", BT119: "19", BT116: "49.00", BT117: "9.31" },
    { BT31: "DE123456789", BT3: "380" },
  ],
  [
    "the rate of the buyer's country, with VAT in the seller's currency",
    {
      buyer: { ...hungarian, vatNumber: null },
      lines: [line("Launch", { vatRateBasisPoints: 2700, vatCents: 1323, totalCents: 6223 })],
      sellerCurrency: "EUR",
      sellerVatCents: 1222,
    },
    { BT118: "S", BT119: "27", BT117: "13.23" },
    { BT5: "USD", BT6: "EUR", BT110: "13.23", BT111: "12.22" },
  ],
  [
    "reverse charge",
    { buyer: hungarian, lines: [untaxed()], vatNote: REVERSE_CHARGE_NOTE, vatTreatment: "reverse_charge" },
    { BT118: "AE", BT119: "0", BT120: REVERSE_CHARGE_NOTE, BT121: "VATEX-EU-AE" },
    { BT48: "HU12345678" },
  ],
  [
    "reverse charge on an older document, which stores no treatment",
    {
      buyer: { ...hungarian, country: "GR", vatNumber: "EL123456789" },
      lines: [untaxed()],
      vatNote: REVERSE_CHARGE_NOTE,
    },
    { BT118: "AE" },
    { BT48: "EL123456789" },
  ],
  [
    "a buyer outside the EU, without VAT numbers, as the norm wants it",
    { buyer: american, lines: [untaxed()], vatNote: OUTSIDE_EU_NOTE, vatTreatment: "outside_eu" },
    { BT118: "O", BT120: OUTSIDE_EU_NOTE, BT121: "VATEX-EU-O" },
    { BT29: "DE123456789", BT52: "Springfield", BT53: "IL 62704" },
  ],
  [
    "a small business with a VAT number",
    { lines: [untaxed()], vatNote: "No VAT: small business (§ 19 UStG).", vatTreatment: "not_charged" },
    { BT118: "E", BT120: "No VAT: small business (§ 19 UStG)." },
    { BT31: "DE123456789" },
  ],
  [
    "a small business with a tax number",
    {
      seller: { ...seller, vatNumber: "12/345/67890" },
      lines: [untaxed()],
      vatNote: "No VAT.",
      vatTreatment: "not_charged",
    },
    { BT118: "E" },
    { BT32: "12/345/67890", BT29: "12/345/67890" },
  ],
  [
    "a small business with no number",
    { seller: { ...seller, vatNumber: null }, lines: [untaxed()], vatNote: "No VAT.", vatTreatment: "not_charged" },
    { BT118: "O", BT120: "No VAT." },
    { BT29: "billing@debut.example" },
  ],
  ["a rate of zero", { lines: [untaxed()], vatTreatment: "standard" }, { BT118: "Z", BT119: "0" }, {}],
  [
    "an order that was given",
    { lines: [line("Launch", { unitPriceCents: 0, netCents: 0, vatCents: 0, totalCents: 0 })] },
    { BT118: "S", BT116: "0.00" },
    { BT112: "0.00" },
  ],
  [
    "a credit note",
    { kind: "credit_note", credits: "INV-2026-000001" },
    { BT118: "S", BT117: "9.31" },
    { BT3: "381", BT25: "INV-2026-000001", BT112: "58.31", BT115: "0.00" },
  ],
  ["an invoice that replaces another", { corrects: "INV-2026-000001" }, {}, { BT3: "380", BT25: "INV-2026-000001" }],
  ["a transfer in euros", { currency: "EUR", paidBy }, {}, { BT81: "58", BT84: iban, BT86: "COBADEFFXXX" }],
  ["a transfer in dollars", { paidBy }, {}, { BT81: "30", BT84: iban }],
  ["a payment at a provider", { paidBy: { iban: null, bic: null, holder: null } }, {}, { BT81: "68" }],
  ["a Leitweg-ID", { buyerReference: "04011000-12345-34" }, {}, { BT10: "04011000-12345-34", BT14: "ORD-2026-000123" }],
  ["an invoice that is not paid", { paidOn: null }, {}, { BT113: "0.00", BT115: "58.31", BT20: "Payable on receipt" }],
];

describe("an electronic invoice", () => {
  it.each(CASES)("covers %s", (_, given, group, terms) => {
    const read = checked(given);
    expect(read.groups).toMatchObject([group]);
    expect(read.terms).toMatchObject(terms);
  });

  it("states a discount with the original price", () => {
    const lines = [line("Launch", { netCents: 3900, vatCents: 741, totalCents: 4641 })];
    expect(checked({ lines }).lines).toMatchObject([{ BT146: "49.00", BT136: "10.00", BG28: "false", BT131: "39.00" }]);
  });

  it("credits VAT alone by crediting the sale with VAT and charging it without", () => {
    const lines = [line("VAT of a launch", { unitPriceCents: 0, netCents: 0, vatCents: 931, totalCents: 931 })];
    const given = { buyer: hungarian, vatNote: REVERSE_CHARGE_NOTE, vatTreatment: "reverse_charge" } as const;
    const { terms, groups } = checked({ ...given, kind: "credit_note", credits: "INV-2026-000001", lines });
    expect(groups).toMatchObject([
      { BT118: "S", BT116: "49.00", BT117: "9.31" },
      { BT118: "AE", BT116: "-49.00", BT117: "0.00" },
    ]);
    expect(terms).toMatchObject({ BT109: "0.00", BT110: "9.31", BT112: "9.31" });
    const net = [line("Refund", { vatCents: 0, totalCents: 4900 })];
    const rest = checked({ ...given, kind: "credit_note", credits: "INV-2026-000001", lines: net });
    expect(rest.groups).toMatchObject([{ BT118: "AE", BT119: "0", BT116: "49.00", BT117: "0.00" }]);
  });

  it("is an XRechnung only with all that one needs, and otherwise a plain one", () => {
    expect(written().isXRechnung).toBe(true);
    const withoutTown = { ...buyer, addressLines: ["Somewhere"] };
    for (const given of [{ seller: bare }, { seller: { ...seller, email: null } }, { buyer: withoutTown }]) {
      expect(written(given).isXRechnung).toBe(false);
      checked(given);
    }
  });

  it.each<[string, Given]>([
    ["the buyer's country", { buyer: { ...buyer, country: null } }],
    ["the seller's tax number, with VAT", { seller: { ...seller, vatNumber: null } }],
    [
      "the buyer's VAT number, with reverse charge",
      { lines: [untaxed()], vatNote: REVERSE_CHARGE_NOTE, vatTreatment: "reverse_charge" },
    ],
  ])("is not available without %s", (_, given) => {
    expect(electronicInvoice({ number: NUMBER, content: invoiceContent({ seller, ...given }) })).toBeUndefined();
  });

  it("preserves hostile and foreign names, except what XML forbids", () => {
    const name = `<a b="c">&amp;]]>'株式会社 שלום 😀`;
    const { terms, lines } = checked({
      buyer: { ...buyer, name: `${name}\u0000\uD800\u001B`, addressLines: [name, "2", "3", "4", "80331 München"] },
      buyerReference: `${name}\u0001\uFFFF\uDC00`,
      lines: [line(`${name}\n${name}`)],
    });
    expect(terms).toMatchObject({ BT10: name, BT44: name, BT50: name, BT52: "München" });
    expect(lines).toMatchObject([{ BT153: `${name} ${name}` }]);
  });
});

/** A basket as orders make them: whole cents, VAT by line, any number of things at any price. */
function basket(random: Random): Given {
  const kind = random.pick(["invoice", "credit_note"] as const);
  const [given, rate] = random.pick<[Given, number]>([
    [{}, 1900],
    [
      { buyer: { ...hungarian, vatNumber: null }, sellerCurrency: "EUR", sellerVatCents: random.between(1, 99_999) },
      2700,
    ],
    [{ buyer: { ...buyer, country: "FI" }, paidBy, currency: "EUR" }, 2550],
    [{ buyer: hungarian, vatNote: REVERSE_CHARGE_NOTE, vatTreatment: "reverse_charge" }, 0],
    [{ buyer: american, vatNote: OUTSIDE_EU_NOTE, vatTreatment: "outside_eu" }, 0],
    [{ vatNote: "Small business.", vatTreatment: "not_charged" }, 0],
  ]);
  const lines = Array.from({ length: random.between(1, 20) }, (_, index): InvoiceLine => {
    const quantity = random.between(1, 9);
    const unitPriceCents = random.pick([0, 1, random.between(2, 999), random.between(1000, 10_000_000)]);
    const gross = quantity * unitPriceCents;
    const netCents = random.chance(0.3) ? random.between(0, gross) : gross;
    const vatCents = shareOf(netCents, rate);
    const totalCents = netCents + vatCents;
    return {
      description: `Thing ${index}`,
      quantity,
      unitPriceCents,
      netCents,
      vatRateBasisPoints: rate,
      vatCents,
      totalCents,
    };
  });
  return { ...given, lines, kind, credits: kind === "invoice" ? null : "INV-2026-000001" };
}

const decimal = (cents: number): string => (cents / 100).toFixed(2);

describe("random baskets", () => {
  it("are valid in both syntaxes, with the invoice's totals to the cent", () => {
    const random = freshRandom("electronic baskets");
    for (let round = 0; round < 30; round++) {
      const given = basket(random);
      const { totals, lines } = invoiceContent(given);
      const read = checked(given);
      expect(read.terms).toMatchObject({
        BT109: decimal(totals.netCents),
        BT110: decimal(totals.vatCents),
        BT112: decimal(totals.totalCents),
      });
      expect(read.lines.map(({ BT131, BT146 }) => [BT131, BT146])).toEqual(
        lines.map(({ netCents, unitPriceCents }) => [decimal(netCents), decimal(unitPriceCents)]),
      );
    }
  });
});

// EN16931_RULES names a folder with the rules of CEN and KoSIT, compiled for SaxonJS.
describe.skipIf(!hasOfficialRules)("the official rules", () => {
  const faults = (given: Given): string[] => {
    const { ubl, cii, isXRechnung } = written(given);
    return [
      ...officialFaults("EN16931-UBL-validation", ubl),
      ...officialFaults("EN16931-CII-validation", cii),
      ...(isXRechnung ? officialFaults("XRechnung-UBL-validation", ubl) : []),
    ];
  };

  it.each(CASES)("pass %s", (_, given) => expect(faults(given)).toEqual([]));

  it("pass random baskets", () => {
    const random = freshRandom("official baskets");
    for (let round = 0; round < 20; round++) expect(faults(basket(random))).toEqual([]);
  });

  it("refuse an invoice that does not add up", () => {
    const { cii } = written();
    const wrong = cii.replace("<ram:GrandTotalAmount>58.31", "<ram:GrandTotalAmount>58.32");
    expect(officialFaults("EN16931-CII-validation", wrong).join()).toContain("BR-CO-15");
  });
});

describe("the town of an address", () => {
  it.each([
    [["Torstraße 1", "10119 Berlin"], "Berlin", "10119"],
    [["Torstraße 1, 10119 Berlin"], "Berlin", "10119"],
    [["Acme", "D-80331 München", "Germany"], "München", "80331"],
    [["Damrak 1", "1012 AB Amsterdam"], "Amsterdam", "1012 AB"],
    [["Sveavägen 1", "114 55 Stockholm"], "Stockholm", "114 55"],
    [["ul. Długa 1", "00-950 Warszawa"], "Warszawa", "00-950"],
    [["10 Downing Street", "London SW1A 2AA"], "London", "SW1A 2AA"],
    [["1 High Street", "Dublin D02 X285"], "Dublin", "D02 X285"],
    [["1 Main Street", "Springfield, IL 62704"], "Springfield", "IL 62704"],
    [["12345 Main Street", "Somewhere"], null, null],
    [["No town at all"], null, null],
    [[], null, null],
  ])("of %j is %s", (lines, city, postCode) => {
    expect(postalAddress(lines)).toMatchObject({ city, postCode });
  });
});
