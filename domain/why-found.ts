import type { Evidence } from "./evidence.ts";
import { stemOf, tellingWords } from "./question-words.ts";
import { wordsBeginning } from "./search-text.ts";
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
    isIn: (text: string): boolean => wordsOf(text).some((word) => stems.has(stemOf(word))),
    /** How many of them a text has, in any form. */
    hits(text: string): number {
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

/** Finds the sentence of a listing with the most words of a query, preferably one that its website states. */
export function whyFound(query: string): (said: Said) => WhyFound | undefined {
  const looked = wordsLike(query);
  return ({ description, features, usps, keywords, evidence }) => {
    const quotes = Object.values(evidence)
      .flatMap((all) => all ?? [])
      .map(({ quote, url }) => ({ text: quote, url }));
    const own = [...usps, ...features, ...(description ?? "").split(/(?<=[.!?])\s+/), ...keywords];
    let best: { text: string; url: string | null; worth: number } | undefined;
    for (const { text, url } of [...quotes, ...own.map((text) => ({ text, url: null }))]) {
      const worth = looked.hits(text);
      if (worth > (best?.worth ?? 0)) best = { text, url, worth };
      if (worth === looked.count) break;
    }
    return best && { sentence: mark(excerpt(best.text, LONGEST), looked.isIn), url: best.url };
  };
}
