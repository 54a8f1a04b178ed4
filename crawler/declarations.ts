import type { CssNode } from "css-tree";
import parse from "css-tree/parser";
import { phrasesIn } from "#core/runtime/phrases.ts";

const phrases = phrasesIn("declarations");

export type Declaration = { property: string; value: string; isImportant: boolean };

/** Properties that can hide an element or show it again. */
const READ = new RegExp(phrases("read"));
const MOST_NESTING = 30;
/** Longer values count as empty, which hides nothing. */
const MOST_VALUE = 200;

/** The visibility declarations of a rule. */
export function declarationsOf({
  property,
  value,
  important,
}: Extract<CssNode, { type: "Declaration" }>): Declaration[] {
  const name = property.toLowerCase().replace(/^-webkit-/, "");
  if (!READ.test(name) || value.type !== "Raw") return [];
  const text = value.value.trim().toLowerCase();
  return [{ property: name, value: text.length > MOST_VALUE ? "" : text, isImportant: important !== false }];
}

export function inlineDeclarations(style: string): Declaration[] {
  if (isTooDeep(style)) return [];
  const list = parse(style, { context: "declarationList", parseValue: false, onParseError: () => undefined });
  const nodes = list.type === "DeclarationList" ? list.children.toArray() : [];
  return nodes.flatMap((node) => (node.type === "Declaration" ? declarationsOf(node) : []));
}

/** Unrealistic nesting, which would overflow the parser's stack. */
export function isTooDeep(css: string): boolean {
  let depth = 0;
  for (const [bracket] of css.matchAll(/[{}()[\]]/g)) {
    depth += "{([".includes(bracket) ? 1 : -1;
    if (depth > MOST_NESTING) return true;
    if (depth < 0) depth = 0;
  }
  return false;
}
