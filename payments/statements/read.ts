import { CsvError } from "csv-parse/sync";
import { STATEMENT_FAULTS, type Statement, UnreadableStatement } from "#domain/orders/bank-statement.ts";
import { readCamt } from "./camt.ts";
import { readCsv } from "./csv.ts";

const MOST_LINES = 5_000;

/** Older banks export Windows-1252, in which umlauts are invalid UTF-8. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

export function readStatement(bytes: Uint8Array, currency: string): Statement {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) throw new UnreadableStatement(STATEMENT_FAULTS.zip());
  const text = textOf(bytes);
  try {
    const statement = /^\s*</.test(text) ? readCamt(text) : readCsv(text, currency);
    if (statement.lines.length <= MOST_LINES) return statement;
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableStatement(STATEMENT_FAULTS.unread(error.message));
    throw error;
  }
  throw new UnreadableStatement(STATEMENT_FAULTS.many(String(MOST_LINES)));
}
