// Questions in everyday English: which words say what is asked for, and which words are the same.

import { searchWords } from "./search-text.ts";

/** Words that most questions have and that tell nothing about what is asked for. */
const STOP_WORDS = new Set(
  `a about after all also am an and any anybody anyone anything app application apps are as at be because been being
   best but by can cannot could did do does doing done each either else ever every everybody everyone everything few for
   from get gets getting give go going good got had has have having he help helps her here him his how i if in into is it
   its just let lets like look looking made make makes making many may me might more most much must my need needs no nobody
   not nothing of off often on one only or other others our out over own people per please program really same she should
   simple so software some somebody someone something somewhere such take than that the their them then there these they
   thing things this those tool tools to too under up us use used user using very via want wants was way we well were what
   when where which while who whom whose why will with within without would you your`.split(/\s+/),
);

/** The words of a question that say what is asked for, once each; all of them if none does. */
export function tellingWords(text: string): string[] {
  const words = searchWords(text);
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return [...new Set(telling.length ? telling : words)];
}

/** What forms of an English word have in common: "notes", "noted" and "noting" are "not". */
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

/** How every form of a word with this stem begins. */
export const beginningOf = (stem: string): string => (stem.length > 3 && stem.endsWith("y") ? stem.slice(0, -1) : stem);
