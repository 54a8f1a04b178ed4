import { type DefaultTreeAdapterTypes, parse, parseFragment } from "parse5";
import { isBadgeTarget, parseBadgeUrl } from "#domain/listings/badge.ts";
import type { BadgeSight, Hiding } from "#domain/listings/badge-watch.ts";
import { attribute, isElement } from "./elements.ts";
import type { SheetTexts } from "./page-sheets.ts";
import { refreshTarget } from "./refresh.ts";
import { hidingOf } from "./see-badge.ts";

type Element = DefaultTreeAdapterTypes.Element;
type Parent = DefaultTreeAdapterTypes.ParentNode;

export type Wanted = { baseUrl: string; slug: string };
/**
 * `refresh`: target of an immediate redirect. `sheets`: style sheets that decide about visibility
 * and were not provided.
 */
export type BadgeFinding = {
  sight: BadgeSight;
  hiding: Hiding | null;
  refresh: string | null;
  sheets: string[];
  runsScripts: boolean;
};

/**
 * Finds a listing's badge in the DOM that a browser would build. Loads nothing and runs no scripts.
 * Without `texts`, styles are not judged.
 */
export function findBadge(html: string, page: string, wanted: Wanted, texts?: SheetTexts): BadgeFinding {
  const elements = elementsIn(parse(html));
  const byName = Map.groupBy(elements, ({ tagName }) => tagName);
  const all: Select = (name) => byName.get(name) ?? [];
  const base = baseOf(all("base"), page);
  const { sight, hidings, images } = sightOf(all, base, wanted);
  const found: BadgeFinding = {
    sight,
    hiding: hidings[0] ?? null,
    refresh: refreshOf(all("meta"), base),
    sheets: [],
    runsScripts: all("script").length > 0,
  };
  if (sight !== "found") return found;
  const seen = hidingOf(images, { elements, base, noscript: all("noscript").flatMap(fallbackOf), texts });
  return { ...found, sheets: seen.sheets, ...(seen.hiding && { sight: "hidden", hiding: seen.hiding }) };
}

type Select = (name: string) => Element[];

/** In document order, without recursion: nesting may exceed the stack. */
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

/** Content of noscript, which is only text to a browser with scripts. */
const fallbackOf = ({ childNodes }: Element): Element[] =>
  childNodes.flatMap((node) =>
    "value" in node ? elementsIn(parseFragment(node.value, { scriptingEnabled: false })) : [],
  );

function ancestor(element: Element, name: string): Element | undefined {
  let parent: Parent | null = element.parentNode;
  while (parent && parent.nodeName !== name) parent = "parentNode" in parent ? parent.parentNode : null;
  return parent && isElement(parent) ? parent : undefined;
}

type Sight = { sight: BadgeSight; hidings: Hiding[]; images: Element[] };
/** An image or source that names a badge. */
type Shown = { picture: Element; link: Element | undefined; isOwn: boolean; attribute: string; noscript?: Element };

function sightOf(all: Select, base: string, { baseUrl, slug }: Wanted): Sight {
  const leadsHere = (link: Element | undefined): boolean =>
    !!link && isBadgeTarget(attribute(link, "href") ?? "", baseUrl, slug, base);
  const shownIn = (pictures: Element[], noscript?: Element): Shown[] =>
    pictures.flatMap((picture) =>
      addressesOf(picture).flatMap(({ name, address }) => {
        const badge = parseBadgeUrl(address, baseUrl, base);
        const link = ancestor(picture, "a") ?? (noscript && ancestor(noscript, "a"));
        return badge
          ? [{ picture, link, isOwn: badge.slug === slug, attribute: name, ...(noscript && { noscript }) }]
          : [];
      }),
    );
  const isPicture = ({ tagName }: Element): boolean => tagName === "img" || tagName === "source";
  const shown = [
    ...shownIn([...all("img"), ...all("source")]),
    ...all("noscript").flatMap((noscript) => shownIn(fallbackOf(noscript).filter(isPicture), noscript)),
  ];
  const own = shown.filter(({ isOwn }) => isOwn);
  const linked = own.filter(({ link }) => leadsHere(link)).map((one) => imageOf(one, all("img")));
  const images = linked.flatMap((one) => ("tagName" in one ? [one] : []));
  const hidings = linked.flatMap((one) => ("way" in one ? [one] : []));
  const is = (sight: BadgeSight): Sight => ({ sight, hidings, images });
  if (images.length > 0) return is("found");
  if (hidings.length > 0) return is("hidden");
  if (own.length > 0) return is("badge_without_link");
  if (shown.length > 0) return is("badge_of_another");
  const links = all("a");
  if (links.some(leadsHere)) return is("link_without_badge");
  return is(links.length === 0 && all("script").length > 0 ? "built_by_scripts" : "nothing");
}

/** The image that shows a badge, or why none does. */
function imageOf({ picture, link, attribute: name, noscript }: Shown, images: readonly Element[]): Element | Hiding {
  // An image in noscript is the fallback of a lazy image beside it.
  const image = noscript ? images.find((each) => ancestor(each, "a") === link) : picture;
  if (!image) return { way: "noscript", element: "<noscript>", from: "" };
  if (!LOADED.test(name)) return { way: "data_attribute", element: name, from: "" };
  const frame = image.tagName === "source" ? ancestor(image, "picture") : undefined;
  return frame ? (images.find((each) => ancestor(each, "picture") === frame) ?? image) : image;
}

/** Attributes for image URLs, including usual lazy-loading ones. */
const LOADED = /^(src|srcset|data-.*(src|lazy|original|echo|image))/;

/** Attributes with an image address. */
const addressesOf = (picture: Element): { name: string; address: string }[] =>
  picture.attrs
    .filter(({ name }) => /^(src|srcset|data-.*)$/.test(name))
    .flatMap(({ name, value }) =>
      (name.endsWith("srcset") ? value.split(/[\s,]+/) : [value]).map((address) => ({ name, address })),
    )
    .filter(({ address }) => address.includes("badges/"));

/** Only the first base element counts, and only with an http URL. */
function baseOf(bases: Element[], page: string): string {
  const href = bases.map((base) => attribute(base, "href")).find((found) => found !== undefined);
  const base = href === undefined ? null : URL.parse(href, page);
  return base && /^https?:$/.test(base.protocol) ? base.href : page;
}

function refreshOf(metas: Element[], base: string): string | null {
  const found = metas.find((meta) => attribute(meta, "http-equiv")?.toLowerCase() === "refresh");
  return refreshTarget((found && attribute(found, "content")) ?? "", base);
}
