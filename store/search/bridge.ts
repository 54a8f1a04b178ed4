import { isTelling, stemOf } from "#domain/search/question-words.ts";
import { given } from "#domain/text/given.ts";
import { once } from "#domain/text/once.ts";
import { mainLanguageOf } from "#domain/text/written-language.ts";
import {
  bridgedLanguages,
  type Concepts,
  concepts,
  conceptsIn,
  type Entry,
  entriesOf,
  foldedWords,
  spellingsOf,
  UNSPACED,
} from "./concepts.ts";
import { wordVectors } from "./word-vectors.ts";

/** Words of a text in another language, as the row of a concept; without one, as typed. */
type Unit = { typed: string[]; row?: number };
/** `endings`: how many letters of a word no entry covers. */
type Reading = { units: Unit[]; known: number; endings: Map<string, number> };
/** A question in another language. */
export type Bridged = Reading & { language: string; score: number };

const COMPOUNDS = new Set(["de", "nl", "ko"]);
/** Parts of compounds, and what may follow or link them. */
const SHORTEST_PART = 4;
const LONGEST_LINK = 3;
/** A part behind letters that are no entry. */
const LONG_PART = 6;
/** Behind the first part: an ending, or enough for another part. */
const OTHER_PART = /^(?:e?[nmrs]?|ern|nen|jes?|.{4,})$/u;
/** "-ungen", "-ingen" */
const LONGEST_ENDING = 5;
const LONGEST_QUESTION = 200;
/** Shares of a word. Stop words are shared by more languages. */
const STOPPED = 0.9;
const OF_LETTER = 0.1;
const OF_PARTS = 0.5;
/** Less for the letters behind a root: other languages may have a longer one. */
const UNCOVERED = 0.3;
const ONLY_THERE = 0.1;
/** For the language of short words. */
const MARKED = 0.5;
/** With so few words, one must be known whole. */
const FEW = 2;

const SCRIPTS: [script: RegExp, languages: string[]][] = [
  [/\p{sc=Cyrillic}/u, ["ru"]],
  [/\p{sc=Hangul}/u, ["ko"]],
  [/\p{sc=Arabic}/u, ["ar"]],
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/u, ["ja"]],
  [/\p{sc=Han}/u, ["ja", "zh"]],
];
const NOT_LATIN = SCRIPTS.flatMap(([, languages]) => languages);

/** English words of the tables, some of which are too new for the word vectors: "screenshot". */
const ofTables = once(() => {
  const words = concepts().flatMap(({ name, synonyms }) => [name, ...synonyms].flatMap((text) => foldedWords(text)));
  return { words: new Set(words), stems: new Set(words.map(stemOf)) };
});
/** Whether the word vectors or a table know the word, which is then hardly misspelt. */
export const hasMeaning = (word: string): boolean =>
  isTelling(word) &&
  [word, word.replace(/s$/, "")].some((form) => wordVectors().has(form) || ofTables().words.has(form));
const isEnglish = (word: string): boolean => {
  const stem = stemOf(word);
  return !isTelling(word) || wordVectors().has(word) || wordVectors().has(stem) || ofTables().stems.has(stem);
};

/** `letters` of the first word, `size` in letters of all. */
type Found = { entry: Entry; letters: number; words: number; size: number };

/** The longest entry at a place: of most words, then of most letters. */
function entryAt(
  table: Concepts,
  words: readonly string[],
  at: number,
  { from = 0, isPart = false } = {},
): Found | undefined {
  const word = given(words[at]);
  let best: Found | undefined;
  for (let to = Math.min(word.length, from + table.longest); to > from; to--) {
    const start = word.slice(from, to);
    for (const entry of entriesOf(table, start)) {
      const fits =
        (entry.isOpen || to === word.length || (isPart && entry.rest.length === 0)) &&
        entry.rest.every(({ text, isOpen }, index) => {
          const next = words[at + 1 + index];
          return next !== undefined && (isOpen ? next.startsWith(text) : next === text);
        });
      const count = entry.rest.length + 1;
      const size = entry.rest.reduce((sum, { text }) => sum + text.length, to - from);
      const isLonger = !best || count > best.words || (count === best.words && size > best.size);
      if (fits && isLonger) best = { entry, letters: to - from, words: count, size };
    }
  }
  return best;
}

/**
 * The entries inside a compound, behind a known part or from a place on. Other beginnings must be
 * long: "brauchen" is no "rauchen", and "solltest" no "test".
 */
function partsOf(table: Concepts, word: string, from: number): Unit[] {
  const isKorean = table.language === "ko";
  const shortest = isKorean ? 2 : SHORTEST_PART;
  const units: Unit[] = [];
  let end = from;
  for (let at = from; at + shortest <= word.length; at++) {
    const found = entryAt(table, [word], 0, { from: at, isPart: true });
    if (!found || found.letters < shortest) continue;
    const isLinked = at === 0 ? OTHER_PART.test(word.slice(found.letters)) : end > 0 && at - end <= LONGEST_LINK;
    if (!isKorean && !isLinked && (at < SHORTEST_PART || found.letters < LONG_PART)) continue;
    units.push({ typed: [word], row: found.entry.row });
    end = at + found.letters;
    at = end - 1;
  }
  return units;
}

