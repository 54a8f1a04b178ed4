/** Numbers are written unformatted, null as an empty cell. */
export type Cell = string | number | null;

/**
 * Characters that start a formula in spreadsheets, including full-width forms. A leading quote
 * turns it into text (OWASP, CSV injection), so one that is there is doubled.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

const cellOf = (cell: Cell): string => {
  if (cell === null) return "";
  const text = String(cell).replace(/\0/g, "");
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A CSV line (RFC 4180), safe from formula injection. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(",")}\r\n`;

/** Tells spreadsheets that the file is UTF-8. */
export const CSV_START = "\uFEFF";

/** Cents as 12.34; null stays null. */
export function amount(cents: number | null): string | null {
  if (cents === null) return null;
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** 1900 as 19, 550 as 5.5. */
export const percent = (basisPoints: number): string => String(basisPoints / 100);
