import type { DefaultTreeAdapterTypes } from "parse5";
import { attribute, isElement } from "./elements.ts";

type Element = DefaultTreeAdapterTypes.Element;
/** A compound selector: "span.old" has a tag and a class. */
type Step = { tag: string; id: string; classes: string[] };

const STRUCK = /(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*line-through/i;
const PLAIN_STEP = /^([a-z][a-z0-9-]*)?(#[\w-]+)?((?:\.[\w-]+)*)$/i;

const MOST_CSS = 300_000;
const MOST_SELECTORS = 40;
const MOST_SELECTOR = 200;
const MOST_RULE = 2_000;
/** Levels searched for ancestor steps. */
const MOST_LEVELS = 40;
/** Limit of comparisons; real pages have some thousand. */
const MOST_STEPS = 500_000;

/** Whether style sheets strike an element through. Ignores selectors with states and attributes. */
export function struckBy(styles: readonly string[]): (element: Element) => boolean {
  const selectors = struckSelectors(styles.join("\n").slice(0, MOST_CSS));
  if (selectors.length === 0) return () => false;
  let left = MOST_STEPS;
  const known = new WeakMap<Element, Set<string>>();
  const classesOf = (element: Element): Set<string> => {
    const classes = known.get(element) ?? new Set((attribute(element, "class") ?? "").slice(0, 500).split(/\s+/));
    known.set(element, classes);
    return classes;
  };
  const isStep = (element: Element, { tag, id, classes }: Step): boolean => {
    left--;
    if (tag !== "" && element.tagName !== tag) return false;
    if (id !== "" && attribute(element, "id") !== id) return false;
    return classes.every((name) => classesOf(element).has(name));
  };
  const matches = (element: Element, steps: readonly Step[]): boolean => {
    const [own, ...outer] = steps.toReversed();
    if (!own || !isStep(element, own)) return false;
    let parent = element.parentNode;
    let step = outer.shift();
    for (let level = 0; step && parent !== null && level < MOST_LEVELS; level++) {
      if (!isElement(parent)) return false;
      if (isStep(parent, step)) step = outer.shift();
      parent = parent.parentNode;
    }
    return step === undefined;
  };
  return (element) => left > 0 && selectors.some((steps) => matches(element, steps));
}

function struckSelectors(css: string): Step[][] {
  const found: Step[][] = [];
  for (const rule of withoutComments(css).split("}")) {
    const open = rule.lastIndexOf("{");
    if (open < 0 || !STRUCK.test(rule.slice(open + 1, open + MOST_RULE))) continue;
    // A media query opens before the selector.
    for (const selector of rule.slice(rule.lastIndexOf("{", open - 1) + 1, open).split(",")) {
      if (found.length >= MOST_SELECTORS) return found;
      const steps = stepsOf(selector.trim());
      if (steps) found.push(steps);
    }
  }
  return found;
}

function withoutComments(css: string): string {
  const parts: string[] = [];
  for (let at = 0; at < css.length; ) {
    const start = css.indexOf("/*", at);
    parts.push(css.slice(at, start < 0 ? undefined : start));
    const end = start < 0 ? -1 : css.indexOf("*/", start + 2);
    if (end < 0) break;
    at = end + 2;
  }
  return parts.join(" ");
}

function stepsOf(selector: string): Step[] | null {
  if (selector === "" || selector.length > MOST_SELECTOR) return null;
  const steps = selector.split(/[\s>]+/).map((part) => PLAIN_STEP.exec(part));
  if (!steps.every((match) => match !== null && match[0] !== "")) return null;
  return steps.map((match) => ({
    tag: match?.[1]?.toLowerCase() ?? "",
    id: match?.[2]?.slice(1) ?? "",
    classes: match?.[3]?.split(".").filter(Boolean) ?? [],
  }));
}
