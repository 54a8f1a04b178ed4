import { LRUCache } from "lru-cache";
import { tellingWords } from "../../domain/search/question-words.ts";
import { wordsByPart } from "../../domain/search/search-text.ts";
import { DIMENSIONS, wordVectors } from "./word-vectors.ts";

/** The number of a stored direction that stands for 1; numbers above 127 / ONE are cut, and rare. */
const ONE = 300;
const MOST = 127;
/** What a word counts in tagline, keywords and description. Names are often words that mean something else. */
const PART_WEIGHTS = [2, 2, 1];
/** Those of some 4,000 that are shipped, in 2 MB. */
const MOST_PHRASES = 5000;
/** With fewer known words, a question or a listing is taken to be in another language. */
const KNOWN_OF_QUESTION = 0.75;
const KNOWN_OF_TEXT = 0.5;

const shareKnown = (words: readonly string[]): number =>
  words.filter(wordVectors().has).length / Math.max(1, words.length);

/** The direction of a `searchableText` in one byte a number; empty if it is not English. */
export function vectorOf(text: string): Int8Array {
  const [, ...parts] = wordsByPart(text);
  const isEnglish = shareKnown(parts.flat()) >= KNOWN_OF_TEXT;
  const weighted = parts.flatMap((part, index) => part.map((word) => [word, PART_WEIGHTS[index]!] as const));
  const direction = isEnglish ? wordVectors().directionOf(weighted) : undefined;
  return Int8Array.from(direction ?? [], (value) => Math.max(-MOST, Math.min(MOST, Math.round(value * ONE))));
}

/** The direction of the telling words of a text; undefined if none is known. */
const wordsDirection = (text: string): Float32Array | undefined =>
  wordVectors().directionOf(tellingWords(text).map((word) => [word, 1] as const));

const NO_DIRECTION = new Float32Array();
const phrases = new LRUCache<string, Float32Array>({ max: MOST_PHRASES });

/** The same of a phrase of a category, which is asked for again; empty if none is known. */
export function phraseDirection(phrase: string): Float32Array {
  const known = phrases.get(phrase) ?? wordsDirection(phrase) ?? NO_DIRECTION;
  phrases.set(phrase, known);
  return known;
}

/** The direction of a question; undefined if it is not English. */
export const directionOf = (question: string): Float32Array | undefined =>
  shareKnown(tellingWords(question)) < KNOWN_OF_QUESTION ? undefined : wordsDirection(question);

/** The same as `nearness` of two directions with length 1, the other one from that place of a list. */
export function alongside(direction: ArrayLike<number>, others: ArrayLike<number>, from = 0): number {
  let along = 0;
  for (let i = 0; i < DIMENSIONS; i++) along += direction[i]! * others[from + i]!;
  return along;
}

/** The square of the length. */
export const squareOf = (vector: ArrayLike<number>): number => alongside(vector, vector);

/** The cosine of an angle, from the product of two vectors and the squares of their lengths. */
export const cosine = (along: number, one: number, other: number): number =>
  other > 0 && one > 0 ? along / Math.sqrt(one * other) : 0;

/** The cosine of the angle between them, from -1 to 1. */
export const nearness = (direction: ArrayLike<number>, vector: ArrayLike<number>): number =>
  cosine(alongside(direction, vector), squareOf(direction), squareOf(vector));
