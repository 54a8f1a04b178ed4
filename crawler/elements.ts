import type { DefaultTreeAdapterTypes } from "parse5";

type Element = DefaultTreeAdapterTypes.Element;

export const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((attr) => attr.name === name)?.value;

export const isElement = (node: DefaultTreeAdapterTypes.Node): node is Element => "tagName" in node;

/** An absolute http, https, mailto or tel URL, else null. */
export function resolve(href: string, base: string): string | null {
  const raw = href.trim();
  if (!raw || raw.length > 2048) return null;
  try {
    const url = new URL(raw, base);
    return /^(https?|mailto|tel):$/.test(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}
