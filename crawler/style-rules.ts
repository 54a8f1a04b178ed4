import type { Atrule, CssNode } from "css-tree";
import parse from "css-tree/parser";
import { type Declaration, declarationsOf, isTooDeep } from "./declarations.ts";
import { both, type MediaTest, mediaTest, testOfList } from "./media-query.ts";

/** A page's style sheet, in document order. */
export type StyleSheet = {
  /** For the owner: "a style element", "/main.css". */
  from: string;
  css: string;
  /** Base of its url() and @import. */
  base: string;
  media: string;
  /** Unsure sheets apply only without scripts, so they may show but never hide. */
  isSure: boolean;
};
export type StyleRule = {
  selectors: string;
  declarations: Declaration[];
  from: string;
  media: MediaTest;
  isSure: boolean;
  /** Rank of its cascade layer; unlayered rules rank above all layers. */
  layer: number;
};

/** An imported sheet: its CSS, null if unreadable, undefined if not requested yet. */
export type Imported = (url: string) => string | null | undefined;
export type Rules = { rules: StyleRule[]; wanted: string[]; isWhole: boolean };

const MOST_RULES = 20_000;
const MOST_SELECTOR = 600;
const MOST_IMPORTS = 4;

/** Rules that can show or hide something, in order. Unreadable ones are omitted. */
export function rulesOf(sheets: readonly StyleSheet[], imported: Imported): Rules {
  const layers = new Map<string, number>();
  const found: Rules = { rules: [], wanted: [], isWhole: true };
  const rankOf = (layer: string | null): number => {
    if (layer === null) return Number.POSITIVE_INFINITY;
    const rank = layers.get(layer) ?? layers.size;
    layers.set(layer, rank);
    return rank;
  };

  type Place = Omit<StyleRule, "selectors" | "declarations" | "layer"> & {
    base: string;
    layer: string | null;
    parent: string | null;
    trail: readonly string[];
  };

  function readSheet(css: string, place: Place): void {
    if (isTooDeep(css)) {
      found.isWhole = false;
      return;
    }
    try {
      readAll(treeOf(css), place);
    } catch {
      found.isWhole = false; // a sheet that the parser gives up on
    }
  }

  function readAll(nodes: CssNode[], place: Place): void {
    const own: Declaration[] = [];
    for (const node of nodes) {
      if (found.rules.length >= MOST_RULES) {
        found.isWhole = false;
        break;
      }
      if (node.type === "Declaration") own.push(...declarationsOf(node));
      else if (node.type === "Rule" && node.prelude.type === "Raw") {
        const selectors = within(place.parent, node.prelude.value);
        if (selectors.length <= MOST_SELECTOR) readAll(node.block.children.toArray(), { ...place, parent: selectors });
      } else if (node.type === "Raw" && place.parent !== null && node.value.includes("{"))
        readAll(treeOf(node.value), place); // nested rules that begin with no &
      else if (node.type === "Atrule") readAtrule(node, place);
    }
    if (own.length === 0 || place.parent === null) return;
    const { from, media, isSure } = place;
    found.rules.push({ selectors: place.parent, declarations: own, from, media, isSure, layer: rankOf(place.layer) });
  }

  function readAtrule({ name, prelude, block }: Atrule, place: Place): void {
    const parts = prelude?.type === "AtrulePrelude" ? prelude.children.toArray() : [];
    const inside = block?.children.toArray() ?? [];
    switch (name.toLowerCase()) {
      case "media": {
        const media = parts[0] ? testOfList(parts[0]) : () => null;
        readAll(inside, { ...place, media: (screen) => both(place.media(screen), media(screen)) });
        return;
      }
      case "layer": {
        const names = parts.flatMap((part) => (part.type === "LayerList" ? part.children.toArray() : []));
        const full = names.map((layer) => nested(place.layer, layer.type === "Layer" ? layer.name : ""));
        if (!block) for (const each of full) rankOf(each);
        else readAll(inside, { ...place, layer: full[0] ?? nested(place.layer, `#${found.rules.length}`) });
        return;
      }
      case "supports":
      case "container":
      case "starting-style":
      case "scope":
        readAll(inside, { ...place, isSure: false });
        return;
      case "import":
        readImport(parts, place);
    }
  }

  function readImport(parts: CssNode[], place: Place): void {
    const [address, ...terms] = parts;
    const text = address?.type === "Url" || address?.type === "String" ? address.value : "";
    const url = URL.parse(text, place.base)?.href;
    if (!url || place.parent !== null || place.trail.includes(url) || place.trail.length >= MOST_IMPORTS) return;
    const css = imported(url);
    if (css === undefined) found.wanted.push(url);
    if (css === null) found.isWhole = false;
    if (typeof css !== "string") return;
    const media = terms.find((term) => term.type === "MediaQueryList");
    const test: MediaTest = media ? testOfList(media) : () => true;
    const layer = terms.find((term) => "name" in term && term.name === "layer");
    const named = layer?.type === "Function" ? layer.children.first : undefined;
    readSheet(css, {
      ...place,
      from: url,
      base: url,
      trail: [...place.trail, url],
      media: (screen) => both(place.media(screen), test(screen)),
      isSure: place.isSure && !terms.some((term) => term.type === "Function" && term.name === "supports"),
      layer: layer ? nested(place.layer, named?.type === "Layer" ? named.name : `#${url}`) : place.layer,
    });
  }

  for (const { from, css, base, media, isSure } of sheets)
    readSheet(css, { from, base, isSure, media: mediaTest(media), layer: null, parent: null, trail: [base] });
  return found;
}

const treeOf = (css: string): CssNode[] => {
  const tree = parse(css, { parseValue: false, parseRulePrelude: false, onParseError: () => undefined });
  return tree.type === "StyleSheet" ? tree.children.toArray() : [];
};

const nested = (outer: string | null, name: string): string => (outer === null ? name : `${outer}.${name}`);

/** Flattens the selectors of a nested rule. */
function within(parent: string | null, selectors: string): string {
  const inner = selectors.trim();
  if (parent === null) return inner;
  const outer = `:is(${parent})`;
  return inner.includes("&") ? inner.replaceAll("&", outer) : `${outer} ${inner}`;
}
