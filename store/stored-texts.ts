import { cleanText, hasHidden } from "../domain/text.ts";

/** The migration that brings stored texts to the rule of `cleanText`; its file is empty. */
export const TEXTS_CLEANED = 68;

/** Books and logs that never change, mails as they were sent, secrets, and what is made from other tables. */
const UNTOUCHED =
  /^(sqlite_|schema_version$|invoices$|book_entries$|audit_entries$|mails$|secrets$|(founder|post|listing)_search|listing_(names|leads|texts|vectors)$|search_(changes|state)$)/;

type Column = { table: string; column: string };
export const mayHavePeoplesTexts = ({ table }: Column): boolean => !UNTOUCHED.test(table);

/** A stored value whose texts are clean, within JSON too; undefined if it need not change. */
export function cleanedValue(value: unknown): string | undefined {
  if (typeof value !== "string" || !hasHidden(value)) return undefined;
  const cleaned = /^[[{]/.test(value) ? cleanJson(value) : cleanText(value);
  return cleaned === value ? undefined : cleaned;
}

function cleanJson(json: string): string {
  try {
    return JSON.stringify(cleanedIn(JSON.parse(json)));
  } catch {
    return cleanText(json);
  }
}

function cleanedIn(value: unknown): unknown {
  if (typeof value === "string") return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanedIn);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [cleanText(key), cleanedIn(held)]));
}
