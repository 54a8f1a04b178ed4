import { phrasesIn } from "#core/runtime/phrases.ts";
import { readShippedText } from "#core/runtime/shipped.ts";
import { once } from "#domain/text/once.ts";
import { wordsOf } from "./text.ts";

const phrases = phrasesIn("interface");

/**
 * Word beginnings per category slug, all languages in one file. "~" joins words, a final "." ends a
 * word, "@tr" limits a root to Turkish. A line starts with "parent/slug".
 */
type Root = { slug: string; name: string; words: string[]; isWhole: boolean; languages: string[] | null };
type Topics = {
  byFirst: Map<string, Root[]>;
  beginnings: Map<string, Root[]>;
  compact: Map<string, Root[]>;
  parents: Map<string, string | undefined>;
};

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
/** Shorter parts of compounds are ambiguous. */
const COMPOUND_PART = 7;
const MOST_LETTERS = 40;
/** Shorter beginnings are ambiguous. */
const BEGINNING = 4;
/** Arabic prefixes articles and prepositions to a word. */
const ARABIC_BEFORE = /^(?:[وف]?[بكل]?(?:ال)|[وف]?لل|[وفبكل])(?=\p{L}{3})/u;

/** Parts of an interface name no field: "menu bar" is no restaurant. */
const INTERFACE = new RegExp(phrases("parts of an interface"), "giu");
const MENU = /(?<!\p{L})menus?(?!\p{L})/giu;
const dashes = (part: string): string => "-".repeat(part.length);
export function withoutInterface(text: string): string {
  const rest = text.replace(INTERFACE, dashes);
  return rest === text ? text : rest.replace(MENU, dashes);
}

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

/** Whether a text has all words of a root here; words may be longer unless the root forbids it. */
const follows = ({ words, isWhole }: Root, text: string[], at: number): boolean =>
  words.every((word, i) => {
    const said = text[at + i];
    if (said === undefined) return false;
    return isWhole || (word.length < BEGINNING && i < words.length - 1) ? said === word : said.startsWith(word);
  });

export const parentOf = (slug: string): string | undefined => topics().parents.get(slug);

/**
 * Roots at the beginning of a word, and long ones inside it. Of overlapping ones the longer: no
 * "accounting" in "payroll accounting".
 */
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
