/** Serialized XML. Created only by `element`, which escapes. */
export type Xml = { readonly xml: string };

/** Characters that XML 1.0 forbids, including lone surrogates. */
const UNFIT = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const escapeXml = (text: string): string =>
  text.replace(UNFIT, "").replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

type Child = string | Xml | null | undefined | false | readonly Child[];

const written = (child: Child): string => {
  if (!child) return "";
  if (typeof child === "string") return escapeXml(child);
  return "xml" in child ? child.xml : child.map(written).join("");
};

/** An element with content, or nothing: both syntaxes forbid empty elements. */
export function element(name: string, children: Child, attributes: Record<string, string> = {}): Xml | null {
  const inside = written(children);
  if (inside.trim() === "") return null;
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return { xml: `<${name}${given.join("")}>${inside}</${name}>` };
}

export const xmlDocument = (root: Xml | null): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root?.xml ?? ""}\n`;
