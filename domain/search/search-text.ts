// Splits text into words. The index and queries must agree, or nothing is found.

const LETTERS: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ħ: "h",
  ı: "i",
};
/** Scripts written without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu;
/**
 * Letters and digits, joined by an apostrophe, dot, hyphen, underscore or ampersand, with the
 * suffix of C++ or C#; or .NET.
 */
const CHUNK =
  /(?<![\p{L}\p{N}])\.net(?![\p{L}\p{N}])|[\p{L}\p{N}]+(?:['’.\-_&][\p{L}\p{N}]+)*(?:\+\+|#(?![\p{L}\p{N}]))?/gu;
/** The ASCII version is five times as fast. */
const ASCII_CHUNK = /(?<![a-z0-9])\.net(?![a-z0-9])|[a-z0-9]+(?:['.\-_&][a-z0-9]+)*(?:\+\+|#(?![a-z0-9]))?/g;
const PLAIN = /^[a-z0-9]+$/;
const OTHER_LETTER = /[^\x00-\x7f\p{P}\p{S}\p{Z}]|’/u;
const MAX_WORD = 64;

const ASCII = /^[\x00-\x7f]*$/;

/** Lower case, without accents and joiners, in one Unicode form. */
export const foldLetters = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase()
    : text
        .normalize("NFKD")
        .replace(/[\p{M}\u200c\u200d]/gu, "")
        .toLowerCase()
        .replace(/[ßæœøđðþłħı]/g, (letter) => LETTERS[letter] ?? letter)
        .normalize("NFC");

const cut = (word: string): string => (word.length > MAX_WORD ? word.slice(0, MAX_WORD).toWellFormed() : word);

/** Scripts without spaces are indexed by pairs of characters: 漢字検索 -> 漢字 字検 検索. */
function* neighbours(word: string, single: boolean): Generator<string> {
  let rest = 0;
  for (const { 0: run, index } of word.matchAll(UNSPACED)) {
    if (index > rest) yield word.slice(rest, index);
    rest = index + run.length;
    const signs = [...run];
    if (single || signs.length === 1) yield* signs;
    for (const [at, next] of signs.slice(1).entries()) yield signs[at] + next;
  }
  if (rest < word.length) yield word.slice(rest);
}

/** The words of a chunk: as typed, or with `all` in every spelling that may be searched. */
function* spellings(chunk: string, all: boolean): Generator<string> {
  if (chunk === ".net") {
    yield "dotnet";
    if (all) yield "net";
    return;
  }
  const [, body = "", end] = /^(.*?)(\+\+|#)?$/su.exec(chunk) ?? [];
  const owner = body.replace(/['’]s$/, "");
  const parts: string[] = all ? owner.split(/['’.\-_&]/) : owner.replace(/['’]/g, "").split(/[.\-_&]/);
  const last = parts.at(-1) ?? "";
  const special = end ? `${last}${end === "#" ? "sharp" : "plusplus"}` : undefined;
  // A search for C++ must not match every C.
  if (special && !all && last.length <= 2) {
    yield* parts.slice(0, -1);
    yield special;
    return;
  }
  for (const part of parts) yield* neighbours(part, all);
  if (!all) return;
  if (special) yield special;
  if (parts.length > 1) yield parts.join("");
  if (owner !== body) yield body.replace(/['’]/g, "");
  if (owner.endsWith(".net")) yield "dotnet";
}

const chunksOf = (text: string): string[] => {
  const folded = foldLetters(text);
  return folded.match(OTHER_LETTER.test(folded) ? CHUNK : ASCII_CHUNK) ?? [];
};

export function searchWords(text: string): string[] {
  const words: string[] = [];
  for (const chunk of chunksOf(text)) {
    if (PLAIN.test(chunk)) words.push(cut(chunk));
    else for (const word of spellings(chunk, false)) if (word) words.push(cut(word));
  }
  return words;
}

/** Characters that `searchWords` may respell. A single character class is fastest. */
const SPELT_OTHERWISE = /['+#\u0080-\uffff]/;
/** What `searchWords` expands to letters that are not in the text. */
const SPELT_OUT = /[+#]|\.net/;

/** A prepared text. Every word that is not expanded is a substring of `folded`. */
export type Folded = { text: string; folded: string; isPlain: boolean; isSpeltOut: boolean };
export function foldedOf(text: string): Folded {
  const isAscii = !SPELT_OTHERWISE.test(text);
  const folded = isAscii ? text.toLowerCase() : foldLetters(text).replace(/['’]/g, "");
  const isSpeltOut = SPELT_OUT.test(folded);
  return { text, folded, isPlain: isAscii && !isSpeltOut, isSpeltOut };
}

/**
 * Finds the words with one of these prefixes. Much faster than listing all words, because most
 * texts have none.
 */
export function wordsBeginning(beginnings: readonly string[]): (text: Folded) => string[] {
  const pattern = new RegExp(`(?<![a-z0-9])(?:${beginnings.join("|")})[a-z0-9]*`, "g");
  return ({ text, folded, isPlain, isSpeltOut }) => {
    if (!isSpeltOut && !beginnings.some((start) => folded.includes(start))) return [];
    return isPlain ? (folded.match(pattern) ?? []).map(cut) : searchWords(text);
  };
}

const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);

export type Place = { word: string; at: number; end: number };

/** The same on folded plain text, with places, ordered by prefix. */
export function placesBeginning(beginnings: readonly string[]): (folded: string) => Place[] {
  return (folded) => {
    const places: Place[] = [];
    for (const start of beginnings) {
      for (let at = folded.indexOf(start); at !== -1; at = folded.indexOf(start, at + 1)) {
        if (at > 0 && isLetter(folded.charCodeAt(at - 1))) continue;
        let end = at + start.length;
        while (isLetter(folded.charCodeAt(end))) end++;
        places.push({ word: cut(folded.slice(at, end)), at, end });
      }
    }
    return places;
  };
}

export function indexWords(text: string): string[] {
  const words = new Set<string>();
  for (const chunk of chunksOf(text)) {
    if (PLAIN.test(chunk)) words.add(cut(chunk));
    else for (const all of [false, true]) for (const word of spellings(chunk, all)) if (word) words.add(cut(word));
  }
  return [...words];
}

/** Names with equal keys are the same to search. */
export const foldName = (name: string): string => searchWords(name).join(" ");

/** `english`: what a text in another language says. */
export type SearchableTexts = {
  name: string;
  tagline: string;
  keywords: string;
  description: string;
  english?: string | undefined;
};

/** Separates the parts of `searchableText`; never inside a word. */
export const PART_END = " \u0001";

/** The words of a `searchableText` by part: name, tagline, keywords, description, those in English. */
export const wordsByPart = (words: string): string[][] =>
  words.split(PART_END).map((part) => part.split(" ").filter(Boolean));

export const leadOf = (words: string): string => words.split(PART_END).slice(1, 3).join("");

/** The words of a listing, each once in its most important part, surrounded by spaces. */
export function searchableText({ name, tagline, keywords, description, english }: SearchableTexts): string {
  const seen = new Set<string>();
  const parts = [name, tagline, keywords, description, ...(english ? [english] : [])].map((text) => {
    const fresh = indexWords(text).filter((word) => !seen.has(word) && seen.add(word));
    return fresh.length ? ` ${fresh.join(" ")}` : "";
  });
  return `${parts.join(PART_END)} `;
}
