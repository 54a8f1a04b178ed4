// Words of a page in the pseudo-language that are outside of its brackets: no translation can reach them.
import { type DefaultTreeAdapterTypes, parse } from "parse5";

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document;

const WORDED = new Set(["aria-label", "alt", "title", "placeholder", "label", "data-label", "data-off", "data-on"]);
/** Other people's text, code, and what is the same in every language. */
const THEIRS = new Set(["script", "style", "bdi", "code", "pre", "template", "svg", "textarea"]);
const THEIR_CLASS = /(?:^| )(?:prose|mono|face|brand)(?: |$)/;
const FLAG = /^(?:true|false)$/;

export type Outside = { where: string; words: string };

/** Finds the words, and `theirs`: texts that the page marks as other people's. */
export function wordsOutside(page: string): { outside: Outside[]; theirs: string[] } {
  const outside: Outside[] = [];
  const theirs: string[] = [];
  let depth = 0;
  function look(text: string, where: string): void {
    let found = "";
    for (const character of text) {
      if (character === "⟦") {
        depth++;
        found += " ";
      } else if (character === "⟧") depth--;
      else if (depth === 0) found += character;
    }
    const words = found.replace(/\s+/g, " ").trim();
    if (/\p{L}{2}/u.test(words)) outside.push({ where, words });
  }
  function textOf(node: Node): string {
    if ("value" in node && node.nodeName === "#text") return node.value;
    return "childNodes" in node ? node.childNodes.map(textOf).join("") : "";
  }
  function walk(node: Node, where: string): void {
    if (node.nodeName === "#text" && "value" in node) look(node.value, where);
    const attributes = "attrs" in node ? new Map(node.attrs.map(({ name, value }) => [name, value])) : new Map();
    const classes = attributes.get("class") ?? "";
    const isTheirs =
      THEIRS.has(node.nodeName) ||
      THEIR_CLASS.test(classes) ||
      ["lang", "translate", "dir"].some((name) => attributes.has(name));
    if (isTheirs && node.nodeName !== "html") {
      if (node.nodeName !== "script" && node.nodeName !== "style")
        theirs.push(
          textOf(node)
            .replace(/[^\S\n]+/g, " ")
            .trim(),
        );
      return;
    }
    const here = "tagName" in node ? `${node.tagName}${classes && `.${classes.split(" ")[0]}`}` : where;
    for (const [name, value] of attributes) if (WORDED.has(name) && !FLAG.test(value)) look(value, `${here}[${name}]`);
    if ("childNodes" in node) for (const child of node.childNodes) walk(child, here);
  }
  walk(parse(page, { scriptingEnabled: false }), "");
  return { outside, theirs };
}
