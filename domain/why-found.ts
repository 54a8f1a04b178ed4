import type { Evidence } from "./evidence.ts";
import { stemOf, tellingWords } from "./question-words.ts";
import { type Folded, foldedOf, wordsBeginning } from "./search-text.ts";
import { excerpt } from "./text.ts";

/** Parts of a text; those with words that were looked for are marked. */
export type Marked = { text: string; isMarked: boolean }[];
/** The sentence that shows best why a listing was found; with `url`, its website states it. */
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

/** Finds words of the same stems as those that tell what a query asks for: "skies" have the stem "sky". */
function wordsLike(query: string) {
  const stems = new Set(tellingWords(query).map(stemOf));
  const wordsOf = wordsBeginning([...stems].map((stem) => stem.replace(/y$/, "")));
  return {
    count: stems.size,
    isIn: (text: string): boolean => wordsOf(foldedOf(text)).some((word) => stems.has(stemOf(word))),
    /** How many of them a text has, in any form. */
    hits(text: Folded): number {
      const words = wordsOf(text);
      return words.length === 0 ? 0 : new Set(words.map(stemOf)).intersection(stems).size;
    },
  };
}

/** Marks the words that are looked for. */
function mark(text: string, isLooked: (word: string) => boolean): Marked {
  const parts: Marked = [];
  const add = (piece: string, isMarked: boolean) => {
    const last = parts.at(-1);
    if (last?.isMarked === isMarked) last.text += piece;
    else if (piece) parts.push({ text: piece, isMarked });
  };
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    add(text.slice(end, index), false);
    add(word, isLooked(word));
    end = index + word.length;
  }
  add(text.slice(end), false);
  return parts;
}

/** The sentences of a listing, first those that its website states, ready to look for words in. */
export type Sentences = readonly { said: Folded; url: string | null }[];

export function sentencesOf({ description, features, usps, keywords, evidence }: Said): Sentences {
  const quotes = Object.values(evidence).flatMap((all) => all ?? []);
  const own = [...usps, ...features, ...(description ?? "").split(/(?<=[.!?])\s+/), ...keywords];
  return [
    ...quotes.map(({ quote, url }) => ({ said: foldedOf(quote), url })),
    ...own.map((text) => ({ said: foldedOf(text), url: null })),
  ];
}

/** Finds the sentence of a listing with the most words of a query, preferably one that its website states. */
export function whyFound(query: string): (sentences: Sentences) => WhyFound | undefined {
  const looked = wordsLike(query);
  return (sentences) => {
    let best: { said: Folded; url: string | null; worth: number } | undefined;
    for (const { said, url } of sentences) {
      const worth = looked.hits(said);
      if (worth > (best?.worth ?? 0)) best = { said, url, worth };
      if (worth === looked.count) break;
    }
    return best && { sentence: mark(excerpt(best.said.text, LONGEST), looked.isIn), url: best.url };
  };
}
