// Characters nobody types on purpose: C0/C1 controls except newline and tab, bidi overrides and isolates, zero-width and BOM.
const UNWANTED =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

/** Text as it is stored: Unicode NFC, \n as the only line end, without control, bidi-override and zero-width characters. */
export const cleanText = (text: string): string =>
  text.replace(/\r\n?/g, "\n").replace(UNWANTED, "").normalize("NFC").toWellFormed();

/** cleanText over every string of a JSON value; keys are left alone. */
export function cleanDeep(value: unknown): unknown {
  if (typeof value === "string") return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanDeep);
  if (value !== null && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cleanDeep(inner)]));
  }
  return value;
}

/** The first `max` characters, cut at a word where possible, with an ellipsis when something was cut. */
export function excerpt(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  const space = cut.lastIndexOf(" ");
  return `${(space > max * 0.6 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

/** Equal for people: case, accents-composition and surrounding space do not count. */
export const foldText = (text: string): string => text.normalize("NFKC").trim().toLowerCase();
