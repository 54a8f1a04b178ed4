import { gunzipSync } from "node:zlib";
import { SaxesParser } from "saxes";
import type { PageLink } from "#domain/drafts/site.ts";
import { decode } from "./charset.ts";
import { OutboundError } from "./outbound-error.ts";
import type { SafeResponse } from "./safe-fetch.ts";

export type Sitemap = {
  urls: string[];
  children: string[];
};

type Read = (url: string, accept: string, maxBytes: number) => Promise<SafeResponse>;
/** Accepts gzip. */
export type ParseSitemap = (file: SitemapFile) => Promise<Sitemap>;
export type SitemapFile = { body: Uint8Array; contentType: string | undefined };

const MAX_LOCATIONS = 5_000;
const MAX_BYTES = 5_000_000;
const MAX_LOCATION = 2_048;
const MAX_DEPTH = 20;
const SLICE = 65_536;
const ACCEPT = "application/xml, text/xml, application/gzip";

/**
 * Sitemap pages as links without text: from the first `declared` one or /sitemap.xml, and one child
 * of an index. Empty if missing or unreadable; catches only OutboundError.
 */
export async function findSitemapLinks(
  home: string,
  declared: readonly string[],
  read: Read,
  parse: ParseSitemap,
): Promise<PageLink[]> {
  const top = await load(declared[0] ?? new URL("/sitemap.xml", home).href, read, parse);
  const child = top.urls.length === 0 ? likelyChild(top.children) : undefined;
  const { urls } = child === undefined ? top : await load(child, read, parse);
  return urls.map((href) => ({ href, text: "", rel: "", region: "main" }));
}

async function load(url: string, read: Read, parse: ParseSitemap): Promise<Sitemap> {
  try {
    const { status, body, headers } = await read(url, ACCEPT, MAX_BYTES);
    return status === 200 ? await parse({ body, contentType: headers["content-type"] }) : { urls: [], children: [] };
  } catch (error) {
    if (error instanceof OutboundError) return { urls: [], children: [] };
    throw error;
  }
}

/** A .gz file is compressed content, not a compressed transfer. */
function unzipped(body: Uint8Array): Uint8Array {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return gunzipSync(body, { maxOutputLength: MAX_BYTES });
  } catch {
    return new Uint8Array();
  }
}

/**
 * Parses a sitemap or index. Stops at 5,000 locations or the first error and returns what it has,
 * so truncated or invalid files need no special case.
 */
export function readSitemap({ body, contentType }: SitemapFile): Sitemap {
  const xml = decode(unzipped(body), contentType);
  const found: Sitemap = { urls: [], children: [] };
  const parser = new SaxesParser();
  const path: string[] = [];
  let isDone = false;
  let text = "";

  parser.on("error", () => {
    isDone = true;
  });
  parser.on("opentag", ({ name }) => {
    path.push(localName(name));
    isDone ||= path.length > MAX_DEPTH;
    text = "";
  });
  const collect = (piece: string) => {
    if (path.at(-1) === "loc" && text.length <= MAX_LOCATION) text += piece;
  };
  parser.on("text", collect);
  parser.on("cdata", collect);
  parser.on("closetag", () => {
    // Images and videos in an entry have their own loc; only its direct child counts.
    const [parent, name] = path.slice(-2);
    if (name === "loc" && !isDone && text.length <= MAX_LOCATION) {
      if (parent === "url") found.urls.push(text.trim());
      if (parent === "sitemap") found.children.push(text.trim());
    }
    path.pop();
    isDone ||= found.urls.length + found.children.length >= MAX_LOCATIONS;
  });

  for (let at = 0; at < xml.length && !isDone; at += SLICE) parser.write(xml.slice(at, at + SLICE));
  return found;
}

/** The child most likely to list pages rather than posts, products or pictures. */
function likelyChild(children: readonly string[]): string | undefined {
  const isOfPosts = /post|product|image|video|news|tag|categor|author|blog/i;
  return (
    children.find((url) => /page|main|static|marketing/i.test(url)) ??
    children.find((url) => !isOfPosts.test(url)) ??
    children[0]
  );
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1).toLowerCase();
