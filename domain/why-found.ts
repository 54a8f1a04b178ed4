import type { Evidence } from "./evidence.ts";
import { stemOf, tellingWords } from "./question-words.ts";
import { mayBeginSo, searchWords } from "./search-text.ts";
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

const stemsOf = (words: readonly string[]): Set<string> => new Set(words.map(stemOf));
/** Whether a text may have one of the words in any form, which is quick to see: "skies" have the stem "sky". */
const mayHave = (stems: ReadonlySet<string>): ((text: string) => boolean) =>
  mayBeginSo([...stems].map((stem) => stem.replace(/y$/, "")));

/** Marks the words of a text whose stems are given. */
export function mark(text: string, stems: ReadonlySet<string>): Marked {
  const parts: Marked = [];
  const mayHit = mayHave(stems);
  const add = (piece: string, isMarked: boolean) => {
    const last = parts.at(-1);
    if (last?.isMarked === isMarked) last.text += piece;
    else if (piece) parts.push({ text: piece, isMarked });
  };
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    add(text.slice(end, index), false);
    add(word, mayHit(word) && searchWords(word).some((each) => stems.has(stemOf(each))));
    end = index + word.length;
  }
  add(text.slice(end), false);
  return parts;
}

/** Which of the words a text has, in any form. */
const hits = (text: string, stems: ReadonlySet<string>): number =>
  [...stemsOf(searchWords(text))].filter((stem) => stems.has(stem)).length;

/** A sentence with as many of the words as possible, preferably one that the website states. */
export function whyFound(
  query: string,
  { description, features, usps, keywords, evidence }: Said,
): WhyFound | undefined {
  const stems = stemsOf(tellingWords(query));
  const mayHit = mayHave(stems);
  const quotes = Object.values(evidence)
    .flatMap((all) => all ?? [])
    .map(({ quote, url }) => ({ text: quote, url }));
  const own = [...usps, ...features, ...(description ?? "").split(/(?<=[.!?])\s+/), ...keywords].map((text) => ({
    text,
    url: null,
  }));
  let best: { text: string; url: string | null; worth: number } | undefined;
  for (const { text, url } of [...quotes, ...own]) {
    if (!mayHit(text)) continue;
    const worth = hits(text, stems);
    if (worth > (best?.worth ?? 0)) best = { text, url, worth };
    if (worth === stems.size) break;
  }
  return best && { sentence: mark(excerpt(best.text, LONGEST), stems), url: best.url };
}
