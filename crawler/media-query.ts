import type { CssNode, MediaQuery } from "css-tree";
import parse from "css-tree/parser";

export type Screen = { width: number; isDark: boolean };
/** null if unknown. */
export type Maybe = boolean | null;
export type MediaTest = (screen: Screen) => Maybe;

/** Phones to large monitors, in both color schemes. */
export const SCREENS: readonly Screen[] = [360, 480, 640, 800, 1024, 1280, 1440, 1920, 2560].flatMap((width) => [
  { width, isDark: false },
  { width, isDark: true },
]);
const TOUCH_BELOW = 900;
const MOST_TEXT = 2_000;

export const both = (one: Maybe, other: Maybe): Maybe =>
  one === false || other === false ? false : one === null || other === null ? null : true;
const either = (one: Maybe, other: Maybe): Maybe =>
  one || other ? true : one === null || other === null ? null : false;
const not = (value: Maybe): Maybe => (value === null ? null : !value);

const UNKNOWN: MediaTest = () => null;

export function mediaTest(text: string): MediaTest {
  if (text.trim() === "") return () => true;
  if (text.length > MOST_TEXT) return UNKNOWN;
  try {
    return testOfList(parse(text, { context: "mediaQueryList" }));
  } catch {
    return UNKNOWN;
  }
}

export function testOfList(list: CssNode): MediaTest {
  if (list.type !== "MediaQueryList") return UNKNOWN;
  const tests = list.children.toArray().map((query) => (query.type === "MediaQuery" ? testOf(query) : UNKNOWN));
  return (screen) => tests.reduce<Maybe>((met, test) => either(met, test(screen)), false);
}

function testOf({ modifier, mediaType, condition }: MediaQuery): MediaTest {
  const isScreen = [null, "all", "screen"].includes(mediaType?.toLowerCase() ?? null);
  return (screen) => {
    const met = both(isScreen, condition ? holds(condition, screen) : true);
    return modifier?.toLowerCase() === "not" ? not(met) : met;
  };
}

function holds(node: CssNode, screen: Screen): Maybe {
  if (node.type === "Condition") {
    let met: Maybe | undefined;
    let word = "and";
    let isNegated = false;
    for (const part of node.children.toArray()) {
      const name = part.type === "Identifier" ? part.name.toLowerCase() : "";
      if (name === "not") isNegated = true;
      else if (name === "and" || name === "or") word = name;
      else {
        const value = isNegated ? not(holds(part, screen)) : holds(part, screen);
        met = met === undefined ? value : word === "or" ? either(met, value) : both(met, value);
        isNegated = false;
      }
    }
    return met ?? null;
  }
  if (node.type === "Feature") return hasFeature(node.name.toLowerCase(), node.value, screen);
  if (node.type === "FeatureRange") return isInRange(node, screen);
  return null;
}

/** CSS pixels; null for other units. */
function pixels(node: CssNode | null): number | null {
  if (node?.type === "Number") return Number(node.value) === 0 ? 0 : null;
  if (node?.type !== "Dimension") return null;
  const factor = { px: 1, em: 16, rem: 16, in: 96, cm: 37.8, pt: 4 / 3 }[node.unit.toLowerCase()];
  return factor === undefined ? null : Number(node.value) * factor;
}

/** Other values of these features are rare and not among the tested screens. */
const USUAL: Record<string, string> = {
  "prefers-reduced-motion": "no-preference",
  "prefers-reduced-transparency": "no-preference",
  "prefers-contrast": "no-preference",
  "forced-colors": "none",
  "inverted-colors": "none",
  scripting: "enabled",
  "display-mode": "browser",
  update: "fast",
};

function hasFeature(name: string, value: CssNode | null, { width, isDark }: Screen): Maybe {
  const word = value?.type === "Identifier" ? value.name.toLowerCase() : undefined;
  const length = pixels(value);
  const isTouch = width < TOUCH_BELOW;
  if (name === "min-width") return length === null ? null : width >= length;
  if (name === "max-width") return length === null ? null : width <= length;
  if (name === "prefers-color-scheme") return word === undefined || word === (isDark ? "dark" : "light");
  if (name === "hover" || name === "any-hover") return (word ?? "hover") === (isTouch ? "none" : "hover");
  if (name === "pointer" || name === "any-pointer") return word === undefined || word === (isTouch ? "coarse" : "fine");
  const usual = USUAL[name];
  if (usual === undefined) return null;
  return word === undefined ? !["none", "no-preference"].includes(usual) : word === usual;
}

type Range = Extract<CssNode, { type: "FeatureRange" }>;

function isInRange({ left, leftComparison, middle, rightComparison, right }: Range, { width }: Screen): Maybe {
  const lengthOf = (node: CssNode | null) =>
    node?.type === "Identifier" ? (node.name.toLowerCase() === "width" ? width : null) : pixels(node);
  const compared = (one: CssNode | null, sign: string | null, other: CssNode | null): Maybe => {
    const [a, b] = [lengthOf(one), lengthOf(other)];
    if (a === null || b === null) return null;
    const signs: Record<string, boolean> = { "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "=": a === b };
    return signs[sign ?? ""] ?? null;
  };
  const first = compared(left, leftComparison, middle);
  return right ? both(first, compared(middle, rightComparison, right)) : first;
}
