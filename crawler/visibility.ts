import type { DefaultTreeAdapterTypes } from "parse5";
import type { Region } from "../domain/site.ts";

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
]);
/** `hidden md:block` and `d-none d-md-block` are shown on wider screens. */
const SHOWN_WHEN_WIDER =
  /(^|\s)(sm|md|lg|xl|2xl):(block|flex|grid|inline|inline-block|inline-flex|table|contents|visible|not-sr-only)(\s|$)|(^|\s)d-(sm|md|lg|xl|xxl)-(block|flex|grid|inline|inline-block|inline-flex|table)/;

const HIDING_STYLE = [
  /(^|;)\s*display\s*:\s*none/,
  /(^|;)\s*visibility\s*:\s*(hidden|collapse)/,
  /(^|;)\s*(left|top|right|text-indent|margin-left)\s*:\s*-\s*\d{3,}/,
  /(^|;)\s*font-size\s*:\s*0*\.?0*(px|em|rem|pt|%)?\s*(;|!|$)/,
  /(^|;)\s*clip\s*:\s*rect\(\s*(0|1px)/,
  /(^|;)\s*(width|height)\s*:\s*[01](px)?\s*(;|!|$).*overflow\s*:\s*hidden/,
];
/** Page builders start animations at opacity 0 with a transform; opacity 0 alone hides. */
const TRANSPARENT = /(^|;)\s*opacity\s*:\s*0*\.?0*\s*(;|!|$)/;
const ANIMATED = /(^|;)\s*(-webkit-)?(transform|will-change|transition|animation)\s*:/;

const read = (element: Element, name: string): string | undefined =>
  element.attrs.find((attr) => attr.name === name)?.value.slice(0, 2_000);

/** Text that a visitor does not see, judged by the element alone; style sheets are not read. */
export function isHidden(element: Element): boolean {
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

/** The region an element opens. Other people's words stay so at any depth. */
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
