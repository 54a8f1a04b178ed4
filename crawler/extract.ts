import { type DefaultTreeAdapterTypes, html as names, parse } from "parse5";
import { looksLikeInstruction } from "#domain/drafts/instruction-like.ts";
import type { PageDrawing, PageImage, PageKind, SitePage } from "#domain/drafts/site.ts";
import { cleanLine } from "#domain/text/text.ts";
import { drawingIn, MOST_DRAWINGS } from "./drawings.ts";
import { attribute, isElement, resolve } from "./elements.ts";
import { readJsonLd } from "./json-ld.ts";
import { readBody } from "./read-body.ts";
import { refreshTarget } from "./refresh.ts";
import { placeStreamed } from "./streamed.ts";
import { struckBy } from "./struck.ts";

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const MAX_IMAGES = 60;
const MAX_META = 200;
const MAX_META_TEXT = 50_000;

/** Extracts text blocks, links, metadata and JSON-LD from HTML. No network; scripts never run. */
export function extractHtml(html: string, url: string, options: { id: string; kind: PageKind }): SitePage {
  const document = parse(html);
  placeStreamed(document.childNodes);
  const head = readHead(document.childNodes, url);
  const body = readBody(document.childNodes, head.base, struckBy(head.styles));
  const images = [...head.images, ...body.images].slice(0, MAX_IMAGES);
  const drawings = options.kind === "home" ? [...head.drawings, ...body.drawings].slice(0, MOST_DRAWINGS) : [];
  return {
    id: options.id,
    url,
    kind: options.kind,
    title: head.title,
    language: head.language ?? head.meta["og:locale"]?.replace("_", "-") ?? null,
    blocks: body.blocks,
    meta: head.meta,
    jsonLd: readJsonLd(head.jsonLd),
    links: body.links,
    images,
    ...(drawings.length > 0 && { drawings }),
    scripts: head.scripts,
    ...(head.refresh && { refresh: head.refresh }),
    ...(head.manifest && { manifest: head.manifest }),
    shape: body.shape,
  };
}

const rawText = (element: Element): string =>
  element.childNodes.map((child) => ("value" in child ? child.value : "")).join("");

type Head = {
  title: string | null;
  language: string | null;
  base: string;
  meta: Record<string, string>;
  jsonLd: string[];
  images: PageImage[];
  drawings: PageDrawing[];
  scripts: number;
  refresh: string | null;
  manifest: string | null;
  styles: string[];
  /** Characters of metadata kept so far. */
  kept: number;
};

/** Metadata anywhere: page builders also put meta tags and JSON-LD into the body. */
function readHead(roots: Node[], url: string): Head {
  const head: Head = {
    title: null,
    language: null,
    base: url,
    meta: {},
    jsonLd: [],
    images: [],
    drawings: [],
    scripts: 0,
    refresh: null,
    manifest: null,
    styles: [],
    kept: 0,
  };
  const meta = new Map<string, string>();
  const stack: Node[] = [...roots].reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (!isElement(node)) continue;
    readMetadata(node, head, meta);
    for (const child of node.childNodes.toReversed()) stack.push(child);
  }
  head.meta = Object.fromEntries(meta);
  const image = meta.get("og:image");
  const ogImage = image && resolve(image, head.base);
  if (ogImage) head.images.push({ href: ogImage, alt: "", source: "og", size: 0 });
  return head;
}

function readMetadata(element: Element, head: Head, meta: Map<string, string>): void {
  switch (element.tagName) {
    case "html":
      head.language ??= attribute(element, "lang")?.trim() || null;
      break;
    case "base": {
      const base = head.base === undefined ? null : resolve(attribute(element, "href") ?? "", head.base);
      if (base) head.base = base;
      break;
    }
    case "title": {
      // SVGs have their own titles.
      if (element.namespaceURI !== names.NS.HTML || head.title !== null) break;
      const title = cleanLine(rawText(element)).slice(0, 500);
      if (title && !looksLikeInstruction(title)) head.title = title;
      break;
    }
    case "meta": {
      if (attribute(element, "http-equiv")?.toLowerCase() === "refresh")
        head.refresh ??= refreshTarget(attribute(element, "content") ?? "", head.base);
      const name = (attribute(element, "property") ?? attribute(element, "name"))?.trim().toLowerCase();
      const content = cleanLine(attribute(element, "content") ?? "").slice(0, 2000);
      // Templates repeat tags with defaults of another product; the first one counts.
      if (!name || name.length > 100 || !content || meta.has(name)) break;
      if (meta.size >= MAX_META || head.kept >= MAX_META_TEXT || looksLikeInstruction(content)) break;
      meta.set(name, content);
      head.kept += content.length;
      break;
    }
    case "link": {
      if (/^\s*manifest\s*$/i.test(attribute(element, "rel") ?? ""))
        head.manifest ??= resolve(attribute(element, "href") ?? "", head.base);
      readIcon(element, head);
      break;
    }
    case "style":
      head.styles.push(rawText(element));
      break;
    case "script":
      if (/ld\+json/i.test(attribute(element, "type") ?? "")) head.jsonLd.push(rawText(element));
      else head.scripts += 1;
      break;
  }
}

function readIcon(element: Element, { base, images, drawings }: Head): void {
  const rel = (attribute(element, "rel") ?? "").toLowerCase().split(/\s+/);
  const touch = rel.some((word) => word.startsWith("apple-touch-icon"));
  if (!touch && !rel.includes("icon")) return;
  const sizes = (attribute(element, "sizes") ?? "").match(/\d+/g)?.map(Number) ?? [];
  const icon = {
    alt: "",
    source: touch ? ("apple-touch-icon" as const) : ("icon" as const),
    size: Math.max(0, ...sizes),
  };
  const address = attribute(element, "href") ?? "";
  const drawing = drawings.length < MOST_DRAWINGS ? drawingIn(address) : undefined;
  if (drawing) drawings.push({ ...icon, ...drawing });
  const href = resolve(address, base);
  if (href?.startsWith("http") && images.length < MAX_IMAGES) images.push({ ...icon, href });
}
