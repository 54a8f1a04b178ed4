import type { DefaultTreeAdapterTypes } from "parse5";
import { looksLikeInstruction } from "#domain/drafts/instruction-like.ts";
import type { Block, PageDrawing, PageImage, PageLink, Region, Shape } from "#domain/drafts/site.ts";
import { given } from "#domain/text/given.ts";
import { cleanLine } from "#domain/text/text.ts";
import { drawingIn, drawingOf, MOST_DRAWINGS } from "./drawings.ts";
import { attribute, isElement, resolve } from "./elements.ts";
import { leadOf, type Piece } from "./lead.ts";
import { markFinder } from "./marks.ts";
import { isHomeOfHost, pageKey } from "./pages.ts";
import { repeatFinder } from "./repeats.ts";
import { backgroundOf, isHidden, regionOf } from "./visibility.ts";

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

const words = (text: string): Set<string> => new Set(text.split(" "));

const DROPPED = words(
  "script style noscript template svg iframe textarea select option datalist canvas video audio object " +
    "embed math map head title s strike del",
);
const BLOCK_LEVEL = words(
  "html body address article aside blockquote button caption center dd details dialog div dl dt " +
    "fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr label legend li main menu " +
    "nav ol p pre section summary table tbody td tfoot th thead tr ul",
);
const PICTURES = words("img svg i picture");
/** Rows are siblings across the parts of a table. */
const TABLE_PARTS = words("thead tbody tfoot");
/** Tags that a block keeps; others become `div`. */
const NAMED = words(
  "h1 h2 h3 h4 h5 h6 p li dt dd summary td th blockquote figcaption button pre address label legend caption",
);
const HEADING = /^h[1-6]$/;
/** A paragraph inside these belongs to the list item, answer or quote. */
const OWNS_PARAGRAPHS = words("li dt dd summary blockquote button");

const MAX_BLOCK = 5_000;
/** Ten times the text of a long page. Limits all later work. */
const MAX_TEXT = 200_000;
const MAX_BLOCKS = 3_000;
const MAX_LINKS = 2_000;
const MAX_LINK_TEXT = 200_000;

type Place = { tag: string; region: Region; breaksSplit: boolean; background: string | null };
type Step = { node: Node; place: Place } | { close: "block" | "part" | "link" };

export type Body = {
  blocks: Block[];
  links: PageLink[];
  images: PageImage[];
  drawings: PageDrawing[];
  shape: Shape;
};

/** Walks the DOM with an explicit stack, so that nesting cannot overflow. */
export function readBody(roots: Node[], base: string, isStruck: (element: Element) => boolean): Body {
  const shape = { repeats: [], leads: {}, linked: {} };
  const body: Body = { blocks: [], links: [], images: [], drawings: [], shape };
  const writer = blockWriter(body);
  const repeats = repeatFinder(body.blocks);
  const marks = markFinder(body.blocks);
  const open: OpenLink[] = [];
  let linkText = 0;
  const hasRoom = (link: PageLink): boolean => {
    linkText += link.href.length + link.rel.length;
    return open.length + body.links.length < MAX_LINKS && linkText <= MAX_LINK_TEXT;
  };
  const root: Place = { tag: "div", region: "main", breaksSplit: true, background: null };
  const stack: Step[] = roots.map((node) => ({ node, place: root })).reverse();

  for (let step = stack.pop(); step; step = stack.pop()) {
    if ("close" in step) {
      if (step.close === "link") closeLink(given(open.pop()), body.links);
      else writer.flush();
      if (step.close === "block") {
        repeats.close();
        marks.close();
      }
      continue;
    }
    const { node, place } = step;
    if (node.nodeName === "#text" && "value" in node) {
      const link = open.at(-1);
      writer.add(node.value, place, node.parentNode, link);
      if (link && link.text.length < 400) link.text += node.value;
      continue;
    }
    if (!isElement(node)) continue;
    if (node.tagName === "iframe") {
      const embed = linkOf(node, attribute(node, "src") ?? attribute(node, "data-src"), place.region, base);
      if (embed && hasRoom(embed))
        body.links.push({ ...embed, text: cleanLine(attribute(node, "title") ?? "").slice(0, 200), rel: "iframe" });
    }
    if (PICTURES.has(node.tagName)) marks.picture();
    if (node.tagName === "svg") readDrawing(node, place, open.at(-1), base, body.drawings);
    if (DROPPED.has(node.tagName) || isHidden(node, place.background)) continue;
    if (isPermalink(node) || isStruck(node)) continue;
    if (node.tagName === "time") repeats.date();
    if (node.tagName === "sup" && writer.raise(node) === "footnote") continue;
    if (node.tagName === "br") {
      if (place.breaksSplit) writer.flush();
      else writer.add(" ", place);
      continue;
    }
    if (node.tagName === "img") {
      readImage(node, place.region, base, body);
      const link = open.at(-1);
      if (link) link.fallback ||= cleanLine(attribute(node, "alt") ?? "");
      continue;
    }
    const inner = placeInside(node, place);
    if (BLOCK_LEVEL.has(node.tagName) || holdsBlocks(node)) {
      writer.flush();
      const isPart = TABLE_PARTS.has(node.tagName);
      if (!isPart) {
        repeats.open(node.tagName);
        marks.open(node);
      }
      stack.push({ close: isPart ? "part" : "block" });
    }
    if (node.tagName === "a") {
      const link = linkOf(node, attribute(node, "href"), inner.region, base);
      if (link && hasRoom(link)) {
        open.push({
          link,
          fallback: cleanLine(attribute(node, "aria-label") ?? attribute(node, "title") ?? ""),
          text: "",
        });
        stack.push({ close: "link" });
      }
    }
    for (const child of node.childNodes.toReversed()) stack.push({ node: child, place: inner });
  }
  writer.flush();
  body.shape = { repeats: repeats.end(), ...writer.end(), ...marks.end() };
  return body;
}

