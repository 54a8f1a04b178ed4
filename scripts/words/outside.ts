// Words of a page in the pseudo-language that are outside of its brackets: no translation can reach them.
import { type DefaultTreeAdapterTypes, parse } from "parse5";

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document;

const WORDED = new Set(["aria-label", "alt", "title", "placeholder", "label", "data-label", "data-off", "data-on"]);
/** Other people's text, code, and what is the same in every language. */
const THEIRS = new Set(["script", "style", "bdi", "code", "pre", "template", "svg", "textarea"]);

export function wordsOutside(page: string): string[] {
  const found: string[] = [];
  let depth = 0;
  function look(text: string, where: string): void {
    let outside = "";
    for (const character of text) {
      if (character === "⟦") depth++;
      else if (character === "⟧") depth--;
      else if (depth === 0) outside += character;
    }
    if (/\p{L}{2}/u.test(outside)) found.push(`${where}: ${outside.replace(/\s+/g, " ").trim().slice(0, 100)}`);
  }
  function walk(node: Node, where: string): void {
    if (node.nodeName === "#text" && "value" in node) look(node.value, where);
    const attributes = "attrs" in node ? new Map(node.attrs.map(({ name, value }) => [name, value])) : new Map();
    const classes = attributes.get("class") ?? "";
    const isTheirs =
      THEIRS.has(node.nodeName) || /\bprose\b/.test(classes) || attributes.has("lang") || attributes.has("translate");
    if (isTheirs && node.nodeName !== "html") return;
    const here = "tagName" in node ? `${node.tagName}${classes && `.${classes.split(" ")[0]}`}` : where;
    for (const [name, value] of attributes) if (WORDED.has(name)) look(value, `${here}[${name}]`);
    if ("childNodes" in node) for (const child of node.childNodes) walk(child, here);
  }
  walk(parse(page), "");
  return found;
}
