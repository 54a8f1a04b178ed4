import type { PageDrawing, PageImage } from "#domain/drafts/site.ts";
import { pattern } from "#domain/text/pattern.ts";
import { type Candidate, type Finder, type FinderContext, unique } from "../candidate.ts";
import type { Corpus } from "../corpus.ts";
import { isA, nodesOf, ORGANISATION, stringsOf } from "../json-ld.ts";
import { similarity } from "../text.ts";

/** The logo, in order of preference: structured data, large icon, touch icon, image called logo. */
export const findLogo: Finder = (corpus, context) =>
  unique(logosIn(corpus, context), (item) => item.value).map(({ value, page, quote }) => ({ value, page, quote }));

function logosIn(corpus: Corpus, { name }: FinderContext): (Candidate & { rank: number })[] {
  const { home } = corpus;
  if (!home) return [];
  const found: (Candidate & { rank: number })[] = [];
  for (const node of nodesOf(home))
    if (isA(node, ORGANISATION))
      for (const href of [...stringsOf(node.logo, "url"), ...stringsOf(node.logo, "contentUrl")])
        if (/^https?:\/\//.test(href)) found.push({ value: href, page: home.id, quote: href, rank: 0 });
  for (const image of home.images) {
    const rank = rankOf(image, name ?? corpus.label);
    if (rank !== null && /^https?:\/\/[^/]+\/.+/.test(image.href) && image.href.length <= 380)
      found.push({ value: image.href, page: home.id, quote: image.href, rank: rank - image.size / 10_000 });
  }
  return found.sort((a, b) => a.rank - b.rank);
}

/** A logo within the page, if no picture with an address is better. */
export function findDrawnLogo(corpus: Corpus, context: FinderContext): string | undefined {
  const [best] = logosIn(corpus, context);
  const ranked = (corpus.home?.drawings ?? []).map((drawing) => ({ drawing, rank: rankOfDrawing(drawing) }));
  const [first] = ranked.sort((a, b) => a.rank - b.rank);
  return first && first.rank < (best?.rank ?? Number.POSITIVE_INFINITY) ? first.drawing.data : undefined;
}

const rankOfDrawing = ({ source, size, data, isWide }: PageDrawing): number => {
  if (source === "apple-touch-icon") return 2;
  if (source === "icon") return data.startsWith("<") || size >= 96 ? 1 : 5;
  return isWide ? 7 : 3.9;
};

function rankOf({ source, href, alt, size }: PageImage, name: string): number | null {
  const vector = /\.svg(\?|$)/i.test(href);
  const file = href.split("/").at(-1) ?? "";
  switch (source) {
    case "icon":
      return vector || size >= 96 ? 1 : 5;
    case "apple-touch-icon":
      return 2;
    case "img":
      // Customers' logos may be present: this one has the product's name, or none.
      if (
        similarity(alt.replace(/logo/i, ""), name) >= 0.6 ||
        similarity(file.replace(/\.\w+$|logo/gi, ""), name) >= 0.6
      )
        return 3;
      return /^(site-|main-|header-)?logo([-_.](white|dark|light|full|color|black|horizontal|small))*\.\w+$/i.test(file)
        ? 3.5
        : null;
    case "og":
      return /logo|icon/i.test(file) ? 3.8 : 6;
    default:
      return 0.5;
  }
}

/** An embedded or linked YouTube video, home page first. */
export const findDemoVideo: Finder = (corpus) => {
  const found: Candidate[] = [];
  for (const page of corpus.pages) {
    if (!/^(home|features|about|services|other|faq)$/.test(page.kind)) continue;
    for (const link of page.links) {
      const id = link.region === "quote" ? null : youtubeId(link.href);
      if (id)
        found.push({ value: `https://www.youtube.com/watch?v=${id}`, page: page.id, quote: link.href.slice(0, 380) });
    }
  }
  return unique(found, (item) => item.value);
};

/** The YouTube video id in a URL, or null. */
export function youtubeId(href: string): string | null {
  const [, id = null] =
    pattern("i")`
      ^https?:\/\/(?:www\.|m\.)?(?:youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/|
      live\/)|youtu\.be\/)([\w-]{11})(?![\w-])`.exec(href) ?? [];
  return id === "videoseries" ? null : id;
}