type OpenLink = { link: PageLink; fallback: string; text: string };

/** A card that is one link. */
const holdsBlocks = (node: Element): boolean =>
  node.tagName === "a" && node.childNodes.some((child) => isElement(child) && BLOCK_LEVEL.has(child.tagName));

/** "Features#": a heading's link to itself. */
function isPermalink(node: Element): boolean {
  if (node.tagName !== "a" || !attribute(node, "href")?.includes("#")) return false;
  const [first, ...others] = node.childNodes;
  const only = first && isElement(first) ? first.childNodes[0] : first;
  return others.length === 0 && only !== undefined && "value" in only && /^[\s#¶§🔗]+$/u.test(only.value);
}

/** Collects inline text into blocks; drops instruction-like text. */
function blockWriter({ blocks, links }: Pick<Body, "blocks" | "links">) {
  let pieces: (Piece & { link: OpenLink | undefined })[] = [];
  let length = 0;
  let total = 0;
  let at: Place | null = null;
  const leads: Shape["leads"] = {};
  const within = new Map<number, PageLink>();
  return {
    add(text: string, place: Place, parent: ParentNode | null = null, link?: OpenLink): void {
      if (at === null && text.trim() !== "") at = place;
      if (length > MAX_BLOCK * 2) return;
      const last = pieces.at(-1);
      pieces.push({ text: last && areApart(last, { text, parent }) ? ` ${text}` : text, parent, link });
      length += text.length;
    },
    /** "$9" with a raised 99 is $9.99; a raised 1 is a footnote. */
    raise(element: Element): "digits" | "footnote" | undefined {
      const [child] = element.childNodes;
      const digits = child && "value" in child ? /^\s*\d+/.exec(child.value)?.[0].trim() : undefined;
      const last = pieces.at(-1);
      if (digits === undefined || !last || !/\d$/.test(last.text)) return undefined;
      const after = element.parentNode?.childNodes[element.parentNode.childNodes.indexOf(element) + 1];
      const isMoney =
        /[$€£¥]\s?\d+$/.test(last.text.slice(-20)) ||
        (after !== undefined && "value" in after && /^\s*[$€£]/.test(after.value));
      if (isMoney && digits.length === 1) return "footnote";
      pieces.push({ ...last, text: isMoney && digits.length === 2 ? "." : " " });
      return "digits";
    },
    flush(): void {
      if (at !== null && total < MAX_TEXT && blocks.length < MAX_BLOCKS) {
        const joined = pieces.map((piece) => piece.text).join("");
        const text = cleanLine(joined.slice(0, MAX_BLOCK * 2)).slice(0, MAX_BLOCK);
        if (text && !looksLikeInstruction(text)) {
          const lead = cleanLine(leadOf(pieces, BLOCK_LEVEL));
          if (lead && lead.length < text.length && text.startsWith(lead)) leads[blocks.length] = lead.length;
          const link = pieces.find((piece) => piece.text.trim() !== "")?.link;
          if (link && pieces.every((piece) => piece.link === link || piece.text.trim() === ""))
            within.set(blocks.length, link.link);
          blocks.push({ text, tag: at.tag, region: at.region });
          total += text.length;
        }
      }
      pieces = [];
      length = 0;
      at = null;
    },
    end(): Pick<Shape, "leads" | "linked"> {
      const places = new Map(links.map((link, place) => [link, place]));
      const linked = [...within].flatMap(([block, link]) => {
        const place = places.get(link);
        return place === undefined ? [] : [[block, place] as const];
      });
      return { leads, linked: Object.fromEntries(linked) };
    },
  };
}

/** "<b>$9 per month</b><i>billed yearly</i>", "$49<small>one-time</small>": neighbors separated only by style. */
function areApart(one: Piece, other: Piece): boolean {
  if (!one.parent || !other.parent || one.parent === other.parent) return false;
  if (/[$€£¥₹]\s?[\d.,]+$/.test(one.text.slice(-20)) && /^\p{L}{3}/u.test(other.text)) return true;
  const nested = isChildOf(one.parent, other.parent) || isChildOf(other.parent, one.parent);
  return (
    !nested &&
    /[\p{L}\p{N}]$/u.test(one.text) &&
    /^[\p{L}\p{N}$€£]/u.test(other.text) &&
    /\S\s\S/.test(`${one.text}|${other.text}`)
  );
}

const isChildOf = (child: ParentNode, parent: ParentNode): boolean =>
  "parentNode" in child && child.parentNode === parent;

function placeInside(element: Element, outer: Place): Place {
  const region = regionOf(element, outer.region);
  const name = element.tagName;
  let tag = outer.tag;
  if (!HEADING.test(outer.tag)) {
    if (HEADING.test(name)) tag = name;
    else if (NAMED.has(name) && !(OWNS_PARAGRAPHS.has(outer.tag) && name === "p")) tag = name;
    else if (BLOCK_LEVEL.has(name) && !OWNS_PARAGRAPHS.has(outer.tag)) tag = "div";
  }
  const breaksSplit =
    name === "p" ? countBreaks(element) >= 3 : BLOCK_LEVEL.has(name) ? !HEADING.test(tag) : outer.breaksSplit;
  const background = backgroundOf(element, outer.background);
  return tag === outer.tag &&
    region === outer.region &&
    breaksSplit === outer.breaksSplit &&
    background === outer.background
    ? outer
    : { tag, region, breaksSplit, background };
}

/** One break is typography; three or more make a list of lines, such as a postal address. */
const countBreaks = (element: Element): number =>
  element.childNodes.reduce((count, child) => count + (child.nodeName === "br" ? 1 : 0), 0);

function linkOf(element: Element, href: string | undefined, region: Region, base: string): PageLink | null {
  const target = href === undefined ? null : resolve(href, base);
  if (target === null) return null;
  return { href: target, text: "", rel: (attribute(element, "rel") ?? "").slice(0, 100).toLowerCase(), region };
}

function closeLink({ link, text, fallback }: OpenLink, links: PageLink[]): void {
  link.text = (cleanLine(text) || fallback).slice(0, 200);
  links.push(link);
}

function readImage(element: Element, region: Region, base: string, { images, drawings }: Body): void {
  const alt = cleanLine(attribute(element, "alt") ?? "").slice(0, 200);
  const source = attribute(element, "src") ?? attribute(element, "data-src") ?? "";
  const isInside = /^\s*data:/i.test(source);
  const hints = [attribute(element, "class"), attribute(element, "id"), isInside ? "" : source, alt].join(" ");
  if (region === "quote" || images.length >= 40 || hints.length > 4_000 || !LOGO.test(hints)) return;
  const side = Math.max(Number(attribute(element, "width")) || 0, Number(attribute(element, "height")) || 0);
  const drawing = isInside && drawings.length < MOST_DRAWINGS ? drawingIn(source) : undefined;
  if (drawing) drawings.push({ ...drawing, alt, source: "img", size: side });
  const href = resolve(source, base);
  if (href?.startsWith("http")) images.push({ href, alt, source: "img", size: side });
}

const LOGO = /\b(logo|brand)|logo\b/i;
/** A picture of a house or an arrow leads home, too. */
const ICON = /\b(icon|home|house|arrow|back|menu|close|search)\b/i;

/** The logo as an inline SVG: in the link to the home page, or called so at the top of a page. */
function readDrawing(
  element: Element,
  { region, background }: Place,
  within: OpenLink | undefined,
  base: string,
  drawings: PageDrawing[],
): void {
  if (region === "quote" || region === "footer" || drawings.length >= MOST_DRAWINGS || isHidden(element, background))
    return;
  const namesOf = (node: Element): string =>
    ["class", "id", "aria-label"].map((name) => (attribute(node, name) ?? "").slice(0, 500)).join(" ");
  const parent = element.parentNode && "tagName" in element.parentNode ? namesOf(element.parentNode) : "";
  const names = namesOf(element);
  const isNamed = LOGO.test(`${names} ${parent}`) && (region === "header" || region === "nav");
  if (!isNamed && (ICON.test(names) || !within || !leadsHome(within.link.href, base))) return;
  const drawing = drawingOf(element);
  if (drawing) drawings.push({ ...drawing, alt: within?.fallback.slice(0, 200) ?? "", source: "img", size: 0 });
}

function leadsHome(href: string, base: string): boolean {
  const { hash, host, protocol } = new URL(href);
  return (
    /^https?:$/.test(protocol) &&
    /^#?(top|home)?$/.test(hash) &&
    (pageKey(href) === pageKey(base) || (host === new URL(base).host && isHomeOfHost(href)))
  );
}
