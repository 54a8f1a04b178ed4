import { readShippedText } from "../core/runtime/shipped.ts";
import { once } from "../domain/text/once.ts";
import { wordsOf } from "./text.ts";

/**
 * Beginnings of words of each category, by its slug, in one file for all languages. "~" joins words; at the end, as
 * ".", it says that the word ends there. "@tr" limits a root to Turkish: other languages mean something else by it. "parent/slug" begins a line.
 */
type Root = { slug: string; name: string; words: string[]; isWhole: boolean; languages: string[] | null };
type Topics = {
  byFirst: Map<string, Root[]>;
  beginnings: Map<string, Root[]>;
  compact: Map<string, Root[]>;
  parents: Map<string, string | undefined>;
};

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
/** A shorter part of a compound may be anything. */
const COMPOUND_PART = 7;
const MOST_LETTERS = 40;
/** A shorter beginning of a word may be anything. */
const BEGINNING = 4;
/** Arabic writes articles and prepositions before a word without a space. */
const ARABIC_BEFORE = /^(?:[وف]?[بكل]?(?:ال)|[وف]?لل|[وفبكل])(?=\p{L}{3})/u;

const add = (map: Map<string, Root[]>, key: string, root: Root): void => {
  map.set(key, [...(map.get(key) ?? []), root]);
};

const topics = once((): Topics => {
  const read: Topics = { byFirst: new Map(), beginnings: new Map(), compact: new Map(), parents: new Map() };
  for (const line of readShippedText("./data/category-words/topics.txt").trim().split("\n")) {
    const [family = "", roots = ""] = line.split(": ", 2);
    const [slug = "", parent] = family.split("/").reverse();
    read.parents.set(slug, parent);
    for (const entry of new Set(roots.split(" "))) {
      const [name = "", only] = entry.split("@");
      const languages = only?.split(",") ?? null;
      const isWhole = /[~.]$/.test(name);
      const words = wordsOf(name.replace(/[~.]/g, " ")).map((word) => word.replace(ARABIC_BEFORE, ""));
      if (UNSPACED.test(name))
        add(read.compact, name.slice(0, 1), {
          slug,
          name,
          words: [name.toLowerCase().replaceAll("~", "")],
          isWhole,
          languages,
        });
      else if (words.length === 1 && !isWhole)
        add(read.beginnings, words[0] ?? "", { slug, name, words, isWhole, languages });
      else add(read.byFirst, words[0] ?? "", { slug, name, words, isWhole, languages });
    }
  }
  return read;
});

/** The different roots of each category that a text has. */
export function topicsIn(text: string, language?: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const hear = ({ slug, name, languages }: Root): void => {
    if (languages && !(language && languages.includes(language))) return;
    const names = found.get(slug);
    if (names) names.add(name);
    else found.set(slug, new Set([name]));
  };
  const { byFirst, compact } = topics();
  const words = wordsOf(text).map((word) => word.slice(0, MOST_LETTERS).replace(ARABIC_BEFORE, ""));
  words.forEach((word, at) => {
    for (let to = Math.min(BEGINNING, word.length); to <= word.length; to++)
      for (const root of byFirst.get(word.slice(0, to)) ?? []) if (follows(root, words, at)) hear(root);
    for (const root of rootsOf(word)) hear(root);
  });
  if (UNSPACED.test(text)) {
    const letters = text.toLowerCase().replace(/\s/g, "");
    for (let at = 0; at < letters.length; at++)
      for (const root of compact.get(letters.charAt(at)) ?? [])
        if (letters.startsWith(root.words.join(""), at)) hear(root);
  }
  return found;
}

/** Whether a text has all words of a root here; each may go on, unless the root says otherwise. */
const follows = ({ words, isWhole }: Root, text: string[], at: number): boolean =>
  words.every((word, i) => {
    const said = text[at + i];
    if (said === undefined) return false;
    return isWhole || (word.length < BEGINNING && i < words.length - 1) ? said === word : said.startsWith(word);
  });

/** The category above another one, by their slugs. */
export const parentOf = (slug: string): string | undefined => topics().parents.get(slug);

/** Roots at the beginning of a word, and long ones inside it; of two that overlap, the longer: no "accounting" in "payroll accounting". */
function rootsOf(word: string): Root[] {
  const { beginnings } = topics();
  const spans: { from: number; to: number; roots: Root[] }[] = [];
  for (let from = 0; from === 0 || from <= word.length - COMPOUND_PART; from++)
    for (let to = from + (from === 0 ? 2 : COMPOUND_PART); to <= word.length; to++) {
      const roots = beginnings.get(word.slice(from, to));
      if (roots) spans.push({ from, to, roots });
    }
  return spans
    .filter(
      ({ from, to }) =>
        !spans.some((other) => other.from <= from && other.to >= to && other.to - other.from > to - from),
    )
    .flatMap(({ roots }) => roots);
}

export const hasTopics = (slug: string | undefined): boolean => slug !== undefined && topics().parents.has(slug);
