import type { DefaultTreeAdapterTypes } from "parse5";
import { inlineDeclarations } from "./declarations.ts";
import { attribute } from "./elements.ts";
import { both, type MediaTest, type Screen } from "./media-query.ts";
import type { SelectorMatch } from "./selector-match.ts";
import type { StyleRule } from "./style-rules.ts";

type Element = DefaultTreeAdapterTypes.Element;
/** A possible value of a property, and where it was set. */
export type Value = { value: string; from: string };
/**
 * Possible values of a property: the winning one, and those that may override it. Empty if unset.
 */
export type Styled = (element: Element, property: string, screen: Screen) => Value[];

export const INLINE = "its style attribute";

type Rank = readonly [important: number, inline: number, layer: number, specificity: number, order: number];
type Candidate = Value & { rank: Rank; isSure: boolean; media: MediaTest };

const byRank = (a: Candidate, b: Candidate): number => {
  for (const [at, one] of a.rank.entries()) if (one !== b.rank[at]) return one - (b.rank[at] ?? 0);
  return 0;
};
const ALWAYS: MediaTest = () => true;
/** Physical names of logical properties, for left-to-right, top-to-bottom pages. */
const LOGICAL: Record<string, string[]> = {
  width: ["inline-size"],
  height: ["block-size"],
  "min-width": ["min-inline-size"],
  "min-height": ["min-block-size"],
  "max-width": ["max-inline-size"],
  "max-height": ["max-block-size"],
  left: ["inset-inline-start"],
  right: ["inset-inline-end"],
  top: ["inset-block-start"],
  bottom: ["inset-block-end"],
  "margin-left": ["margin-inline-start"],
  "margin-top": ["margin-block-start"],
};

/**
 * The CSS cascade for a few elements. If a sheet is missing (`isWhole`), its rules may override
 * others.
 */
export function cascadeOf(
  rules: readonly StyleRule[],
  isWhole: boolean,
  selectorsOf: (list: string) => SelectorMatch[],
): Styled {
  const compiled = rules.map((rule) => ({ rule, selectors: selectorsOf(rule.selectors) }));
  const known = new WeakMap<Element, Map<string, Candidate[]>>();

  function candidatesOf(element: Element): Map<string, Candidate[]> {
    const before = known.get(element);
    if (before) return before;
    const all: (Candidate & { property: string })[] = [];
    for (const { property, value, isImportant } of inlineDeclarations(attribute(element, "style") ?? "")) {
      const rank: Rank = [isImportant ? 1 : 0, 1, 0, 0, all.length];
      all.push({ property, value, from: INLINE, rank, isSure: true, media: ALWAYS });
    }
    for (const { rule, selectors } of compiled) {
      const matching = selectors.filter(({ matches }) => matches(element));
      for (const { specificity, isSure } of matching)
        for (const { property, value, isImportant } of rule.declarations) {
          const layer = isImportant ? -rule.layer : rule.layer;
          const rank: Rank = [isImportant ? 1 : 0, 0, layer, specificity, all.length];
          const { from, media } = rule;
          all.push({ property, value, from, rank, isSure: isSure && rule.isSure, media });
        }
    }
    const found = Map.groupBy(all, ({ property }) => property);
    known.set(element, found);
    return found;
  }

  return (element, property, screen) => {
    const found = candidatesOf(element);
    const set = [property, ...(LOGICAL[property] ?? [])].flatMap((name) => found.get(name) ?? []);
    const reset = (found.get("all") ?? []).map((candidate) => ({ ...candidate, value: "initial" }));
    if (set.length === 0) return [];
    const applying = [...set, ...reset, ...(isWhole ? [] : [UNREAD])]
      .map((candidate) => ({ ...candidate, applies: both(candidate.isSure || null, candidate.media(screen)) }))
      .filter(({ applies }) => applies !== false)
      .sort(byRank);
    const winner = applying.findLastIndex(({ applies }) => applies);
    return winner < 0 ? [UNSET, ...applying] : applying.slice(winner);
  };
}

const UNSET: Value = { value: "initial", from: "" };

/** An unread sheet may override any rule, but not a style attribute. */
const UNREAD: Candidate = {
  value: "initial",
  from: "a style sheet that was not read",
  rank: [0, 0, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0],
  isSure: false,
  media: ALWAYS,
};
