import { compile, type Options } from "css-select";
import { parse, type Selector, SelectorType } from "css-what";
import type { DefaultTreeAdapterTypes } from "parse5";
import { attribute, isElement } from "./elements.ts";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;
/** A selector of a list. Unsure ones match whatever they may match, such as on hover. */
export type SelectorMatch = { specificity: number; isSure: boolean; matches: (element: Element) => boolean };

/** Thrown when a page needs unrealistically many comparisons. */
export class TooMuchStyle extends Error {
  override readonly name = "TooMuchStyle";
}

/** Pseudo-classes that the DOM alone decides. */
const STATIC =
  /^(root|empty|(first|last|only)-(child|of-type)|nth-(last-)?(child|of-type)|link|any-link|is|where|matches|not|has)$/;
/** Classes that scripts remove. */
const UNTIL_SCRIPTS = /^(no-?js|js-disabled|.*-?cloak)$/i;

/** Compiles selectors of a page. `budget` is their total number of steps. */
export function selectorsFor(budget: number): (list: string) => SelectorMatch[] {
  const options = { adapter: adapterWith(budget), cacheResults: false } satisfies Options<Node, Element>;
  return (list) => {
    try {
      return parse(list).flatMap((tokens) => {
        if (tokens.some(({ type }) => type === SelectorType.PseudoElement)) return [];
        const sure = certain(tokens);
        const query = compile<Node, Element>([sure.tokens.length > 0 ? sure.tokens : [ANY]], options);
        return [{ specificity: specificityOf(tokens), isSure: sure.isSure, matches: (element) => query(element) }];
      });
    } catch (error) {
      if (error instanceof TooMuchStyle) throw error;
      return []; // a selector that is none: browsers ignore the rule too
    }
  };
}

const ANY: Selector = { type: SelectorType.Universal, namespace: null };

const isCombinator = (token: Selector | undefined): boolean =>
  token === undefined || ["descendant", "child", "adjacent", "sibling"].includes(token.type);

/** The selector without its unsure parts, so it matches at least as much. */
function certain(tokens: Selector[]): { tokens: Selector[]; isSure: boolean } {
  const kept: Selector[] = [];
  let isSure = true;
  for (const token of tokens) {
    if (isUnsure(token)) isSure = false;
    else {
      if (isCombinator(token) && isCombinator(kept.at(-1))) kept.push(ANY);
      kept.push(token);
    }
  }
  if (isCombinator(kept.at(-1))) kept.push(ANY);
  return { tokens: kept, isSure };
}

function isUnsure(token: Selector): boolean {
  switch (token.type) {
    case SelectorType.Attribute:
      return token.action === "not" || (token.name === "class" && UNTIL_SCRIPTS.test(token.value));
    case SelectorType.Pseudo: {
      if (!STATIC.test(token.name)) return true;
      const inner = Array.isArray(token.data) ? token.data.flat() : [];
      // Scripts add classes and attributes, so :not(.loaded) may only hold at first.
      const isAdded = token.name === "not" && inner.some(({ type }) => type === SelectorType.Attribute);
      return isAdded || inner.some((part) => part.type === SelectorType.PseudoElement || isUnsure(part));
    }
    case SelectorType.ColumnCombinator:
    case SelectorType.Parent:
      return true;
    default:
      return false;
  }
}

const [ID, CLASS, TAG] = [1_000_000, 1_000, 1];

function specificityOf(tokens: readonly Selector[]): number {
  return tokens.reduce((sum, token) => {
    if (token.type === SelectorType.Tag) return sum + TAG;
    if (token.type === SelectorType.Attribute)
      return sum + (token.name === "id" && token.ignoreCase === "quirks" ? ID : CLASS);
    if (token.type !== SelectorType.Pseudo) return sum;
    if (token.name === "where") return sum;
    const inner = Array.isArray(token.data) ? token.data : [];
    if (["is", "not", "has", "matches"].includes(token.name)) return sum + Math.max(0, ...inner.map(specificityOf));
    return sum + CLASS;
  }, 0);
}

/** parse5 adapter for css-select that counts steps, to stop hostile selectors. */
function adapterWith(budget: number): NonNullable<Options<Node, Element>["adapter"]> {
  let left = budget;
  const counted = <T>(value: T, steps = 1): T => {
    left -= steps;
    if (left < 0) throw new TooMuchStyle();
    return value;
  };
  /** Long values count as several. */
  const countedValue = (value: string | undefined) => counted(value, 1 + (value?.length ?? 0) / 100);
  const childrenOf = (node: Node): Node[] => ("childNodes" in node ? node.childNodes : []);
  const siblingsOf = (node: Node): Node[] =>
    "parentNode" in node && node.parentNode ? node.parentNode.childNodes : [node];
  return {
    isTag: isElement,
    getName: ({ tagName }) => counted(tagName),
    getAttributeValue: (element, name) => countedValue(attribute(element, name)),
    hasAttrib: (element, name) => countedValue(attribute(element, name)) !== undefined,
    getChildren: (node) => counted(childrenOf(node), 1 + childrenOf(node).length),
    getParent: ({ parentNode }) => counted(parentNode),
    getSiblings: (node) => counted(siblingsOf(node), siblingsOf(node).length),
    getText: () => counted(""),
    removeSubsets: (nodes) => nodes,
  };
}
