import { LRUCache } from "lru-cache";
import { tellingWords } from "#domain/search/question-words.ts";
import { wordsByPart } from "#domain/search/search-text.ts";
import { DIMENSIONS, wordVectors } from "./word-vectors.ts";

/** Stored value for 1; values above 127 / ONE are rare and clipped. */
const ONE = 300;
const MOST = 127;
/** Weights of tagline, keywords, description and English words. Names often mean something else. */
const PART_WEIGHTS = [2, 2, 1, 1];
/** About 4,000 shipped phrases, 2 MB. */
const MOST_PHRASES = 5000;
/** Below this share of known words, a text is in another language. */
const KNOWN_OF_QUESTION = 0.75;
const KNOWN_OF_TEXT = 0.5;

const shareKnown = (words: readonly string[]): number =>
  words.filter(wordVectors().has).length / Math.max(1, words.length);

/** The direction of a `searchableText`, one byte per number; empty without English. */
export function vectorOf(text: string): Int8Array {
  const [, ...parts] = wordsByPart(text);
  const isEnglish = (parts[3]?.length ?? 0) > 0 || shareKnown(parts.flat()) >= KNOWN_OF_TEXT;
  const weighted = parts.flatMap((part, index) => part.map((word) => [word, PART_WEIGHTS[index]!] as const));
  const direction = isEnglish ? wordVectors().directionOf(weighted) : undefined;
  return Int8Array.from(direction ?? [], (value) => Math.max(-MOST, Math.min(MOST, Math.round(value * ONE))));
}

/** Direction of the meaningful words; undefined if none is known. */
const wordsDirection = (text: string): Float32Array | undefined =>
  wordVectors().directionOf(tellingWords(text).map((word) => [word, 1] as const));

const NO_DIRECTION = new Float32Array();
const phrases = new LRUCache<string, Float32Array>({ max: MOST_PHRASES });

export function phraseDirection(phrase: string): Float32Array {
  const known = phrases.get(phrase) ?? wordsDirection(phrase) ?? NO_DIRECTION;
  phrases.set(phrase, known);
  return known;
}

export const directionOf = (question: string): Float32Array | undefined =>
  shareKnown(tellingWords(question)) < KNOWN_OF_QUESTION ? undefined : wordsDirection(question);

/** `nearness` of two unit vectors, the other within a list from `from`. */
export function alongside(direction: ArrayLike<number>, others: ArrayLike<number>, from = 0): number {
  let along = 0;
  for (let i = 0; i < DIMENSIONS; i++) along += direction[i]! * others[from + i]!;
  return along;
}

export const squareOf = (vector: ArrayLike<number>): number => alongside(vector, vector);

/** The cosine, from the dot product and the squared lengths. */
export const cosine = (along: number, one: number, other: number): number =>
  other > 0 && one > 0 ? along / Math.sqrt(one * other) : 0;

/** The cosine of the angle between them, from -1 to 1. */
export const nearness = (direction: ArrayLike<number>, vector: ArrayLike<number>): number =>
  cosine(alongside(direction, vector), squareOf(direction), squareOf(vector));
