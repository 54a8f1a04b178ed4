// Attributes in the words of a search: "free crm from germany" is a CRM, free and from DE.

import type { OwnField } from "../listings/own-fields.ts";
import { countryNames } from "../text/countries.ts";
import { once } from "../text/once.ts";
import words from "./attribute-words.json" with { type: "json" };
import { type OwnTrees, ownTrees } from "./own-attributes.ts";
import {
  addPhrase,
  type Leaf,
  listed,
  longestPhrase,
  type PhraseTree,
  phrasesOf,
  type SlotReader,
  slotOf,
  type Token,
  tokensOf,
  withoutOddQuotes,
} from "./phrase-tree.ts";
import { readAmount } from "./price-words.ts";
import { foldLetters } from "./search-text.ts";

/** Words that were understood as a value, or as several of which any may hold. `at` is their place in the text. */
export type Attribute = { words: string; at: number; field: string; values: string[] };

/** What counts as a value, and what is nearly it and comes after. */
const LIKE: Record<string, { also?: string[]; near: string[] }> = {
  free: { also: ["open_source"], near: ["freemium"] },
  freemium: { near: ["free", "open_source"] },
  one_time: { near: ["free", "open_source"] },
};
export function wantedOf({ field, values }: Attribute): { values: string[]; near: string[] } {
  const like = field === "pricing_model" ? values.flatMap((value) => LIKE[value] ?? []) : [];
  return { values: [...values, ...like.flatMap(({ also = [] }) => also)], near: like.flatMap(({ near }) => near) };
}

/** The sign and bound of a value like ">=5". An option of a choice may only look like one. */
export const boundIn = (value: string, own: OwnField | undefined) =>
  own?.kind === "number" ? /^([<>]=)(.+)$/.exec(value) : null;

const add = <Of>(tree: PhraseTree<Of>, list: string, leaf: Of): void => {
  for (const phrase of phrasesOf(list)) addPhrase(tree, phrase, leaf);
};

const trees = once(() => {
  const fixed: PhraseTree<Leaf> = {};
  for (const field of ["pricing_model", "stage"] as const)
    for (const [value, list] of Object.entries(words[field])) add(fixed, list, { field, value });
  for (const [value, list] of Object.entries(words.home)) add(fixed, list, { field: "country", value });
  add(fixed, words.country, { field: "country", value: "" });
  add(fixed, words.not, undefined);
  const country = afterArticle((tokens, at) => countries()(tokens, at));
  return { fixed, slots: { country, nation: slotOf(listed(words.nation)), number: readAmount, thing: readThing } };
});

/** Names in 30 languages, read at the first search like "crm from france". */
const countries = once(() => slotOf([...countryNames(), ...listed(words.forms)]));
const ARTICLE = new Set("the der den dem la le les l los las el o a os as il lo gli het de".split(" "));
const afterArticle =
  (read: SlotReader): SlotReader =>
  (tokens, at) =>
    read(tokens, at) ?? (ARTICLE.has(tokens[at]?.text ?? "") ? read(tokens, at + 1) : undefined);

/** What has a maker: "companies", and "webwinkelsoftware". */
const readThing: SlotReader = (tokens, at) => {
  const { text = "" } = tokens[at] ?? {};
  return THINGS().has(text) || /.(?:software|programm|app)$/.test(text) ? { value: "", end: at + 1 } : undefined;
};

/** Own fields first, because their words are those of this site. */
function hitAt(tokens: readonly Token[], at: number, { tree, slots }: OwnTrees) {
  const known = trees();
  const own = longestPhrase(tree, tokens, at, { ...slots, ...known.slots });
  const fixed = longestPhrase(known.fixed, tokens, at, known.slots);
  return own && own.end >= (fixed?.end ?? 0) ? own : fixed;
}

/** Attributes in the order of a text. Quoted words are none. */
export function attributesIn(text: string, fields: readonly OwnField[]): Attribute[] {
  const tokens = tokensOf(text);
  const own = ownTrees(fields);
  const found: Attribute[] = [];
  for (let at = 0; at < tokens.length; ) {
    const hit = tokens[at]?.mayStart ? hitAt(tokens, at, own) : undefined;
    if (!hit) {
      at++;
      continue;
    }
    // "not open source" is no wish for it. In patterns like "no subscription", the negation is inside.
    const [leaf] = NEGATIONS().has(tokens[at - 1]?.text ?? "") ? [] : hit.leaves;
    // "free-form" is another word, "Android-App" is not.
    const isCompound =
      hit.end === at + 1 && tokens[hit.end]?.isJoined && !fields.some(({ key }) => key === leaf?.field);
    // Of "german software" only the country is taken.
    const { from, end } = hit.filled.find(({ slot }) => slot === "nation") ?? { from: at, end: hit.end };
    const [first, last] = [tokens[from], tokens[end - 1]];
    if (leaf && first && last && !isCompound) {
      const filled = hit.filled.flatMap(({ slot, value }) =>
        slot === "thing" ? [] : slot === "price" ? value.split(" ") : value,
      );
      found.push({
        ...{ words: text.slice(first.at, last.end), at: first.at },
        ...{ field: own.fieldOf(leaf, filled), values: own.valuesOf(leaf, filled) },
      });
    }
    at = end;
  }
  return found;
}

const folded = (list: string) => new Set(phrasesOf(list).map(foldLetters));
const JOINS = once(() => folded(words.joins));
const NEGATIONS = once(() => folded(words.negations));
const THINGS = once(() => folded(words.things));

/** The text without the words of attributes. "" if it only says what everything here is, like "tools". */
export function withoutAttributes(text: string, attributes: readonly Attribute[]): string {
  let rest = "";
  let end = 0;
  const cut = (part: string, isLast: boolean): void => {
    let words = part.trim().split(/\s+/).filter(Boolean);
    while (!isLast && JOINS().has(foldLetters(words.at(-1) ?? ""))) words = words.slice(0, -1);
    while (end > 0 && JOINS().has(foldLetters(words[0] ?? ""))) words = words.slice(1);
    if (end > 0 && words[0]) words[0] = words[0].replace(/^[のな的]/u, "");
    rest = `${rest} ${words.join(" ")}`.trim();
  };
  for (const { at, words } of attributes) {
    cut(text.slice(end, at), false);
    end = at + words.length;
  }
  cut(text.slice(end), true);
  rest = rest.replace(/^[\s,;:.\-–—/|]+|[\s,;:\-–—/|]+$/gu, "");
  return rest.split(/[\s,]+/).every((word) => THINGS().has(foldLetters(word))) ? "" : rest;
}

/** The text with the words of an attribute quoted, which keeps them as text. Single quotes would pair with the new ones. */
export const quoteWords = (text: string, { at, words }: Attribute): string =>
  `${withoutOddQuotes(text.slice(0, at))}"${withoutOddQuotes(words)}"${withoutOddQuotes(text.slice(at + words.length))}`;
