import { pattern } from "#domain/text/pattern.ts";
import { fold } from "#domain/text/text.ts";
import { boundariesOf } from "./text.ts";

/**
 * Finds phrases with inflection, inside German and Dutch compounds, and at word boundaries in
 * scripts without spaces. "Termine … buchen" allows words between.
 */
export type Phrase = { compact: string; stems: string[]; isOpen: boolean };
/** Position of a phrase in the text of a `Listened`. */
export type Spot = { start: number; end: number };
export type Listened = {
  /** Folded; without spaces in Chinese, Japanese and Korean, where they are optional. */
  text: string;
  words: (Spot & { word: string; stem: string })[];
  borders: ReadonlySet<number>;
  language: string;
};

const COMPACT = new Set(["ja", "zh", "ko"]);
const COMPOUNDING = new Set(["de", "nl"]);

/** Endings of nouns and adjectives, longest first. */
const ENDINGS: Record<string, RegExp> = {
  de: /(?<=.{5})(?:ern|en|er|em|es|e|n|s)$/u,
  nl: /(?<=.{5})(?:en|s|e)$/u,
  fr: /(?<=.{4})(?:es|e|s|x)$/u,
  es: /(?<=.{4})(?:es|as|os|s|a|o|e)$/u,
  it: /(?<=.{4})[aeio]$/u,
  pt: /(?<=.{4})(?:ões|ães|ão|es|as|os|s|a|o|e)$/u,
  ru: pattern("u")`
    (?<=.{4})(?:иями|ями|ами|ией|ием|иях|ого|его|ому|ему|ыми|ими|ая|яя|ое|ее|ые|ие|ый|ий|ой|ую|юю|ых|их|
    ым|им|ом|ем|ов|ев|ей|ам|ям|ах|ях|ию|ия|ии|ье|у|ю|а|я|о|е|ы|и|ь|й)$`,
};
const stemIn = (word: string, language: string): string =>
  word.replaceAll("ё", "е").replace(ENDINGS[language] ?? /$^/u, "");

const compactOf = (text: string): string => fold(text).replaceAll(/\s/g, "");

export const phraseOf = (phrase: string, language: string): Phrase => ({
  compact: compactOf(phrase),
  stems: (fold(phrase).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => stemIn(word, language)),
  isOpen: phrase.includes("…"),
});

export function listen(raw: string, language: string): Listened {
  if (!COMPACT.has(language)) {
    const text = fold(raw);
    const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index: start }) => ({
      word,
      stem: stemIn(word, language),
      start,
      end: start + word.length,
    }));
    return { text, words, borders: new Set(), language };
  }
  const text = compactOf(raw);
  return { text, words: [], borders: language === "ko" ? koreanBorders(raw) : boundariesOf(text), language };
}

/** Words start after a space or sign; particles follow their ends. */
function koreanBorders(raw: string): Set<number> {
  const borders = new Set<number>();
  let at = 0;
  for (const [word] of fold(raw).matchAll(/[\p{L}\p{N}]+|[^\p{L}\p{N}\s]+/gu)) {
    borders.add(at);
    at += word.length;
    borders.add(at);
  }
  return borders;
}

const KOREAN_ENDING =
  /^(?:[을를이가은는의에로와과도만용형]|으로|에서|까지|부터|하는|하기|하세요|하고|합니다|입니다|시스템|프로그램|솔루션|서비스|앱|툴|도구|플랫폼|소프트웨어)/u;

/** Occurrences of a phrase in a text of its language. */
export function spotsOf(phrase: Phrase, listened: Listened): Spot[] {
  return COMPACT.has(listened.language) ? compactSpots(phrase, listened) : wordSpots(phrase, listened);
}

/** Long phrases are unambiguous; shorter ones and Latin letters need word boundaries. */
const LONG = 4;

function compactSpots({ compact }: Phrase, { text, borders, language }: Listened): Spot[] {
  const isBound = compact.length < LONG || /\p{sc=Latin}/u.test(compact);
  const found: Spot[] = [];
  for (let start = text.indexOf(compact); start >= 0; start = text.indexOf(compact, start + 1)) {
    const end = start + compact.length;
    const ends = borders.has(end) || (language === "ko" && KOREAN_ENDING.test(text.slice(end)));
    if (!isBound || (borders.has(start) && ends)) found.push({ start, end });
  }
  return found;
}

/** Shorter parts are ambiguous. */
const COMPOUND_PART = 7;
/** Maximum words between the two of an open phrase. */
const MOST_BETWEEN = 5;

/** Index of a part at the start or end of a compound, or -1. */
const partOf = (word: string, stem: string, part: string): number =>
  word.startsWith(part) ? 0 : stem.endsWith(part) ? stem.length - part.length : -1;

function wordSpots({ stems, isOpen }: Phrase, { words, language }: Listened): Spot[] {
  const [first = "", ...rest] = stems;
  const joins = rest.length === 0 && COMPOUNDING.has(language) && first.length >= COMPOUND_PART;
  return words.flatMap(({ word, stem, start }, at) => {
    const inside = joins && stem !== first ? partOf(word, stem, first) : -1;
    if (inside >= 0) return [{ start: start + inside, end: start + inside + first.length }];
    if (stem !== first) return [];
    const last = isOpen
      ? words.slice(at + 1, at + 2 + MOST_BETWEEN).find((next) => next.stem === rest[0])
      : words[at + rest.length];
    const isWhole = isOpen || rest.every((wanted, place) => words[at + 1 + place]?.stem === wanted);
    return last && isWhole ? [{ start, end: last.end }] : [];
  });
}
