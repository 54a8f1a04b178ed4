import type { Evidence } from "../listings/evidence.ts";
import { excerpt } from "../text/text.ts";
import { stemOf, tellingWords } from "./question-words.ts";
import { type Folded, foldedOf, type Place, placesBeginning, wordsBeginning } from "./search-text.ts";

export type Marked = { text: string; isMarked: boolean }[];
/** The sentence that best shows why a listing was found. With `url`, its website states it. */
export type WhyFound = { sentence: Marked; url: string | null };
type Said = {
  description: string | null;
  features: string[];
  usps: string[];
  keywords: string[];
  evidence: Partial<Record<string, Evidence[]>>;
};

const LONGEST = 180;
const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu;

/**
 * Matches words with the same stems as the meaningful words of a query: "skies" has the stem "sky".
 */
function wordsLike(query: string) {
  const stems = new Set(tellingWords(query).map(stemOf));
  const beginnings = [...stems].map((stem) => (stem.length > 1 ? stem.replace(/y$/, "") : stem));
  const wordsOf = wordsBeginning(beginnings);
  const placesOf = placesBeginning(beginnings);
  return {
    isIn: (text: string): boolean => wordsOf(foldedOf(text)).some((word) => stems.has(stemOf(word))),
    hits(text: Folded): number {
      const words = wordsOf(text);
      return words.length === 0 ? 0 : new Set(words.map(stemOf)).intersection(stems).size;
    },
    placesIn: (folded: string): (Place & { stem: string })[] =>
      placesOf(folded)
        .map((place) => ({ ...place, stem: stemOf(place.word) }))
        .filter(({ stem }) => stems.has(stem)),
  };
}
type Looked = ReturnType<typeof wordsLike>;

function mark(text: string, { isIn, placesIn }: Looked): Marked {
  const { folded, isPlain } = foldedOf(text);
  const words = isPlain ? placesIn(folded) : wordsIn(text).filter(({ word }) => isIn(word));
  const parts: Marked = [];
  const add = (piece: string, isMarked: boolean) => {
    const last = parts.at(-1);
    if (last?.isMarked === isMarked) last.text += piece;
    else if (piece) parts.push({ text: piece, isMarked });
  };
  let marked = 0;
  for (const { at, end } of words.sort((a, b) => a.at - b.at)) {
    // Two of the words may share a beginning.
    if (at < marked) continue;
    add(text.slice(marked, at), false);
    add(text.slice(at, end), true);
    marked = end;
  }
  add(text.slice(marked), false);
  return parts;
}

const wordsIn = (text: string): Place[] =>
  [...text.matchAll(WORD)].map(({ 0: word, index: at }) => ({ word, at, end: at + word.length }));

type Sentence = { said: Folded; url: string | null };
/**
 * The sentences of a listing, prepared for matching. Plain ones are joined to be searched at once;
 * those stated by the website come first.
 */
export type Sentences = {
  each: readonly Sentence[];
  lines: string;
  others: readonly { index: number; said: Folded }[];
};

export function sentencesOf({ description, features, usps, keywords, evidence }: Said): Sentences {
  const quotes = Object.values(evidence).flatMap((all) => all ?? []);
  const own = [...usps, ...features, ...(description ?? "").split(/(?<=[.!?])\s+/), ...keywords];
  const each = [
    ...quotes.map(({ quote, url }) => ({ said: foldedOf(quote), url })),
    ...own.map((text) => ({ said: foldedOf(text), url: null })),
  ];
  return prepared(each);
}

/** Those with a pattern, if any has it. */
export function sentencesWith(pattern: RegExp, { each, ...whole }: Sentences): Sentences {
  const some = each.filter(({ said }) => pattern.test(said.text));
  return some.length > 0 ? prepared(some) : { each, ...whole };
}

function prepared(each: readonly Sentence[]): Sentences {
  return {
    each,
    lines: each.map(({ said: { folded, isPlain } }) => (isPlain ? folded.replaceAll("\n", " ") : "")).join("\n"),
    others: [...each.entries()].flatMap(([index, { said }]) => (said.isPlain ? [] : [{ index, said }])),
  };
}

function linesWith(places: readonly { at: number; stem: string }[], lines: string): Map<number, Set<string>> {
  const found = new Map<number, Set<string>>();
  let [line, lineEnd] = [0, lines.indexOf("\n")];
  let last = 0;
  for (const { at, stem } of places) {
    // Places of the next prefix begin again at the start.
    if (at < last) [line, lineEnd] = [0, lines.indexOf("\n")];
    last = at;
    for (; lineEnd !== -1 && lineEnd < at; lineEnd = lines.indexOf("\n", lineEnd + 1)) line++;
    const known = found.get(line);
    if (known) known.add(stem);
    else found.set(line, new Set([stem]));
  }
  return found;
}

/** Finds the sentence with the most words of a query, preferably one that the website states. */
export function whyFound(query: string): (sentences: Sentences) => WhyFound | undefined {
  const looked = wordsLike(query);
  return ({ each, lines, others }) => {
    let best: { index: number; worth: number } | undefined;
    const compare = (worth: number, index: number) => {
      if (worth > (best?.worth ?? 0) || (worth === best?.worth && index < best.index)) best = { index, worth };
    };
    linesWith(looked.placesIn(lines), lines).forEach(({ size }, line) => void compare(size, line));
    for (const { index, said } of others) compare(looked.hits(said), index);
    const found = best && each[best.index];
    return found && { sentence: mark(excerpt(found.said.text, LONGEST), looked), url: found.url };
  };
}
