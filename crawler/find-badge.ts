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
  // A browser repairs what people write, and the badge is where a browser has it; the parser for tidy HTML finds it there.
  const tidy = serialize(parseAsBrowser(html, { scriptingEnabled: false }));
  const root = parse(tidy, { blockTextElements: TEXT_ELEMENTS, preserveTagNesting: true, parseNoneClosedTags: true });
  const all: Select = (name) => root.getElementsByTagName(name).filter((element) => !ancestor(element, "template"));
  const base = baseOf(all("base"), page);
  return { sight: sightOf(all, base, wanted), refresh: refreshOf(all("meta"), base) };
}

type Select = (name: string) => HTMLElement[];

/** The library's own `closest` takes a thousand times as long. */
function ancestor(element: HTMLElement, name: string): HTMLElement | undefined {
  let parent = element.parentNode;
  while (parent && parent.rawTagName !== name) parent = parent.parentNode;
  return parent ?? undefined;
}

function sightOf(all: Select, base: string, { baseUrl, slug }: Wanted): BadgeSight {
  // A link in a noscript element is for the few without scripts; a picture there stands in for one that loads late.
  const leadsHere = (link: HTMLElement | undefined): boolean =>
    !!link && !ancestor(link, "noscript") && isBadgeTarget(link.getAttribute("href") ?? "", baseUrl, slug, base);
  const shown = [...all("img"), ...all("source")].flatMap((picture) =>
    addressesOf(picture).flatMap((address) => {
      const badge = parseBadgeUrl(address, baseUrl, base);
      return badge ? [{ picture, isOwn: badge.slug === slug }] : [];
    }),
  );
  const own = shown.filter(({ isOwn }) => isOwn);
  if (own.some(({ picture }) => leadsHere(ancestor(picture, "a")))) return "found";
  if (own.length > 0) return "badge_without_link";
  if (shown.length > 0) return "badge_of_another";
  const links = all("a");
  if (links.some(leadsHere)) return "link_without_badge";
  return links.length === 0 && all("script").length > 0 ? "built_by_scripts" : "nothing";
}

/** Where a picture may come from: pages that load it late keep its address in a data attribute until then. */
const addressesOf = (picture: HTMLElement): string[] =>
  Object.entries(picture.attributes)
    .filter(([name]) => /^(src|srcset|data-.*)$/.test(name))
    .flatMap(([name, value]) => (name.endsWith("srcset") ? value.split(/[\s,]+/) : value))
    .filter((address) => address.includes("badges/"));

/** The first base element counts, and only with an address that pages can have. */
function baseOf(bases: HTMLElement[], page: string): string {
  const href = bases.find((base) => base.hasAttribute("href"))?.getAttribute("href");
  const base = href === undefined ? null : URL.parse(href, page);
  return base && /^https?:$/.test(base.protocol) ? base.href : page;
}

function refreshOf(metas: HTMLElement[], base: string): string | null {
  const isRefresh = (meta: HTMLElement) => meta.getAttribute("http-equiv")?.toLowerCase() === "refresh";
  const content = metas.find((meta) => isRefresh(meta) && !ancestor(meta, "noscript"))?.getAttribute("content") ?? "";
  const [, seconds, target] =
    /^\s*(\d+)(?:\.\d*)?\s*[;,\s]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content.slice(0, 2_000)) ?? [];
  return target && Number(seconds) <= AT_ONCE_SECONDS ? (URL.parse(target.trim(), base)?.href ?? null) : null;
}
