import type { DefaultTreeAdapterTypes } from "parse5";
import { attribute } from "./elements.ts";
import type { StyleSheet } from "./style-rules.ts";

type Element = DefaultTreeAdapterTypes.Element;
/** Linked style sheets by URL; null if unreadable. */
export type SheetTexts = Readonly<Record<string, string | null>>;
/** A sheet, the URL of a missing one, or an unreadable one. */
type Found = { sheet?: StyleSheet; missing?: string; isLost?: boolean };

/** The style sheet of a style or link element. */
export function sheetsIn(element: Element, base: string, isSure: boolean, texts: SheetTexts): Found[] {
  const media = attribute(element, "media") ?? "";
  if (element.tagName === "style") {
    if (!/^(text\/css)?$/i.test(attribute(element, "type")?.trim() ?? "")) return [];
    const css = element.childNodes.map((node) => ("value" in node ? node.value : "")).join("");
    return [{ sheet: { from: "a style element of the page", css, base, media, isSure } }];
  }
  if (element.tagName !== "link") return [];
  const rel = (attribute(element, "rel") ?? "").toLowerCase().split(/\s+/);
  // Late-loading sheets become screen sheets by script.
  const isLate = attribute(element, "onload") !== undefined;
  const isSheet =
    rel.includes("stylesheet") || (isLate && rel.includes("preload") && attribute(element, "as") === "style");
  if (!isSheet || rel.includes("alternate") || attribute(element, "disabled") !== undefined) return [];
  const url = URL.parse(attribute(element, "href") ?? "", base);
  if (!url || !/^https?:$/.test(url.protocol)) return [];
  url.hash = "";
  const css = texts[url.href];
  if (css === undefined) return [{ missing: url.href }];
  if (css === null) return [{ isLost: true }];
  return [{ sheet: { from: url.pathname, css, base: url.href, media: isLate ? "" : media, isSure } }];
}
