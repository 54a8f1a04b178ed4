import { foldLetters } from "#domain/search/search-text.ts";

/** Prefix for scripts whose code points are not in collation order. */
const PLACES: [RegExp, string][] = [
  [/\p{sc=Georgian}/gu, "\u052f"],
  [/\p{sc=Hangul}/gu, "\u2fff"],
];
const END = "\u0001";
/** Sorts after every letter. */
const LAST = "\u{10fffd}";

/** Increase when `sortName` changes: the store then recomputes keys on opening. */
export const SORT_NAME_VERSION = 1;

/**
 * A sort key in ICU collation order (letters, then accents, then case), which SQLite lacks. A test
 * compares both.
 */
export function sortName(name: string): string {
  const plain = foldLetters(name)
    .replace(/\p{Z}+/gu, " ")
    .replace(/[\p{P}\p{S}]/gu, "!");
  const letters = PLACES.reduce((text, [script, place]) => text.replace(script, (letter) => place + letter), plain);
  const accents = name
    .normalize("NFD")
    .toLowerCase()
    .replace(/\p{M}/gu, (mark) => LAST + mark);
  const capitals = name.replace(/./gsu, (letter) => (/\p{Lu}/u.test(letter) ? "b" : "a"));
  return [letters, accents, capitals].join(END);
}
