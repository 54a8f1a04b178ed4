import type { DefaultTreeAdapterTypes } from "parse5";
import type { Hiding } from "#domain/listings/badge-watch.ts";
import { cascadeOf, type Styled } from "./cascade.ts";
import { isElement } from "./elements.ts";
import { hidingOn } from "./hiding.ts";
import { SCREENS } from "./media-query.ts";
import { type SheetTexts, sheetsIn } from "./page-sheets.ts";
import { selectorsFor, TooMuchStyle } from "./selector-match.ts";
import { registrableDomain } from "./site-key.ts";
import { rulesOf } from "./style-rules.ts";

type Element = DefaultTreeAdapterTypes.Element;
type Page = { elements: readonly Element[]; base: string; noscript: readonly Element[]; texts: SheetTexts | undefined };

/** Limit for all selectors of a page; a large page takes some hundred thousand. */
const MOST_STEPS = 3_000_000;
const MOST_IMAGES = 8;
/** Elements with more of the text are hidden only until a script runs. */
const MOST_OF_PAGE = 0.5;
const MOST_SHEETS_NAMED = 20;

/**
 * Why none of these images is visible on any screen; undefined if one may be. `sheets` are unread
 * style sheets of the same site.
 */
export function hidingOf(
  images: readonly Element[],
  { elements, base, noscript, texts }: Page,
): { hiding: Hiding | undefined; sheets: string[] } {
  const linked = elements.flatMap((element) => sheetsIn(element, base, true, texts ?? {}));
  const site = registrableDomain(new URL(base).hostname);
  const sheets = linked.flatMap(({ missing }) => missing ?? []).filter((url) => isOnSite(url, site));
  const named = [...new Set(sheets)].slice(0, MOST_SHEETS_NAMED);
  if (!texts) return { hiding: undefined, sheets: named };

  const styles = [...linked, ...noscript.flatMap((element) => sheetsIn(element, base, false, texts))];
  const { rules, wanted, isWhole } = rulesOf(
    styles.flatMap(({ sheet }) => sheet ?? []),
    (url) => (isOnSite(url, site) ? texts[url] : ""),
  );
  const isAllThere = isWhole && !styles.some(({ isLost }) => isLost);
  try {
    const styled = cascadeOf(rules, isAllThere, selectorsFor(MOST_STEPS));
    const weigh = textWeights(elements);
    const chains = images.slice(0, MOST_IMAGES).map((image) => chainOf(image, weigh));
    const hidings = chains.map((chain) => hidingEverywhere(chain, styled));
    const isSeen = images.length > MOST_IMAGES || hidings.some((hiding) => hiding === undefined);
    return { hiding: isSeen ? undefined : hidings[0], sheets: [...named, ...new Set(wanted)] };
  } catch (error) {
    if (error instanceof TooMuchStyle) return { hiding: undefined, sheets: [] };
    throw error;
  }
}

function hidingEverywhere(chain: readonly Element[], styled: Styled): Hiding | undefined {
  let first: Hiding | undefined;
  for (const screen of SCREENS) {
    const hiding = hidingOn(screen, chain, styled);
    if (!hiding) return undefined;
    first ??= hiding;
  }
  return first;
}

/** Outside in, without page-level elements, which are hidden only until a script runs. */
function chainOf(image: Element, weigh: (element: Element) => number): Element[] {
  const chain = [image];
  for (let parent = image.parentNode; parent && isElement(parent); parent = parent.parentNode)
    if (parent.tagName !== "body" && parent.tagName !== "html" && weigh(parent) <= MOST_OF_PAGE) chain.unshift(parent);
  return chain;
}

function textWeights(elements: readonly Element[]): (element: Element) => number {
  const lengths = new Map<Element, number>();
  for (const element of elements.toReversed()) {
    const isText = !["script", "style", "noscript"].includes(element.tagName);
    const own = element.childNodes.reduce((sum, node) => {
      if (isElement(node)) return sum + (lengths.get(node) ?? 0);
      return "value" in node && isText ? sum + node.value.trim().length : sum;
    }, 0);
    lengths.set(element, own);
  }
  const body = elements.find(({ tagName }) => tagName === "body");
  const total = (body && lengths.get(body)) || 1;
  return (element) => (lengths.get(element) ?? 0) / total;
}

const isOnSite = (url: string, site: string): boolean => registrableDomain(new URL(url).hostname) === site;
