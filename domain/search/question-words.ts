// Everyday English questions: which words carry meaning, and which are forms of one word.

import { searchWords } from "./search-text.ts";

const STOP_WORDS = new Set(
  `a about after all also alternative alternatives am an and another any anybody anyone anything anyway anywhere app
   application apps are as at away be because been before being best better both but by can cannot cant clone come
   comes could did didnt do does doesnt doing done dont each easily easy either else enough equivalent ever every
   everybody everyone everything few five for from get gets getting give go going good got had has have having he
   help helps her here him his how hundred i id if im in instead into is isnt it its ive just kind know let lets like
   look looking lot made make makes making many may me might more most much must my need needs next nice no nobody
   not nothing of off often on one only or other others our out over own people per place places please program put
   quick quickly really replace replacement replacing same say see she should similar simple since so software some
   somebody somehow someone someplace something somewhere still stuff such sure take ten than that thats the their
   them then there these they thing things this those thousand three to too tool tools try trying two under until up
   us use used user using very via want wants was way ways we well were weve what whats when where wheres which while
   who whole whom whos whose why will with within without wont would yet you your youre`.split(/\s+/),
);

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
