import type { Period } from "../time/period.ts";
import type { BookEntry, BookTreatment } from "./book-entry.ts";
import columns from "./datev-columns.json" with { type: "json" };

export const DATEV_CHARTS = ["SKR03", "SKR04"] as const;
export type DatevChart = (typeof DATEV_CHARTS)[number];
export type DatevAccount = BookTreatment | "debtor";

/** Income accounts by VAT treatment, and one collective account for all buyers. */
export const DATEV_ACCOUNTS: Record<DatevChart, Record<DatevAccount, string>> = {
  SKR03: {
    domestic: "8400",
    oss: "8331",
    reverse_charge: "8336",
    outside_eu: "8338",
    not_charged: "8195",
    debtor: "10000",
  },
  SKR04: {
    domestic: "4400",
    oss: "4331",
    reverse_charge: "4336",
    outside_eu: "4338",
    not_charged: "4185",
    debtor: "10000",
  },
};

export type DatevClient = {
  consultant: number;
  client: number;
  chart: DatevChart;
  accounts: Record<DatevAccount, string>;
};

const compact = (day: string): string => day.replaceAll("-", "");
const dayMonth = (day: string): string => day.slice(8, 10) + day.slice(5, 7);
const dayMonthYear = (day: string): string => dayMonth(day) + day.slice(0, 4);
const money = (cents: number): string => (Math.abs(cents) / 100).toFixed(2).replace(".", ",");
/** Quoted text without control characters, cut to `length`. */
const text = (value: string, length: number): string =>
  `"${value
    .replace(/\p{Cc}/gu, " ")
    .slice(0, length)
    .replaceAll('"', '""')}"`;

/** The two header lines. `at` is the creation time as YYYYMMDDHHMMSSmmm. */
export function datevHead(
  { from, to }: Period,
  { consultant, client, chart }: DatevClient,
  { at, currency }: { at: string; currency: string },
): string {
  const name = text(`Debut ${from} - ${to}`, 30);
  const head = [
    ...['"EXTF"', "700", "21", '"Buchungsstapel"', "13", at, "", '"RE"', '""', '""'],
    ...[String(consultant), String(client), `${from.slice(0, 4)}0101`, "4", compact(from), compact(to), name],
    ...['""', "1", "0", "0", text(currency, 3), "", '""', "", "", text(chart.slice(3), 4), "", "", '""', '""'],
  ];
  return `${head.join(";")}\r\n${columns.join(";")}\r\n`;
}

/**
 * One booking: buyers' account against income, in euros if the document states them. Amounts have
 * no sign, so a negative one swaps the two sides.
 */
export function datevLine(entry: BookEntry, { accounts }: DatevClient): string {
  const { number, buyer, treatment, vatCountry, vatNumber, rateBp, totalCents, currency } = entry;
  const { sellerCurrency, sellerNetCents, sellerVatCents, issuedOn, suppliedOn, orderNumber } = entry;
  const stated = sellerNetCents === null || sellerVatCents === null ? null : sellerNetCents + sellerVatCents;
  const cents = stated ?? totalCents;
  const destination = treatment === "oss" ? vatCountry : treatment === "reverse_charge" ? vatNumber : null;
  const values: Record<string, string> = {
    "Umsatz (ohne Soll/Haben-Kz)": money(cents),
    "Soll/Haben-Kennzeichen": totalCents < 0 ? '"H"' : '"S"',
    "WKZ Umsatz": text((stated === null ? null : sellerCurrency) ?? currency, 3),
    Konto: accounts.debtor,
    "Gegenkonto (ohne BU-Schlüssel)": accounts[treatment],
    Belegdatum: dayMonth(issuedOn),
    "Belegfeld 1": text(number, 36),
    Buchungstext: text(`${number} ${buyer}`, 60),
    ...(destination !== null && { "EU-Land u. UStID (Bestimmung)": text(destination, 15) }),
    ...(treatment === "oss" && { "EU-Steuersatz (Bestimmung)": (rateBp / 100).toFixed(2).replace(".", ",") }),
    ...(stated !== null &&
      sellerCurrency !== currency && {
        "Zusatzinformation - Art 1": '"Rechnungsbetrag"',
        "Zusatzinformation- Inhalt 1": text(`${money(totalCents)} ${currency}`, 210),
      }),
    Auftragsnummer: text(orderNumber, 30),
    Festschreibung: "0",
    Leistungsdatum: dayMonthYear(suppliedOn),
  };
  return `${columns.map((column) => values[column] ?? "").join(";")}\r\n`;
}

/** Characters of Windows-1252 that are not in Latin-1. */
const EXTRA = new Map(
  [...new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 32 }, (_, index) => 128 + index))].map(
    (letter, index) => [letter, 128 + index] as const,
  ),
);

/** Encodes as Windows-1252, as DATEV requires. Other letters lose their accent or become "?". */
export function inWindows1252(line: string): Uint8Array {
  const bytes: number[] = [];
  for (const letter of line.normalize("NFC"))
    bytes.push(byteOf(letter) ?? byteOf(letter.normalize("NFD").charAt(0)) ?? 63);
  return Uint8Array.from(bytes);
}

function byteOf(letter: string): number | undefined {
  const code = letter.codePointAt(0) ?? 0;
  return code < 128 || (code >= 160 && code < 256) ? code : EXTRA.get(letter);
}
