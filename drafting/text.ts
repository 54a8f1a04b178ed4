import { fold, stem } from "#domain/text/text.ts";

/** Compares and truncates text in any language with word boundaries. */

/** Letters and digits without accents, for comparing names and handles. */
export const bare = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();

/** Scripts without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;
const wordSegmenter = new Intl.Segmenter("ja", { granularity: "word" });

const segmented = (text: string): string[] =>
  [...wordSegmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);

/** Word boundaries in a text without spaces. */
export const boundariesOf = (text: string): Set<number> =>
  new Set([...wordSegmenter.segment(text)].map(({ index }) => index)).add(text.length);

export const wordsOf = (text: string): string[] =>
  (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) => (UNSPACED.test(word) ? segmented(word) : [word]));

const STOP = new Set(
  (
    "a an and are as at be by for from has have in into is it its of on or our so than that the their " +
    "this to was we were will with you your und der die das mit für ein eine ist von le la les des et " +
    "pour une un de en el los las y con per il che"
  ).split(" "),
);
export const contentWords = (text: string): string[] => wordsOf(text).filter((word) => !STOP.has(word));

/**
 * The root of an English word family: "encrypt" of "encryption" and "encrypted", "secur" of
 * "security".
 */
export const root = (word: string): string =>
  word.length > 6
    ? word.replace(/(?<=.{4})(?:ations?|ions?|ities|ity|ed|ing|ers?|es|e|s)$/, "").replace(/(?<=priv)(?:ac|at)y?$/, "")
    : stem(word).replace(/(?<=.{4})e$/, "");

/** Share (0 to 1) of the content words of `text` that occur in `source`. */
export function overlap(text: string, source: string): number {
  const wanted = contentWords(text).map(stem);
  if (wanted.length === 0) return 0;
  const seen = new Set(wordsOf(source).map(stem));
  return wanted.filter((word) => seen.has(word)).length / wanted.length;
}

/** 1 if equal, high if one contains the other, else the share of common letter pairs. */
export function similarity(one: string, other: string): number {
  const a = bare(one);
  const b = bare(other);
  if (!a || !b) return 0;
  if (a === b) return 1;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length >= 3 && long.includes(short)) return 0.6 + 0.35 * (short.length / long.length);
  const pairs = (text: string) => new Set(Array.from({ length: text.length - 1 }, (_, i) => text.slice(i, i + 2)));
  const first = pairs(a);
  const second = pairs(b);
  if (!first.size || !second.size) return 0;
  const shared = [...first].filter((pair) => second.has(pair)).length;
  return (2 * shared) / (first.size + second.size) / 2;
}

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
const ABBREVIATION = /\b(e\.g|i\.e|etc|vs|inc|ltd|co|no|dr|mr|mrs|ms|st|approx|z\.b|bzw|ca|nr)\.\s*$/i;

export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let pending = "";
  for (const { segment } of segmenter.segment(text)) {
    pending += segment;
    if (ABBREVIATION.test(pending)) continue;
    if (pending.trim()) sentences.push(pending.trim());
    pending = "";
  }
  if (pending.trim()) sentences.push(pending.trim());
  return sentences;
}

/** As many whole sentences as fit into `limit` characters, possibly none. */
export function wholeSentences(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = 0;
  let at = 0;
  for (const sentence of sentencesOf(text)) {
    const start = text.indexOf(sentence, at);
    at = start + sentence.length;
    if (at > limit) break;
    end = at;
  }
  return text.slice(0, end);
}

export const isSentence = (text: string): boolean => /[.!?…。]["'”’)]?$/.test(text.trim());

/** More than a label. Counts CJK and Thai words by dictionary. */
export const isTold = (text: string): boolean => {
  if (text.length > 160) return true;
  const words = wordsOf(text).length;
  return words >= 7 || (words >= 4 && isSentence(text));
};
