import { type HTMLElement, parse } from "node-html-parser";
import { parse as parseAsBrowser, serialize } from "parse5";
import { isBadgeTarget, parseBadgeUrl } from "../domain/badge.ts";
import type { BadgeSight } from "../domain/badge-watch.ts";

/** The listing whose badge is looked for, at the site at `baseUrl`. */
export type Wanted = { baseUrl: string; slug: string };
/** `refresh` is where the page itself sends its readers at once, an absolute URL. */
export type BadgeFinding = { sight: BadgeSight; refresh: string | null };

/** Elements whose content is text, however much it looks like markup. */
const TEXT_ELEMENTS = Object.fromEntries(
  ["script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext"].map((name) => [name, true]),
);
/** A page that waits longer before it sends its readers on is a page of its own. */
const AT_ONCE_SECONDS = 5;

/** Looks for the badge of a listing in the HTML of `page`. Pure: nothing is loaded, no script runs. */
export function findBadge(html: string, page: string, wanted: Wanted): BadgeFinding {
  // A browser repairs what people write, and the badge is where a browser has it; a parser for tidy HTML finds it there.
  const tidy = serialize(parseAsBrowser(html, { scriptingEnabled: false }));
  const root = parse(tidy, { blockTextElements: TEXT_ELEMENTS, preserveTagNesting: true, parseNoneClosedTags: true });
  const all = (selector: string) => root.querySelectorAll(selector).filter((element) => !element.closest("template"));
  const base = baseOf(all("base"), page);
  return { sight: sightOf(all, base, wanted), refresh: refreshOf(all("meta"), base) };
}

/** What a page without scripts shows of the badge. */
function sightOf(all: (selector: string) => HTMLElement[], base: string, { baseUrl, slug }: Wanted): BadgeSight {
  // A link in a noscript element is for the few without scripts; a picture there stands in for one that loads late.
  const links = all("a").filter((link) => !link.closest("noscript"));
  const toListing = links.filter((link) => isBadgeTarget(link.getAttribute("href") ?? "", baseUrl, slug, base));
  const badgesIn = (pictures: HTMLElement[]) =>
    pictures.flatMap(addressesOf).flatMap((address) => parseBadgeUrl(address, baseUrl, base) ?? []);
  const linked = badgesIn(toListing.flatMap((link) => link.querySelectorAll("img, source")));
  if (linked.some((badge) => badge.slug === slug)) return "found";

  const shown = badgesIn(all("img, source"));
  if (shown.some((badge) => badge.slug === slug)) return "badge_without_link";
  if (shown.length > 0) return "badge_of_another";
  if (toListing.length > 0) return "link_without_badge";
  return links.length === 0 && all("script").length > 0 ? "built_by_scripts" : "nothing";
}

/** Where a picture may come from: pages that load it late keep its address in a data attribute until then. */
const addressesOf = (picture: HTMLElement): string[] =>
  Object.entries(picture.attributes).flatMap(([name, value]) =>
    /^(src|srcset|data-.*)$/i.test(name) ? value.split(/[\s,]+/).filter(Boolean) : [],
  );

/** The first base element counts, and only with an address that pages can have. */
function baseOf(bases: HTMLElement[], page: string): string {
  const href = bases.find((base) => base.hasAttribute("href"))?.getAttribute("href");
  const base = href === undefined ? null : URL.parse(href, page);
  return base && /^https?:$/.test(base.protocol) ? base.href : page;
}

function refreshOf(metas: HTMLElement[], base: string): string | null {
  for (const meta of metas) {
    if (meta.getAttribute("http-equiv")?.trim().toLowerCase() !== "refresh" || meta.closest("noscript")) continue;
    const content = meta.getAttribute("content") ?? "";
    const [, seconds, target] = /^\s*(\d+)[\d.]*\s*[;,\s]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content) ?? [];
    if (target && Number(seconds) <= AT_ONCE_SECONDS) return URL.parse(target.trim(), base)?.href ?? null;
  }
  return null;
}
