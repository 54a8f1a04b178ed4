import type { DefaultTreeAdapterTypes } from "parse5";
import { attribute } from "./elements.ts";
import type { Look } from "./look.ts";

type Element = DefaultTreeAdapterTypes.Element;

function pixels(value: string): number | undefined {
  const [, digits, unit = "px"] = /^([+-]?(?:\d+\.?\d*|\.\d+))(px|em|rem|pt|ch|ex|vw|vh|%)?$/.exec(value) ?? [];
  if (digits === undefined) return undefined;
  const number = Number(digits);
  if (number === 0) return 0;
  const factor = { px: 1, em: 16, rem: 16, pt: 4 / 3, ch: 8, ex: 8, vw: 10, vh: 8 }[unit];
  return factor === undefined ? undefined : number * factor;
}

/** Fewer pixels are a line or a dot. */
const SMALLEST = 4;
const FAR_AWAY = -900;
/** Carousels shift tracks by several screens. */
const FAR_SHIFT = -5_000;

const isTiny = (value: string): boolean => {
  const length = pixels(value);
  return length !== undefined && length < SMALLEST;
};
const isSet = (value: string): boolean => !["0", "0px", "auto", "none", "initial", "normal"].includes(value);

const isPlaced = (look: Look): boolean => look.maybe("position", (value) => value === "absolute" || value === "fixed");
const isSurelyPlaced = (look: Look): boolean =>
  look.is("position", (value) => value === "absolute" || value === "fixed");
const isPositioned = (look: Look): boolean => look.maybe("position", (value) => value !== "static");

/** Block elements by default; sizes mean nothing for others. */
const BLOCKS = new Set(
  `address article aside blockquote center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
  header hgroup li main menu nav ol p pre search section ul`.split(/\s+/),
);
const isBlock = (element: Element, look: Look, outer: Look | undefined): boolean =>
  look.maybe("display", () => true)
    ? look.is("display", (value) =>
        /^(block|inline-block|flex|inline-flex|grid|inline-grid|flow-root|list-item)$/.test(value),
      )
    : BLOCKS.has(element.tagName) ||
      isSurelyPlaced(look) ||
      look.is("float", (value) => value === "left" || value === "right") ||
      outer?.is("display", (value) => /^(inline-)?(flex|grid)$/.test(value)) === true;

/** The property that leaves no visible area; "attribute" for an image's width and height. */
export function hasNoRoom(element: Element, look: Look, at: number, looks: readonly Look[]): string | undefined {
  const isImage = at === looks.length - 1;
  for (const [side, min, max] of [
    ["width", "min-width", "max-width"],
    ["height", "min-height", "max-height"],
  ] as const) {
    if (look.maybe(min, isSet)) continue;
    if (look.is(max, isTiny) || look.is(side, isTiny)) {
      const property = look.is(side, isTiny) ? side : max;
      if (isImage) return property;
      if (isBlock(element, look, looks[at - 1]) && cutsOff(look, looks.slice(at + 1)) && !growsBy(side, look))
        return property;
    } else if (isImage && !look.maybe(side, () => true) && isTiny(attribute(element, side)?.slice(0, 20).trim() ?? ""))
      return "attribute";
  }
  return undefined;
}

/** Whether overflow is cut. Absolutely positioned descendants may be elsewhere. */
const cutsOff = (look: Look, inner: readonly Look[]): boolean => {
  const cuts = (value: string): boolean => /^(hidden|clip)/.test(value);
  const isCut = look.is("overflow", cuts) || (look.is("overflow-x", cuts) && look.is("overflow-y", cuts));
  return isCut && (isPositioned(look) || !inner.some(isPlaced));
};

/** Padding, aspect-ratio borders and flexboxes add room beyond the size. */
function growsBy(side: "width" | "height", look: Look): boolean {
  const paddings = side === "height" ? ["top", "bottom", "block"] : ["left", "right", "inline"];
  return [
    "padding",
    ...paddings.map((part) => `padding-${part}`),
    "aspect-ratio",
    "flex",
    "flex-grow",
    "flex-basis",
  ].some((property) => look.maybe(property, isSet));
}

export function isClipped(look: Look): string | undefined {
  if (isSurelyPlaced(look) && look.is("clip", isNoRect)) return "clip";
  return look.is("clip-path", isNoShape) ? "clip-path" : undefined;
}

function isNoRect(value: string): boolean {
  const sides = /^rect\(([^()]*)\)$/
    .exec(value)?.[1]
    ?.trim()
    .split(/[\s,]+/)
    .map(pixels);
  if (sides?.length !== 4) return false;
  const [top, right, bottom, left] = sides;
  const isThin = (from: number | undefined, to: number | undefined) =>
    from !== undefined && to !== undefined && to - from < SMALLEST;
  return isThin(top, bottom) || isThin(left, right);
}

function isNoShape(value: string): boolean {
  if (/^(circle|ellipse)\(\s*0(px|%)?[\s),]/.test(value)) return true;
  const sides = /^inset\(([^()]*)\)$/.exec(value)?.[1]?.split(" round ")[0]?.trim().split(/\s+/);
  if (!sides?.every((side) => /^[\d.]+%$/.test(side))) return false;
  const [top = 0, right = top, bottom = top, left = right] = sides.map(Number.parseFloat);
  return top + bottom >= 100 || left + right >= 100;
}

export function isOffScreen(look: Look): string | undefined {
  const isFar = (value: string): boolean => (pixels(value) ?? 0) <= FAR_AWAY;
  const free = (property: string): boolean => !look.maybe(property, isSet);
  if (isSurelyPlaced(look) || look.is("position", (value) => value === "relative"))
    for (const [side, other] of [
      ["left", "right"],
      ["top", "bottom"],
      ["right", "left"],
    ] as const)
      if (look.is(side, isFar) && free(other) && free("inset")) return side;
  for (const side of ["left", "top"] as const)
    if (look.is(`margin-${side}`, isFar) && free(`padding-${side}`) && free("padding")) return `margin-${side}`;
  const isShifted = (value: string): boolean => {
    const [, x = "", y = ""] = /^translate(?:x|y|3d)?\(\s*([^,\s)]+)(?:\s*,\s*([^,\s)]+))?/.exec(value) ?? [];
    return [x, y].some((part) => (pixels(part) ?? 0) <= FAR_SHIFT);
  };
  return look.is("transform", isShifted) ? "transform" : undefined;
}
