import { type DefaultTreeAdapterTypes, html as names, parseFragment } from "parse5";
import type { PageDrawing } from "#domain/drafts/site.ts";
import { attribute, isElement } from "./elements.ts";

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode;

export const MOST_DRAWINGS = 3;
const MAX_CHARACTERS = 60_000;
const MAX_DEPTH = 60;
/** Placeholders of lazy pictures are shorter. */
const LEAST_BASE64 = 200;
/** Wider ones are lettering, too small to read in the square of a logo. */
const WIDE = 2;
/** For `currentColor`: logos stand on a light tile. */
const INK = "#1c1c22";
const NAME = /^[a-z][\w-]*$/i;
const FORBIDDEN = /^(script|foreignobject|iframe|image|embed|object)$/i;
const SILENT = /^(title|desc|metadata)$/i;
/** Pictures are drawn with a Latin font, which has no emoji. */
const UNDRAWN = /[\p{Extended_Pictographic}\p{Lo}]/u;

class UnfitDrawing extends Error {}

/** A drawing that needs nothing from elsewhere, as a file; undefined if it runs or loads something. */
export function drawingOf(svg: Element): Pick<PageDrawing, "data" | "isWide"> | undefined {
  const box =
    attribute(svg, "viewBox")
      ?.trim()
      .split(/[\s,]+/)
      .map(Number) ?? sidesOf(svg);
  const [, , width = 0, height = 0] = box;
  if (!(width > 0) || !(height > 0)) return undefined;
  try {
    const inner = svg.childNodes.map((node) => written(node, 1)).join("");
    const own = attributesOf(svg, /^(width|height|viewBox|color)$/i);
    const data =
      `<svg xmlns="${names.NS.SVG}" viewBox="${box.join(" ")}" width="${width}" height="${height}" ` +
      `color="${INK}"${own}>${inner}</svg>`;
    return data.length > MAX_CHARACTERS ? undefined : { data, isWide: width > WIDE * height };
  } catch (error) {
    if (error instanceof UnfitDrawing) return undefined;
    throw error;
  }
}

const sidesOf = (svg: Element): number[] => [
  0,
  0,
  ...["width", "height"].map((side) => parseFloat(attribute(svg, side) ?? "")),
];

function written(node: Node, depth: number): string {
  if (node.nodeName === "#text" && "value" in node) {
    if (UNDRAWN.test(node.value)) throw new UnfitDrawing(node.value);
    return escaped(checked(node.value));
  }
  if (!isElement(node) || SILENT.test(node.tagName)) return "";
  const { tagName: name } = node;
  if (depth > MAX_DEPTH || FORBIDDEN.test(name) || !NAME.test(name)) throw new UnfitDrawing(name);
  const inner = node.childNodes.map((child) => written(child, depth + 1)).join("");
  return `<${name}${attributesOf(node)}>${inner}</${name}>`;
}

/** Without handlers, namespaces and those that only frameworks understand. */
const attributesOf = ({ attrs }: Element, known = /^$/): string =>
  attrs
    .filter(({ name }) => NAME.test(name) && !/^(on|xml)/i.test(name) && !known.test(name))
    .map(({ name, value }) => {
      if (/^(href|src)$/i.test(name) && !value.trim().startsWith("#")) throw new UnfitDrawing(value);
      return ` ${name}="${escaped(checked(value))}"`;
    })
    .join("");

function checked(text: string): string {
  if (/url\((?!\s*["']?#)|@import/i.test(text)) throw new UnfitDrawing(text);
  return text;
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** A picture inside an address: an SVG, or a PNG or WebP in base64. */
export function drawingIn(address: string): Pick<PageDrawing, "data" | "isWide"> | undefined {
  const [, type = "", base64, body = ""] =
    /^\s*data:image\/(svg\+xml|png|webp)(?:;charset=[\w-]+|;utf-?8)?(;base64)?,(.*)$/is.exec(
      address.slice(0, 2 * MAX_CHARACTERS),
    ) ?? [];
  if (body === "" || body.length > MAX_CHARACTERS) return undefined;
  if (type !== "svg+xml") {
    const isPicture = base64 && body.length >= LEAST_BASE64;
    return isPicture ? { data: `data:image/${type};base64,${body}`, isWide: false } : undefined;
  }
  const text = base64 ? Buffer.from(body, "base64").toString("utf8") : decoded(body);
  const svg = parseFragment(text).childNodes.find((node) => node.nodeName === "svg");
  return svg && isElement(svg) ? drawingOf(svg) : undefined;
}

function decoded(body: string): string {
  try {
    return decodeURIComponent(body);
  } catch {
    return body;
  }
}
