import { foldLetters } from "./search-text.ts";

/** Put before each letter of a script that Unicode numbers elsewhere than people sort it. */
const PLACES: [RegExp, string][] = [
  [/\p{sc=Georgian}/gu, "\u052f"],
  [/\p{sc=Hangul}/gu, "\u2fff"],
];
const END = "\u0001";
/** Sorts behind every letter. */
const LAST = "\u{10fffd}";

/** Raise it when `sortName` changes: keys of other versions are written anew when the store opens. */
export const SORT_NAME_VERSION = 1;

/**
 * A key whose bytes sort names as people do: letters first, then accents, then capitals. It follows ICU's collation, which
 * SQLite lacks; a test compares the two.
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
