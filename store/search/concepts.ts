import { namesIn, readShippedText } from "#core/runtime/shipped.ts";
import { tellingWords } from "#domain/search/question-words.ts";
import { foldLetters } from "#domain/search/search-text.ts";
import { once } from "#domain/text/once.ts";

const FOLDER = "./data/concepts";
/** The Arabic article, with what is written before it; إلكتروني has none. */
const ARTICLE = /^(?:[وف]?[بكل]?ال|[وف]?لل)(?!كترون)(?=\p{L}{3})/u;
/** What is written before Arabic words without one. */
const PREFIX = /^[وفبكل](?=\p{L}{3})/u;
/** Scripts whose tables are read letter by letter. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

/** A word of a table: whole, or with `isOpen` the start of one. */
type Root = { text: string; isOpen: boolean };
/** The row of a root, and the words that must follow it. */
export type Entry = { row: number; isOpen: boolean; rest: Root[] };
export type Concepts = {
  language: string;
  entries: ReadonlyMap<string, Entry | Entry[]>;
  stopWords: ReadonlySet<string>;
  longest: number;
};

/** Words as tables, stop words and questions are compared by. */
export const foldedWords = (text: string, language?: string): string[] => {
  // Japanese has other words without its marks: グラフ and クラブ.
  const folded = language === "ja" ? text.normalize("NFKC").toLowerCase() : foldLetters(text);
  const words = folded.match(/[\p{L}\p{N}+#]+/gu) ?? [];
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

const stopWordsOf = (language: string): Set<string> => {
  const lines = readShippedText("./data/stop-words.txt").split("\n");
  const line = lines.find((one) => one.startsWith(`${language}: `)) ?? "";
  return new Set(foldedWords(line.slice(language.length + 2), language));
};

function read(language: string): Concepts {
  const entries = new Map<string, Entry | Entry[]>();
  let longest = 0;
  function add(first: string, entry: Entry): void {
    const others = entries.get(first);
    entries.set(first, others === undefined ? entry : [others, entry].flat());
    longest = Math.max(longest, first.length);
  }
  for (const line of readShippedText(`${FOLDER}/${language}.txt`).trim().split("\n")) {
    const [name = "", roots = ""] = line.split(": ", 2);
    const row = rowOf().get(name);
    if (row === undefined) continue;
    for (const text of roots.split(", ")) {
      if (UNSPACED.test(text)) {
        add(foldedWords(text, language).join(""), { row, isOpen: true, rest: [] });
        continue;
      }
      // Korean particles follow a word without a space.
      const words = text.split(/[\s'’-]+/).flatMap((word): Root[] => {
        const isOpen = word.endsWith("*") || /\p{sc=Hangul}/u.test(word);
        return foldedWords(word, language).map((text) => ({ text: spelling(text), isOpen }));
      });
      const [first, ...rest] = words;
      if (first) add(first.text, { row, isOpen: first.isOpen, rest });
    }
  }
  return { language, entries, stopWords: stopWordsOf(language), longest };
}

const kept = new Map<string, Concepts>();
/** The table of a language, read at the first question in it. */
export const conceptsIn = (language: string): Concepts => kept.getOrInsertComputed(language, read);
