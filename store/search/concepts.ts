import { crc32 } from "node:zlib";
import { namesIn, readShipped, readShippedText } from "#core/runtime/shipped.ts";
import { tellingWords } from "#domain/search/question-words.ts";
import { foldLetters } from "#domain/search/search-text.ts";
import { once } from "#domain/text/once.ts";

const FOLDER = "./data/concepts";
/** The Arabic article, with what is written before it; إلكتروني has none. */
const ARTICLE = /^(?:[وف]?[بكل]?ال|[وف]?لل)(?!كترون)(?=\p{L}{3})/u;
/** What is written before Arabic words without one. */
const PREFIX = /^[وفبكل](?=\p{L}{3})/u;
/** Scripts whose tables are read letter by letter. */
export const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

/** A word of a table: whole, or with `isOpen` the start of one. */
type Root = { text: string; isOpen: boolean };
/** The row of a root, and the words that must follow it. */
export type Entry = { row: number; isOpen: boolean; rest: readonly Root[] };
/**
 * Twice the number of a row, and one more if the word may go on; several, and words that must follow, as in
 * "24 control*|31". Objects took twice the memory.
 */
type Kept = number | string;
export type Concepts = {
  language: string;
  entries: ReadonlyMap<string, Kept>;
  stopWords: ReadonlySet<string>;
  longest: number;
};

const kept = (row: number, isOpen: boolean, rest: readonly Root[] = []): Kept =>
  rest.length === 0
    ? 2 * row + Number(isOpen)
    : [2 * row + Number(isOpen), ...rest.map(({ text, isOpen }) => (isOpen ? `${text}*` : text))].join(" ");
const read = (one: string): Entry => {
  const [first, ...rest] = one.split(" ");
  const row = Number(first);
  const words = rest.map((word) => ({ text: word.replace("*", ""), isOpen: word.endsWith("*") }));
  return { row: row >> 1, isOpen: row % 2 === 1, rest: words };
};

/** The entries that begin with a word, or with the start of one. */
export const entriesOf = ({ entries }: Concepts, start: string): Entry[] => {
  const found = entries.get(start);
  return found === undefined ? [] : String(found).split("|").map(read);
};

/** Japanese has other words without its marks: グラフ and クラブ. */
const folded = (text: string, language?: string): string =>
  language === "ja" ? text.normalize("NFKC").toLowerCase() : foldLetters(text);

/** Words as tables, stop words and questions are compared by. */
export const foldedWords = (text: string, language?: string): string[] => {
  const words = folded(text, language).match(/[\p{L}\p{N}+#]+/gu) ?? [];
  return language === "ar" ? words.map((word) => word.replace(ARTICLE, "")) : words;
};

/** Arabic endings that many write alike. */
const spelling = (word: string): string => word.replace(/ة$/u, "ه").replace(/ى$/u, "ي");
/** Words as tables have them, and what else they may be. */
export const spellingsOf = (words: readonly string[], language: string): (readonly string[])[] => {
  if (language !== "ar") return [words];
  const spelt = words.map(spelling);
  return [spelt, spelt.map((word) => word.replace(PREFIX, ""))];
};

/** The rows in English: the telling words of a concept, and those of its synonyms. */
export const concepts = once(() => {
  const lines = readShippedText(`${FOLDER}/en.txt`).trim().split("\n");
  return lines.map((line) => {
    const [name = "", ...synonyms] = line.split(", ");
    return { name, words: tellingWords(name), synonyms };
  });
});
const rowOf = once(() => new Map(concepts().map(({ name }, row) => [name, row])));

export const bridgedLanguages = once(() =>
  namesIn(FOLDER)
    .map((name) => name.replace(/\.txt$/, ""))
    .filter((name) => name !== "en")
    .sort(),
);

/** Changes with every table. */
export const conceptsVersion = once(() => {
  const texts = ["en", ...bridgedLanguages()].map((language) => readShipped(`${FOLDER}/${language}.txt`));
  return texts.reduce((sum, text) => crc32(text, sum), 0);
});

const stopWordsOf = (language: string): Set<string> => {
  const lines = readShippedText("./data/stop-words.txt").split("\n");
  const line = lines.find((one) => one.startsWith(`${language}: `)) ?? "";
  return new Set(foldedWords(line.slice(language.length + 2), language));
};

function tableOf(language: string): Concepts {
  const entries = new Map<string, Kept>();
  let longest = 0;
  function add(first: string, entry: Kept): void {
    const others = entries.get(first);
    entries.set(first, others === undefined ? entry : `${others}|${entry}`);
    longest = Math.max(longest, first.length);
  }
  // Folded at once, which is ten times as fast as root by root.
  const lines = folded(readShippedText(`${FOLDER}/${language}.txt`), language)
    .trim()
    .split("\n");
  for (const line of lines) {
    const [name = "", roots = ""] = line.split(": ", 2);
    const row = rowOf().get(name);
    if (row === undefined) continue;
    for (const text of roots.split(", ")) {
      if (UNSPACED.test(text)) {
        add(text.replace(/[^\p{L}\p{N}+#]/gu, ""), kept(row, true));
        continue;
      }
      const words = text.match(/[\p{L}\p{N}+#]+\*?/gu) ?? [];
      const [first, ...rest] = words.map((word): Root => {
        const bare = word.replace("*", "");
        // Korean particles follow a word without a space.
        const isOpen = bare !== word || /\p{sc=Hangul}/u.test(word);
        return { text: language === "ar" ? spelling(bare.replace(ARTICLE, "")) : bare, isOpen };
      });
      const { text: start = "", isOpen = false } = first ?? {};
      if (start) add(start, kept(row, isOpen, rest));
    }
  }
  return { language, entries, stopWords: stopWordsOf(language), longest };
}

const tables = new Map<string, Concepts>();
/** The table of a language, read at the first question in it. */
export const conceptsIn = (language: string): Concepts => tables.getOrInsertComputed(language, tableOf);
