import type { OwnField } from "../listings/own-fields.ts";
import { currencyOf } from "../listings/price-fields.ts";
import { once } from "../text/once.ts";
import words from "./attribute-words.json" with { type: "json" };
import {
  addPhrase,
  type Leaf,
  type PhraseTree,
  phrasesOf,
  type SlotReader,
  slotOf,
  spelled,
  tokensOf,
} from "./phrase-tree.ts";
import { priceMost, readPrice } from "./price-words.ts";
import { isTelling } from "./question-words.ts";

/** Phrases of a site's own fields. */
export type OwnTrees = {
  tree: PhraseTree<Leaf>;
  slots: Record<string, SlotReader>;
  fieldOf(leaf: NonNullable<Leaf>, filled: readonly string[]): string;
  valuesOf(leaf: NonNullable<Leaf>, filled: readonly string[]): string[];
};

const SHORTEST = 3;
/** What a label of a yes/no field begins with. */
const HAS = /^(?:(?:has|have|is|with|an?|hat|ist|mit|avec|con|com|met)\s+)+/i;

/** A brace in words of a site is no slot. */
const literal = (words: string): string => words.replaceAll("{", " ");

/** Groups of other words for a label, by each of them. */
const groups = once(
  () =>
    new Map(
      words.labels.flatMap((list) => {
        const group = phrasesOf(list);
        return group.map((phrase): [string, string[]] => [spelled(tokensOf(phrase)), group]);
      }),
    ),
);
const others = (label: string): string[] => groups().get(spelled(tokensOf(label))) ?? [];

/** Words that say a value by themselves. */
const isClear = (label: string): boolean => {
  const [first, ...rest] = tokensOf(label);
  return first !== undefined && (rest.length > 0 || (first.text.length >= SHORTEST && isTelling(first.text)));
};

const built = new WeakMap<readonly OwnField[], OwnTrees>();
export const ownTrees = (fields: readonly OwnField[]): OwnTrees =>
  built.getOrInsertComputed(fields, () => treesOf(fields.filter(({ isFilter }) => isFilter)));

function treesOf(fields: readonly OwnField[]): OwnTrees {
  const tree: PhraseTree<Leaf> = {};
  const phrases: Record<"flag" | "unit" | "licence", [phrase: string, value: string][]> = {
    flag: [],
    unit: [],
    licence: [],
  };
  for (const { key: field, kind, label, unit, options = [] } of fields) {
    if (kind === "choice" || kind === "choices")
      for (const option of options) {
        const own = [option.label, option.value].filter(isClear).map(literal);
        for (const phrase of new Set([...own, ...own.flatMap(others)]))
          addPhrase(tree, phrase, { field, value: option.value });
      }
    else if (kind === "flag") {
      const name = literal(label).replace(HAS, "");
      const more = [...others(name), ...others(field.replaceAll("_", " "))];
      for (const phrase of new Set([name, ...more])) {
        phrases.flag.push([phrase, field]);
        if (more.length > 0 || tokensOf(phrase).length > 1) addPhrase(tree, phrase, { field, value: "1" });
      }
    } else if (kind === "number" && currencyOf(field) === undefined)
      for (const phrase of [label, unit ?? label]) phrases.unit.push([literal(phrase), field]);
    else if (kind === "licence")
      for (const [value, list] of Object.entries(words.licences))
        for (const phrase of phrasesOf(list)) {
          const name = phrase.replace("?", "");
          phrases.licence.push([name, value]);
          if (name === phrase) addPhrase(tree, name, { field, value });
        }
  }
  const [licence] = fields.filter(({ kind }) => kind === "licence");
  const patterns = (list: string, leaf: Leaf): void => {
    for (const phrase of phrasesOf(list)) addPhrase(tree, phrase, leaf);
  };
  if (phrases.flag.length > 0) {
    patterns(words.yes, { field: "", value: "1" });
    patterns(words.no, { field: "", value: "0" });
  }
  if (phrases.unit.length > 0) {
    patterns(words.atLeast, { field: "", value: ">=" });
    patterns(words.atMost, { field: "", value: "<=" });
  }
  const prices = fields.filter(({ key }) => currencyOf(key));
  if (prices.length > 0) for (const phrase of priceMost()) addPhrase(tree, phrase, { field: "", value: "<=" });
  if (licence) patterns(words.licence, { field: licence.key, value: "" });
  return {
    tree,
    slots: {
      flag: slotOf(phrases.flag),
      unit: slotOf(phrases.unit),
      licence: slotOf(phrases.licence),
      price: readPrice(prices),
    },
    // Patterns of flags and numbers are filled with a field, those of numbers after the number.
    fieldOf: ({ field }, filled) => field || (filled.at(-1) ?? ""),
    valuesOf({ field, value }, filled) {
      if (fields.find(({ key }) => key === field)?.options) return [value];
      return (/^[<>]=$/.test(value) ? value + filled[0] : value || (filled[0] ?? "")).split("|");
    },
  };
}
