import { type Text, t } from "#languages/words.ts";
import { errorsBetween, forgiven } from "./search-distance.ts";

const MOST = 3;
const BEGINNING = 5;

const wordsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && word !== "and");

/** Letters and digits only: "warm-hand" and "warmhand" are equal. */
export const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

export function isSpelledAs(name: string, typed: string): boolean {
  const [a, b] = [lettersOf(name), lettersOf(typed)];
  const most = forgiven(Math.min(a.length, b.length));
  return errorsBetween(a, b, most) <= most;
}

/** 1 for the same word, less for few typos or a shared beginning, otherwise 0. */
function likeness(typed: string, meant: string): number {
  if (typed === meant) return 1;
  const letters = Math.max(typed.length, meant.length);
  const errors = errorsBetween(typed, meant, forgiven(letters));
  const begins = typed.length >= BEGINNING && meant.startsWith(typed.slice(0, BEGINNING));
  return Math.max(errors <= forgiven(letters) ? 1 - errors / letters : 0, begins ? 0.8 : 0);
}

/** Up to three names that share at least half of the words, best first; then by spelling. */
export function nearestTo(typed: string, names: readonly string[]): string[] {
  const words = wordsOf(typed);
  const score = (name: string): number => {
    if (lettersOf(name) === lettersOf(typed)) return words.length + 1;
    const others = wordsOf(name);
    const likes = words.map((word) => Math.max(0, ...others.map((other) => likeness(word, other))));
    if (likes.filter(Boolean).length < words.length / 2) return 0;
    return likes.reduce((sum, like) => sum + like, 0);
  };
  return names
    .map((name) => ({ name, score: score(name), words: wordsOf(name).length }))
    .filter((one) => one.score > 0)
    .sort((a, b) => b.score - a.score || a.words - b.words)
    .slice(0, MOST)
    .map(({ name }) => name);
}

export const didYouMean = (near: readonly string[]): Text | false =>
  near.length > 0 &&
  t`Did you mean ${near
    .slice(0, MOST)
    .map((name) => `"${name}"`)
    .join(", ")}?`;

export const ALL_CATEGORIES = "See list_categories for all of them.";

export const otherCategories = (typed: string, names: readonly string[]): (Text | false)[] => [
  didYouMean(nearestTo(typed, names)),
  ALL_CATEGORIES,
];
