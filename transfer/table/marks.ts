import { isNumeral, readDate, withoutSpaces } from "#domain/listings/own-values.ts";

const GROUPS = { ".": /^[-+−]?[1-9]\d{0,2}(\.\d{3})+$/, ",": /^[-+−]?[1-9]\d{0,2}(,\d{3})+$/ };
const other = (mark: "." | ","): "." | "," => (mark === "." ? "," : ".");

/** Which mark separates decimals in a number, and whether that is sure: "1.234" may be both. */
function markIn(cell: string): { mark: "." | ","; isSure: boolean } | undefined {
  const plain = withoutSpaces(cell);
  const [dot, comma] = [plain.lastIndexOf("."), plain.lastIndexOf(",")];
  if (dot < 0 && comma < 0) return undefined;
  if (dot >= 0 && comma >= 0) return { mark: dot > comma ? "." : ",", isSure: true };
  const mark = dot >= 0 ? "." : ",";
  if (!GROUPS[mark].test(plain)) return { mark, isSure: true };
  return { mark: other(mark), isSure: plain.split(mark).length > 2 };
}

/** One mark for a whole column: what its clear numbers show, else thousands if all look like that to people. */
export function decimalOf(cells: readonly string[], isExact = false): "." | "," | undefined {
  const found = cells.flatMap((cell) => markIn(cell) ?? []);
  const sure = found.filter(({ isSure }) => isSure);
  const commas = sure.filter(({ mark }) => mark === ",").length;
  if (sure.length > 0) return commas * 2 > sure.length ? "," : ".";
  // One number alone is read as programs write it.
  return found.length > 1 && !isExact ? found[0]?.mark : found[0] && ".";
}

/** A number as programs write it; the cell itself if it is none. */
export function plainNumber(cell: string, decimal: "." | "," | undefined): string {
  if (!isNumeral(cell)) return cell;
  const plain = withoutSpaces(cell);
  const mark = decimal ?? ".";
  const number = plain.replaceAll(other(mark), "").replace(mark, ".");
  return Number.isFinite(Number(number)) ? number : cell;
}

const SLASHED = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?:[ T].*)?$/;
const WORDED = /^(?:\d{1,2}\.? \p{L}{3,}\.?,? \d{4}|\p{L}{3,}\.? \d{1,2},? \d{4})$/u;

/** The order in which a column writes days and months; undefined if all its dates fit both. */
export function daysOf(cells: readonly string[]): "dmy" | "mdy" | undefined {
  const parts = cells.flatMap((cell) => {
    const [, first, second] = SLASHED.exec(cell.trim()) ?? [];
    return first && second ? [[Number(first), Number(second)] as const] : [];
  });
  if (parts.some(([first]) => first > 12)) return "dmy";
  return parts.some(([, second]) => second > 12) ? "mdy" : undefined;
}

/** YYYY-MM-DD; undefined if the cell is no date, or one that can be read in two ways. */
export function readDay(cell: string, days: "dmy" | "mdy" | undefined): string | undefined {
  const typed = cell.trim();
  const [, first = "", second = "", year] = SLASHED.exec(typed) ?? [];
  if (year) {
    const order = days ?? (first.padStart(2, "0") === second.padStart(2, "0") ? "dmy" : undefined);
    if (!order) return undefined;
    const [day, month] = order === "dmy" ? [first, second] : [second, first];
    return real(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
  }
  if (WORDED.test(typed)) {
    const at = Date.parse(`${typed.replace(/^(\d{1,2})\./, "$1")} UTC`);
    return Number.isNaN(at) ? undefined : new Date(at).toISOString().slice(0, 10);
  }
  const read = readDate(typed);
  return read && real(read);
}

const real = (day: string): string | undefined => {
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) ? day : undefined;
};
