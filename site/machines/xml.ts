const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** Characters that XML 1.0 forbids, even escaped. */
const IMPOSSIBLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

export const escapeXml = (text: string): string =>
  text.replace(IMPOSSIBLE, "").replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

type Part = string | number | false | null | undefined | Xml | readonly Part[];

/** XML that is well-formed. Made by `xml` only. */
export class Xml {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function textOf(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (part instanceof Xml) return part.text;
  if (typeof part === "string" || typeof part === "number") return escapeXml(String(part));
  return part.map(textOf).join("");
}

/** A tagged template for XML: all text is escaped, absent values render nothing, lists are joined. */
export const xml = (literals: TemplateStringsArray, ...parts: Part[]): Xml =>
  new Xml(literals.reduce((text, literal, index) => text + textOf(parts[index - 1]) + literal));

export const xmlDocument = (root: Xml): string => `<?xml version="1.0" encoding="utf-8"?>\n${root.text}\n`;
