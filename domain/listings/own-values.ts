import spdxCorrect from "spdx-correct";
import { decimal, type Text, t } from "#languages/words.ts";
import { readList, writeList } from "../text/list-cell.ts";
import { dayText } from "../time/date-words.ts";
import { hasWords, type OwnField, type OwnValue, type OwnValues } from "./own-fields.ts";

/** The SPDX id of a licence: "GPLv3" is GPL-3.0, "MIT License" MIT. */
const spdxOf = (typed: string): string | null => (typed === "" ? null : spdxCorrect(typed, { upgrade: false }));
export const isLicence = (text: string): boolean => spdxOf(text.trim()) !== null;
/** What SPDX does not know stays as typed. */
export const spellLicence = (text: string): string => spdxOf(text.trim()) ?? text.trim();

/** As JavaScript writes very large and small numbers. */
const EXPONENT = /^[-+]?\d+(?:\.\d+)?e[-+]?\d{1,3}$/i;
const NUMERAL = /^[-−+]?[\d.,\s'’_\u00a0\u202f]*\d$/;
/** Whether a cell has only digits with their marks. */
export const isNumeral = (cell: string): boolean => NUMERAL.test(cell.trim());
/** A numeral with no marks but points and commas. */
export const withoutSpaces = (numeral: string): string => numeral.replace(/[\s'’_\u00a0\u202f]/g, "").replace("−", "-");

/**
 * Reads 1,234.5 and 1.234,5 and 1 234,5; undefined if it is no number. Three digits after each comma are
 * thousands, and a single dot is a decimal point. For a column, `decimalOf` decides.
 */
export function readNumber(cell: string): number | undefined {
  const typed = cell.trim();
  if (EXPONENT.test(typed)) return Number.isFinite(Number(typed)) ? Number(typed) : undefined;
  if (!isNumeral(typed)) return undefined;
  const plain = withoutSpaces(typed);
  const [dot, comma] = [plain.lastIndexOf("."), plain.lastIndexOf(",")];
  const number = Number(
    dot >= 0 && comma >= 0
      ? dot > comma
        ? plain.replaceAll(",", "")
        : plain.replaceAll(".", "").replace(",", ".")
      : comma >= 0
        ? /^[-+]?\d{1,3}(,\d{3})+$/.test(plain)
          ? plain.replaceAll(",", "")
          : plain.replace(",", ".")
        : /^[-+]?\d{1,3}(\.\d{3}){2,}$/.test(plain)
          ? plain.replaceAll(".", "")
          : plain,
  );
  return Number.isFinite(number) ? number : undefined;
}

const YES = /^(?:yes|y|true|1|on|x|✓|✔|ja|wahr|oui|vrai|s[ií]|sim|はい|是|نعم)$/i;
const NO = /^(?:no|n|false|0|off|-|✗|✘|nein|falsch|non|faux|não|いいえ|否|لا)$/i;

/** A value from the cell of a table or the input of a form, as checks expect it. Undefined if empty. */
export function readOwn(field: Pick<OwnField, "kind" | "options">, text: string): unknown {
  const cell = text.trim();
  if (cell === "") return undefined;
  switch (field.kind) {
    case "number":
      return readNumber(cell) ?? cell;
    case "flag":
      return YES.test(cell) ? true : NO.test(cell) ? false : cell;
    case "choice":
      return optionOf(field, cell);
    case "choices":
      return readList(cell).map((part) => optionOf(field, part));
    case "licence":
      return readList(cell.replace(/\s+(?:OR|AND)\s+/g, ";"));
    case "date":
      return readDate(cell) ?? cell;
    case "link":
      return /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(cell) ? `https://${cell}` : cell;
    default:
      return cell;
  }
}

/** Options are known by their value or their label, in any case. */
function optionOf({ options = [] }: Pick<OwnField, "options">, text: string): string {
  const folded = text.toLowerCase();
  if (options.some(({ value }) => value === text)) return text;
  const found = options.find(({ value, label }) => value.toLowerCase() === folded || label.toLowerCase() === folded);
  return found?.value ?? text;
}

/** ISO dates, 31.12.2026, and a time behind either. Other orders are ambiguous, so they are refused. */
export function readDate(cell: string): string | undefined {
  const [, iso] = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(cell) ?? [];
  if (iso) return iso;
  const [, day, month, year] = /^(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})(?: .*)?$/.exec(cell) ?? [];
  return day && month && year ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : undefined;
}

/** A value as text that `readOwn` reads, for forms and tables. */
export const typedOwn = (value: OwnValue | undefined): string =>
  value === undefined
    ? ""
    : Array.isArray(value)
      ? writeList(value)
      : typeof value === "boolean"
        ? value
          ? "yes"
          : "no"
        : String(value);

const EIGHT_DIGITS = { maximumFractionDigits: 8 } as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const labelsOf = ({ options = [] }: OwnField) => new Map(options.map(({ value, label }) => [value, label]));

/** By what a search finds values: as people read them. */
export const wordsOfOwn = (fields: readonly OwnField[], values: OwnValues = {}): string[] =>
  fields.filter(hasWords).flatMap((field) => {
    const labels = labelsOf(field);
    return [values[field.key] ?? []].flat().map((one) => labels.get(String(one)) ?? String(one));
  });

/** The parts of a value in words: several for lists. */
export function shownOwn(field: OwnField, value: OwnValue): Text[] {
  const { kind, unit } = field;
  const labels = labelsOf(field);
  if (typeof value === "boolean") return [value ? t`Yes` : t`No`];
  if (typeof value === "number") {
    const number = decimal(value, EIGHT_DIGITS);
    return [unit ? t`${number} ${unit}` : number];
  }
  if (kind === "date" && typeof value === "string" && DAY.test(value)) return [dayText(value)];
  return [value].flat().map((one) => labels.get(one) ?? one);
}
