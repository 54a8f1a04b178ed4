import { SaxesParser } from "saxes";

export type Sitemap = {
  /** Page URLs as written, at most 5,000. */
  urls: string[];
  /** Site maps that an index names. */
  children: string[];
};

const MAX_LOCATIONS = 5_000;
const SLICE = 65_536;

/**
 * Reads a site map or an index of site maps. Stops at 5,000 locations or at the first error and answers what stood before it,
 * so that a file cut at the size limit, or one that is no XML at all, is no special case.
 */
export function readSitemap(xml: string): Sitemap {
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
    text = "";
  });
  const collect = (piece: string) => {
    if (path.at(-1) === "loc") text += piece;
  };
  parser.on("text", collect);
  parser.on("cdata", collect);
  parser.on("closetag", () => {
    // An image or video inside a page's entry has a loc of its own: only the entry's own child counts.
    const [parent, name] = path.slice(-2);
    if (name === "loc" && !isDone) {
      if (parent === "url") found.urls.push(text.trim());
      if (parent === "sitemap") found.children.push(text.trim());
    }
    path.pop();
    isDone ||= found.urls.length + found.children.length >= MAX_LOCATIONS;
  });

  for (let at = 0; at < xml.length && !isDone; at += SLICE) parser.write(xml.slice(at, at + SLICE));
  return found;
}

/** The child most likely to list the pages of a site rather than its posts, products or pictures. */
export function likelyChild(children: readonly string[]): string | undefined {
  const named = (pattern: RegExp) => children.find((url) => pattern.test(url));
  const isOfPosts = /post|product|image|video|news|tag|categor|author|blog/i;
  return named(/page|main|static|marketing/i) ?? children.find((url) => !isOfPosts.test(url)) ?? children[0];
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1).toLowerCase();
