import { parse } from "csv-parse/sync";
import {
  readAmount,
  readDay,
  STATEMENT_FAULTS,
  type Statement,
  type StatementLine,
  UnreadableStatement,
} from "#domain/orders/bank-statement.ts";
import { byName, keysOf } from "#domain/text/keys.ts";

type Column = "date" | "amount" | "credit" | "currency" | "payer" | "reference" | "state";

/** Column names of bank exports by preference, in English, German, French, Spanish, Italian and Dutch. */
const NAMES: Record<Column, RegExp[]> = {
  date: [
    /^(booking|posting|transaction|completed|posted) ?date/,
    /^(buchungstag|buchungsdatum|buchung|date de comptabilisation|date op|fecha|data contabile|boekdatum)/,
    /^(date|datum|valuta|wert|value date|data)/,
  ],
  credit: [/^(credit|paid in|money in|haben|gutschrift|crédit|credito|abono|ingreso|bij$|accrediti|deposit)/],
  amount: [/^(amount|betrag|umsatz(?!typ|art)|montant|importe|importo|bedrag|value$)/],
  currency: [/^(currency|währung|waehrung|devise|moneda|divisa|valuta$|munt|ccy)/],
  payer: [
    /zahlungspflichtig|auftraggeber|beguenstigter|begünstigter/,
    /^(payer|counter ?part|partner ?name|sender|merchant|name|beneficiary|empfänger|tegenpartij|ordonnateur|other party)/,
  ],
  reference: [
    /verwendungszweck|payment reference|remittance/,
    /^(reference|memo|details|description|narrative|libell|concepto|causale|omschrijving|mededeling|buchungstext|note|text)/,
  ],
  state: [/^(state|status)$/],
};

const BOOKED = /^(completed|booked|gebucht|posted|sent|settled|cleared|)$/i;
const DELIMITERS = [";", "\t", ","];
const SEARCHED_ROWS = 30;

type Layout = { header: string[]; at: Record<Column, number> };

function layoutOf(row: readonly string[]): Layout | undefined {
  const header = row.map((cell) => cell.trim().toLowerCase().replace(/[_*]+/g, " "));
  const taken = new Set<number>();
  const find = (column: Column): number => {
    for (const name of NAMES[column]) {
      const at = header.findIndex((cell, index) => !taken.has(index) && name.test(cell));
      if (at >= 0) {
        taken.add(at);
        return at;
      }
    }
    return -1;
  };
  const layout = { header, at: byName(keysOf(NAMES), find) };
  return layout.at.date >= 0 && (layout.at.amount >= 0 || layout.at.credit >= 0) ? layout : undefined;
}

function tableOf(text: string): { layout: Layout; rows: string[][] } | undefined {
  for (const delimiter of DELIMITERS) {
    const rows: string[][] = parse(text, {
      delimiter,
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    });
    for (const [index, row] of rows.slice(0, SEARCHED_ROWS).entries()) {
      const layout = row.length > 2 ? layoutOf(row) : undefined;
      if (layout) return { layout, rows: rows.slice(index + 1) };
    }
  }
  return undefined;
}

export function readCsv(text: string, currency: string): Statement {
  const table = tableOf(text);
  if (!table) throw new UnreadableStatement(STATEMENT_FAULTS.header());
  const { layout, rows } = table;
  const { at, header } = layout;
  const cell = (row: readonly string[], column: Column): string => row[at[column]]?.trim() ?? "";
  const isDayFirst = !rows.some((row) => /^\d{1,2}\/(1[3-9]|2\d|3[01])\//.test(cell(row, "date")));
  const named = /\b([a-z]{3})\b/.exec(header[at.amount]?.replace(/^\w+/, "") ?? "")?.[1]?.toUpperCase();
  const inHeading = named ?? (header[at.amount]?.includes("€") ? "EUR" : currency);
  const lines = rows.flatMap((row): StatementLine[] => {
    const bookedOn = readDay(cell(row, "date"), isDayFirst);
    const amountCents = readAmount(cell(row, "credit") || cell(row, "amount"));
    if (!bookedOn || amountCents === undefined || amountCents <= 0 || !BOOKED.test(cell(row, "state"))) return [];
    const stated = cell(row, "currency").toUpperCase();
    // Payers' texts appear in various columns, so all others are searched for the order.
    const rest = row.filter((_, index) => !Object.values(at).includes(index)).map((text) => text.trim());
    const reference = [cell(row, "reference"), ...rest.filter((text) => /[A-Za-z]/.test(text))];
    return [
      {
        bookedOn,
        amountCents,
        currency: /^[A-Z]{3}$/.test(stated) ? stated : inHeading,
        payer: cell(row, "payer"),
        reference: reference.filter(Boolean).join(" "),
      },
    ];
  });
  return { lines, others: rows.length - lines.length };
}
