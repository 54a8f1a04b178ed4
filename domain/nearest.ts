import { errorsBetween } from "./search-distance.ts";

const MOST = 3;
/** How many equal first letters make two words likely to mean the same. */
const BEGINNING = 5;

const wordsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && word !== "and");

/** From 0, nothing in common, to 1, the same word. */
function likeness(typed: string, meant: string): number {
  if (typed === meant) return 1;
  const letters = Math.max(typed.length, meant.length);
  const close = 1 - errorsBetween(typed, meant, letters) / letters;
  const begins = typed.length >= BEGINNING && meant.startsWith(typed.slice(0, BEGINNING));
  return Math.max(0, close, begins ? 0.8 : 0);
}

/** Up to three names nearest to the input, best first: common words, then similar spelling. */
export function nearestTo(typed: string, names: readonly string[]): string[] {
  const words = wordsOf(typed);
  const score = (name: string): number => {
    const others = wordsOf(name);
    return words.reduce((sum, word) => sum + Math.max(0, ...others.map((other) => likeness(word, other))), 0);
  };
  return names
    .map((name) => ({ name, score: score(name), words: wordsOf(name).length }))
    .sort((a, b) => b.score - a.score || a.words - b.words)
    .slice(0, MOST)
    .map(({ name }) => name);
}

/** A hint for an error, with a leading space; empty if nothing is near. */
export const didYouMean = (near: readonly string[]): string =>
  near.length
    ? ` Did you mean ${near
        .slice(0, MOST)
        .map((name) => `"${name}"`)
        .join(", ")}?`
    : "";
