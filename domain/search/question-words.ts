// Everyday English questions: which words carry meaning, and which are forms of one word.

import { searchWords } from "./search-text.ts";
import stopWords from "./stop-words.json" with { type: "json" };

const STOP_WORDS = new Set(stopWords);

export const isTelling = (word: string): boolean => !STOP_WORDS.has(word);

/** The distinct meaningful words of a question, or all if there are none. */
export function tellingWords(text: string): string[] {
  const words = searchWords(text);
  const telling = words.filter(isTelling);
  return [...new Set(telling.length ? telling : words)];
}

/** The common stem of an English word's forms: "notes", "noted" and "noting" become "not". */
export function stemOf(word: string): string {
  if (!/^[a-z]{3,}$/.test(word)) return word;
  let stem = word;
  if (/[^aeiou]ies$/.test(stem) && stem.length > 4) stem = `${stem.slice(0, -3)}y`;
  else if (/(?:[sxz]|[cs]h)es$/.test(stem)) stem = stem.slice(0, -2);
  else if (/[^sui]s$/.test(stem)) stem = stem.slice(0, -1);
  const bare =
    stem.length > 5 && stem.endsWith("ing")
      ? stem.slice(0, -3)
      : stem.length > 4 && stem.endsWith("ed")
        ? stem.slice(0, -2)
        : stem;
  if (bare !== stem && /[aeiouy]/.test(bare)) stem = bare.replace(/([b-df-hj-np-tv-z])\1$/, "$1");
  return stem.length > 3 && stem.endsWith("e") ? stem.slice(0, -1) : stem;
}

/** The prefix of every form of a stem. */
export const beginningOf = (stem: string): string => (stem.length > 3 && stem.endsWith("y") ? stem.slice(0, -1) : stem);