/** The entries of a text without spaces, letter by letter. */
function lettersOf(table: Concepts, text: string): Omit<Reading, "endings"> {
  const units: Unit[] = [];
  let known = 0;
  let left = "";
  const leave = () => {
    const row = left ? entryAt(table, [left], 0)?.entry.row : undefined;
    if (left) units.push(row === undefined ? { typed: [left] } : { typed: [left], row });
    left = "";
  };
  for (let at = 0; at < text.length; ) {
    const found = entryAt(table, [text], 0, { from: at });
    const length = found?.letters ?? 1;
    if (found) {
      leave();
      units.push({ typed: [text.slice(at, at + length)], row: found.entry.row });
      known += length * OF_LETTER;
    } else if (/[a-z0-9+#]/.test(text.charAt(at))) left += text.charAt(at);
    else leave();
    at += length;
  }
  leave();
  return { units, known };
}

/** What a text says in a language. Stop words fall away, unknown words stay. */
function readIn(table: Concepts, words: readonly string[]): Reading {
  const { language, stopWords } = table;
  const spellings = spellingsOf(words, language);
  const units: Unit[] = [];
  const endings = new Map<string, number>();
  let known = 0;
  for (let at = 0; at < words.length; ) {
    const word = given(words[at]);
    if (UNSPACED.test(word)) {
      const reading = lettersOf(table, word);
      units.push(...reading.units);
      known += reading.known;
      at++;
      continue;
    }
    const found = spellings.map((spelt) => entryAt(table, spelt, at)).find((entry) => entry !== undefined);
    const isCompound = COMPOUNDS.has(language);
    const parts = isCompound && (found?.words ?? 1) === 1 ? partsOf(table, word, found?.letters ?? 0) : [];
    if (found) units.push({ typed: words.slice(at, at + found.words), row: found.entry.row });
    units.push(...parts);
    if (found || stopWords.has(word)) endings.set(word, stopWords.has(word) ? 0 : word.length - (found?.letters ?? 0));
    if (found) known += found.words - UNCOVERED * (1 - Math.min(1, found.letters / word.length));
    else if (parts.length) known += OF_PARTS;
    else if (stopWords.has(word)) known += STOPPED;
    else units.push({ typed: [word] });
    at += found?.words ?? 1;
  }
  return { units, known, endings };
}

/** Whether an entry is the whole word but for its ending, or two entries are. */
function isWhole(table: Concepts, word: string): boolean {
  const found = entryAt(table, [word], 0, { isPart: COMPOUNDS.has(table.language) });
  if (!found || found.letters < SHORTEST_PART) return false;
  const ending = word.length - found.letters;
  if (ending <= LONGEST_ENDING) return true;
  if (!COMPOUNDS.has(table.language)) return false;
  for (let link = 0; link <= LONGEST_LINK; link++) {
    const tail = entryAt(table, [word], 0, { from: found.letters + link });
    if (tail && tail.letters >= SHORTEST_PART && ending - link - tail.letters <= LONGEST_ENDING) return true;
  }
  return false;
}

function judged(language: string, text: string, isMarked: boolean): Bridged | undefined {
  const table = conceptsIn(language);
  const words = foldedWords(text, language);
  const reading = readIn(table, words);
  if (!reading.units.some(({ row }) => row !== undefined)) return undefined;
  const left = reading.units.flatMap(({ typed, row }) => (row === undefined ? typed : []));
  const onlyThere = words.filter((word) => !left.includes(word) && !isEnglish(word));
  const isLatin = !NOT_LATIN.includes(language);
  const isSure = onlyThere.length > 0 || isMarked;
  const foreign = left.filter(isEnglish).length;
  if (isLatin && (!isSure || (!isMarked && foreign > onlyThere.length))) return undefined;
  if (isLatin && !isMarked && words.length <= FEW && !onlyThere.some((word) => isWhole(table, word))) return undefined;
  const score = reading.known - foreign + onlyThere.length * ONLY_THERE + (isMarked ? MARKED : 0);
  return isLatin && score < 0 ? undefined : { language, score, ...reading };
}

/** A question in another language; undefined if it is English or in none with a table. */
export function bridge(question: string): Bridged | undefined {
  const text = question.slice(0, LONGEST_QUESTION);
  const [, byScript] = SCRIPTS.find(([script]) => script.test(text)) ?? [];
  const latin = bridgedLanguages().filter((language) => !NOT_LATIN.includes(language));
  const marked = mainLanguageOf(text);
  const isPlain = !byScript && foldedWords(text).every(isEnglish);
  const likely = isPlain ? [marked] : bridgedLanguages();
  return (byScript ?? latin)
    .filter((language) => likely.includes(language))
    .flatMap((language) => judged(language, text, language === marked) ?? [])
    .sort((a, b) => b.score - a.score)[0];
}

const baseOf = (language: string): string => language.split("-", 1)[0] ?? "";

/** What a text says, in English words; none without a table of its language. */
export function englishWords(text: string, language: string | null): string[] {
  const base = baseOf(language ?? "");
  if (!bridgedLanguages().includes(base)) return [];
  return [...new Set(readIn(conceptsIn(base), foldedWords(text, base)).units.flatMap(englishOf))];
}

/** English words of a concept. */
export const englishOf = ({ row }: Unit): string[] => (row === undefined ? [] : given(concepts()[row]).words);
export const nameOf = ({ row }: Unit): string | undefined => (row === undefined ? undefined : concepts()[row]?.name);
