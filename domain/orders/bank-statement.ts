import { inEnglish, type Text, t } from "#languages/words.ts";
import { retold } from "../text/retold.ts";

/**
 * An incoming transfer on a bank statement. The day is YYYY-MM-DD; the reference is the payer's
 * full text.
 */
export type StatementLine = {
  bookedOn: string;
  amountCents: number;
  currency: string;
  payer: string;
  reference: string;
  /** Country of the paying account, from its IBAN. */
  payerCountry?: string | null;
};

export type Statement = { lines: StatementLine[]; others: number };

export const STATEMENT_FAULTS = {
  zip: () => t`This is a ZIP file. Unpack it and upload its statements one by one.`,
  unread: (why: Text) => t`This file cannot be read: ${why}`,
  many: (most: Text) => t`A statement can have at most ${most} payments. Export a shorter period.`,
  header: () => t`No header with a date and an amount was found. Export the file with its header, or as CAMT.053.`,
  xml: (why: Text) => t`This is not well-formed XML: ${why}`,
  deep: () => t`This XML is nested too deeply for a statement.`,
  camt: () => t`This XML is not a CAMT.053 statement. Export one from your bank, or a CSV file.`,
  heavy: () => t`This file takes too much time or memory to read. Export a shorter period.`,
};
const FAULTS = Object.values(STATEMENT_FAULTS);

/** A file that is not a readable statement. Its message is in English, because it comes from a thread. */
export class UnreadableStatement extends Error {
  static readonly code = "unreadable_statement";
  readonly code = UnreadableStatement.code;
  constructor(fault: Text) {
    super(inEnglish(fault));
  }
  get detail(): Text {
    return retold(this.message, FAULTS);
  }
}

const DECIMALS = /^(.*?)(?:[.,](\d{1,2}))?$/;

/** An amount in any bank notation (1.234,56 or 1,234.56 or -5), in cents; undefined if invalid. */
export function readAmount(text: string): number | undefined {
  const plain = text.replace(/[\s\u00a0'’]|[€$£]|[A-Z]{3}/g, "").replace(/\u2212/g, "-");
  const isNegative = /^\(.*\)$|^-|-$/.test(plain);
  const [, whole = "", part = ""] = DECIMALS.exec(plain.replace(/^[+-]|[-+]$|^\(|\)$/g, "")) ?? [];
  if (!/^\d{1,3}(?:([.,])\d{3}(?:\1\d{3})*)?$|^\d{1,12}$/.test(whole)) return undefined;
  const cents = Number(whole.replace(/[.,]/g, "")) * 100 + Number(part.padEnd(2, "0"));
  return isNegative ? -cents : cents;
}

/** Dates as banks write them; `isDayFirst` decides what 03/04/2026 means. */
export function readDay(text: string, isDayFirst: boolean): string | undefined {
  const iso = /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})/;
  const other = isDayFirst
    ? /^(?<day>\d{1,2})[-/.](?<month>\d{1,2})[-/.](?<year>\d{4}|\d{2})(?!\d)/
    : /^(?<month>\d{1,2})[-/.](?<day>\d{1,2})[-/.](?<year>\d{4}|\d{2})(?!\d)/;
  const { year, month, day } = (iso.exec(text.trim()) ?? other.exec(text.trim()))?.groups ?? {};
  if (!year || !month || !day || Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31)
    return undefined;
  return `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}
