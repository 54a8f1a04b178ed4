import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { isBadgeTarget, parseBadgeUrl } from "../domain/badge.ts";
import type { BadgeSight } from "../domain/badge-watch.ts";
import { attribute, isElement } from "./elements.ts";

type Element = DefaultTreeAdapterTypes.Element;
type Parent = DefaultTreeAdapterTypes.ParentNode;

/** The listing whose badge is looked for, at the site at `baseUrl`. */
export type Wanted = { baseUrl: string; slug: string };
/** `refresh` is where the page redirects at once, an absolute URL. */
export type BadgeFinding = { sight: BadgeSight; refresh: string | null };

/** A page that redirects after a longer delay counts as a page. */
const AT_ONCE_SECONDS = 5;

/**
 * Looks for the badge of a listing in the HTML of `page`, in the tree that a browser without scripts makes of it: a comment
 * or a template holds no elements. Pure: nothing is loaded, no script runs.
 */
export function findBadge(html: string, page: string, wanted: Wanted): BadgeFinding {
  const elements = Map.groupBy(elementsIn(parse(html, { scriptingEnabled: false })), ({ tagName }) => tagName);
  const all: Select = (name) => elements.get(name) ?? [];
  const base = baseOf(all("base"), page);
  return { sight: sightOf(all, base, wanted), refresh: refreshOf(all("meta"), base) };
}

type Select = (name: string) => Element[];

/** In the order of the page, without recursion: pages may be nested deeper than a stack. */
function elementsIn(root: Parent): Element[] {
  const found: Element[] = [];
  const stack = root.childNodes.toReversed();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (!isElement(node)) continue;
    found.push(node);
    stack.push(...node.childNodes.toReversed());
  }
  return found;
}

function ancestor(element: Element, name: string): Element | undefined {
  let parent: Parent | null = element.parentNode;
  while (parent && parent.nodeName !== name) parent = "parentNode" in parent ? parent.parentNode : null;
  return parent && isElement(parent) ? parent : undefined;
}

function sightOf(all: Select, base: string, { baseUrl, slug }: Wanted): BadgeSight {
  // A link in noscript is for the few without scripts; an image there is the fallback of a lazy one.
  const leadsHere = (link: Element | undefined): boolean =>
    !!link && !ancestor(link, "noscript") && isBadgeTarget(attribute(link, "href") ?? "", baseUrl, slug, base);
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

/** Attributes with an image address: lazy loading keeps it in a data attribute. */
const addressesOf = (picture: Element): string[] =>
  picture.attrs
    .filter(({ name }) => /^(src|srcset|data-.*)$/.test(name))
    .flatMap(({ name, value }) => (name.endsWith("srcset") ? value.split(/[\s,]+/) : value))
    .filter((address) => address.includes("badges/"));

/** Only the first base element counts, and only with an http address. */
function baseOf(bases: Element[], page: string): string {
  const href = bases.map((base) => attribute(base, "href")).find((found) => found !== undefined);
  const base = href === undefined ? null : URL.parse(href, page);
  return base && /^https?:$/.test(base.protocol) ? base.href : page;
}

function refreshOf(metas: Element[], base: string): string | null {
  const isRefresh = (meta: Element) => attribute(meta, "http-equiv")?.toLowerCase() === "refresh";
  const found = metas.find((meta) => isRefresh(meta) && !ancestor(meta, "noscript"));
  const content = (found && attribute(found, "content")) ?? "";
  const [, seconds, target] =
    /^\s*(\d+)(?:\.\d*)?\s*[;,\s]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content.slice(0, 2_000)) ?? [];
  return target && Number(seconds) <= AT_ONCE_SECONDS ? (URL.parse(target.trim(), base)?.href ?? null) : null;
}
