import type { CssNode } from "css-tree";
import parse from "css-tree/parser";

export type Declaration = { property: string; value: string; isImportant: boolean };

/** Properties by which an element can be hidden, and those that say it is not. */
const READ =
  /^(all|display|visibility|opacity|content-visibility|filter|clip|clip-path|position|inset.*|left|right|top|bottom|float|(min-|max-)?(width|height|inline-size|block-size)|aspect-ratio|margin.*|padding.*|overflow.*|flex.*|transform|scale|translate|transition.*|animation.*|will-change)$/;
const MOST_NESTING = 30;
/** A longer value is kept as an empty one, which hides nothing. */
const MOST_VALUE = 200;

/** What a declaration says about being seen: itself or nothing. */
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

/** The declarations of a style attribute. */
export function inlineDeclarations(style: string): Declaration[] {
  if (isTooDeep(style)) return [];
  const list = parse(style, { context: "declarationList", parseValue: false, onParseError: () => undefined });
  const nodes = list.type === "DeclarationList" ? list.children.toArray() : [];
  return nodes.flatMap((node) => (node.type === "Declaration" ? declarationsOf(node) : []));
}

/** Nesting that no author writes, and that a parser answers with its stack. */
export function isTooDeep(css: string): boolean {
  let depth = 0;
  for (const [bracket] of css.matchAll(/[{}()[\]]/g)) {
    depth += "{([".includes(bracket) ? 1 : -1;
    if (depth > MOST_NESTING) return true;
    if (depth < 0) depth = 0;
  }
  return false;
}
