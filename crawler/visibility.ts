import type { DefaultTreeAdapterTypes } from "parse5";
import type { Region } from "#domain/drafts/site.ts";
import { pattern } from "#domain/text/pattern.ts";

type Element = DefaultTreeAdapterTypes.Element;

const HIDDEN_CLASSES = new Set([
  "sr-only",
  "visually-hidden",
  "visuallyhidden",
  "screen-reader-text",
  "hidden",
  "invisible",
  "d-none",
  "hide",
  "w-condition-invisible",
  "line-through",
  "strike-through",
  "strikethrough",
  "text-decoration-line-through",
  "old-price",
  "price-old",
  "was-price",
]);
/** `hidden md:block` and `d-none d-md-block` show on wider screens. */
const SHOWN_WHEN_WIDER = pattern("")`
    (^|\s)(sm|md|lg|xl|2xl):(block|flex|grid|inline|inline-block|inline-flex|table|contents|visible|
    not-sr-only)(\s|$)|(^|\s)d-(sm|md|lg|xl|xxl)-(block|flex|grid|inline|inline-block|inline-flex|table)`;

const HIDING_STYLE = [
  /(^|;)\s*display\s*:\s*none/,
  /(^|;)\s*visibility\s*:\s*(hidden|collapse)/,
  /(^|;)\s*(left|top|right|text-indent|margin-left)\s*:\s*-\s*\d{3,}/,
  /(^|;)\s*font-size\s*:\s*0*\.?0*(px|em|rem|pt|%)?\s*(;|!|$)/,
  /(^|;)\s*clip\s*:\s*rect\(\s*(0|1px)/,
  /(^|;)\s*text-decoration(-line)?\s*:[^;]*line-through/,
  /(^|;)\s*(width|height)\s*:\s*[01](px)?\s*(;|!|$).*overflow\s*:\s*hidden/,
];
/** Page builders start animations at opacity 0 with a transform; opacity 0 alone hides. */
const TRANSPARENT = /(^|;)\s*opacity\s*:\s*0*\.?0*\s*(;|!|$)/;
const ANIMATED = /(^|;)\s*(-webkit-)?(transform|will-change|transition|animation)\s*:/;

const read = (element: Element, name: string): string | undefined =>
  element.attrs.find((attr) => attr.name === name)?.value.slice(0, 2_000);

const NAMED_COLORS: Record<string, string> = { white: "#ffffff", black: "#000000" };

function colorOf(text: string | undefined): string | undefined {
  const value = text?.trim() ?? "";
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(value)?.[1];
  if (hex) return `#${hex.length === 3 ? [...hex].map((digit) => digit + digit).join("") : hex}`;
  const rgb = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*(?:[,/]\s*(?:1|1\.0|100%)\s*)?\)$/.exec(value);
  if (rgb)
    return `#${rgb
      .slice(1, 4)
      .map((part) => Number(part).toString(16).padStart(2, "0"))
      .join("")}`;
  return NAMED_COLORS[value];
}

const backgroundIn = (style: string): string | undefined =>
  colorOf(/(?:^|;)\s*background(?:-color)?\s*:\s*([^;!]+)/.exec(style)?.[1]);

/** The background inside an element; null if a class may set another. */
export const backgroundOf = (element: Element, outer: string | null): string | null =>
  backgroundIn(read(element, "style")?.toLowerCase() ?? "") ?? (read(element, "class") ? null : outer);

/** Text in the color of its background. */
function isCamouflaged(style: string, outer: string | null): boolean {
  const color = colorOf(/(?:^|;)\s*color\s*:\s*([^;!]+)/.exec(style)?.[1]);
  return color !== undefined && color === (backgroundIn(style) ?? outer);
}

/** Whether inline styles or well-known classes hide the text. */
export function isHidden(element: Element, outerBackground: string | null = null): boolean {
  let classes = "";
  let style = "";
  for (const { name, value } of element.attrs) {
    if (name === "hidden" && value.toLowerCase() !== "until-found") return true;
    if (name === "data-nosnippet") return true;
    if (name === "class") classes = value.slice(0, 2_000).toLowerCase();
    if (name === "style") style = value.slice(0, 2_000).toLowerCase();
  }
  if (element.tagName === "dialog" && read(element, "open") === undefined) return true;
  if (classes.split(/\s+/).some((word) => HIDDEN_CLASSES.has(word)) && !SHOWN_WHEN_WIDER.test(classes)) return true;
  if (!style) return false;
  if (isCamouflaged(style, outerBackground)) return true;
  return HIDING_STYLE.some((pattern) => pattern.test(style)) || (TRANSPARENT.test(style) && !ANIMATED.test(style));
}

const QUOTE_WORDS = new Set([
  "testimonial",
  "testimonials",
  "review",
  "reviews",
  "quote",
  "quotes",
  "blockquote",
  "tweet",
  "tweets",
]);
const FOOTER_CLASS = /(^|\s)(site-|page-|main-|global-)?footer(\s|$)/i;
const NAV_CLASS = /(^|\s)((site-|main-|top-)?nav(bar|igation)?|(site-|main-)menu)(\s|$)/i;
const ASIDE_WORDS = new Set(["cookie", "cookies", "consent", "gdpr"]);

/** The region an element opens. Quotes stay quotes at any depth. */
export function regionOf(element: Element, outer: Region): Region {
  if (outer === "quote") return "quote";
  const name = element.tagName;
  if (name === "blockquote") return "quote";
  let labels = "";
  if (name !== "body" && name !== "html" && name !== "main") {
    labels = `${read(element, "class") ?? ""} ${read(element, "id") ?? ""}`;
    if (labels.length > 1) {
      const parts = labels
        .replace(/([a-z])([A-Z])/g, "$1 $2")
        .toLowerCase()
        .split(/[^a-z]+/);
      if (parts.some((part) => QUOTE_WORDS.has(part))) return "quote";
      if (parts.some((part) => ASIDE_WORDS.has(part))) return "aside";
    }
  }
  if (outer === "nav" || outer === "footer" || outer === "aside") return outer;
  const role = read(element, "role");
  if (name === "nav" || role === "navigation" || NAV_CLASS.test(labels)) return "nav";
  if (name === "footer" || role === "contentinfo" || FOOTER_CLASS.test(labels)) return "footer";
  if (name === "aside" || role === "complementary") return "aside";
  if (name === "header" && outer === "main") return "header";
  if (name === "main") return "main";
  return outer;
}
