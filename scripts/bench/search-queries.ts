import { type Random, seededRandom } from "../../data/demo/random.ts";
import type { DemoListing } from "../../data/demo/types.ts";
import { indexWords, searchWords } from "../../domain/search/search-text.ts";
import { bridgedLanguages, conceptsIn } from "../../store/search/concepts.ts";

/** The fields of a listing that every engine gets. */
export type Doc = {
  id: number;
  name: string;
  tagline: string;
  keywords: string[];
  description: string;
  category: string;
  country: string;
};

export const docOf = (demo: DemoListing, index: number): Doc => ({
  id: index + 1,
  name: demo.name,
  tagline: demo.tagline,
  keywords: [...demo.keywords, ...demo.tags],
  description: `${demo.shortDescription}\n${demo.description}`,
  category: demo.category,
  country: demo.country,
});

/** In how many listings all of some words occur. */
export function countShared(docs: Iterable<Doc>): (words: string[]) => number {
  const places = new Map<string, Set<number>>();
  for (const doc of docs)
    for (const word of indexWords(`${doc.name} ${doc.tagline} ${doc.keywords.join(" ")} ${doc.description}`)) {
      const ids = places.get(word);
      if (ids) ids.add(doc.id);
      else places.set(word, new Set([doc.id]));
    }
  return (words) => {
    const [first = new Set<number>(), ...others] = words
      .map((word) => places.get(word) ?? new Set<number>())
      .sort((a, b) => a.size - b.size);
    return [...first].filter((id) => others.every((ids) => ids.has(id))).length;
  };
}

/**
 * A search with the listing, or the categories of one, that must be among the first ten; without
 * either only its time counts.
 */
export type Query = { set: string; q: string; target?: number; categories?: string[]; country?: string };

/** A query is fair if at most this many listings contain all its words without errors. */
const MAX_SHARED = 5;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** One letter deleted, inserted, changed or swapped with its neighbour; the first letter in one case of ten. */
export function misspell(random: Random, word: string): string {
  const at = random.chance(0.1) ? 0 : random.between(1, word.length - 1);
  const letter = LETTERS[random.between(0, 25)]!;
  const [before, after] = [word.slice(0, at), word.slice(at + 1)];
  const swapped =
    after === "" ? before.slice(0, -1) + word[at] + before.at(-1) : before + after[0] + word[at] + after.slice(1);
  return [before + after, before + letter + word.slice(at), before + letter + after, swapped][random.between(0, 3)]!;
}

/** Errors go only where a reader could still guess the word: one from 4 letters on, two from 7. */
function withErrors(random: Random, word: string, errors: number): string {
  if (word.length < 4) return word;
  let wrong = word;
  for (let i = 0; i < Math.min(errors, word.length < 7 ? 1 : 2); i++) wrong = misspell(random, wrong);
  return wrong === word ? withErrors(random, word, errors) : wrong;
}

/**
 * Known-item queries about some of the listings. `sharedBy` returns in how many listings all of the words occur.
 * Sets: name and words (clean, with one error in every word, with two), beginning, filtered.
 */
export function knownItems(
  docs: Doc[],
  sharedBy: (words: string[]) => number,
  perSet: number,
  seed = "queries",
): Query[] {
  const random = seededRandom(seed);
  const queries: Query[] = [];
  const cases = { name: 0, words: 0 };
  for (let guard = 0; (cases.name < perSet || cases.words < perSet) && guard < perSet * 200; guard++) {
    const kind = cases.name < perSet ? "name" : "words";
    const doc = random.pick(docs);
    const all = [...new Set(searchWords(`${doc.name} ${doc.tagline} ${doc.keywords.join(" ")} ${doc.description}`))];
    const words =
      kind === "name"
        ? searchWords(doc.name)
        : random.sample(
            all.filter((word) => /^[a-z]{4,}$/.test(word)),
            random.between(2, 3),
          );
    if (!words.some((word) => word.length >= 4) || !/^[a-z ]+$/.test(words.join(" "))) continue;
    const shared = sharedBy(words);
    if (shared < 1 || shared > MAX_SHARED) continue;
    cases[kind]++;
    const target = doc.id;
    const one = words.map((word) => withErrors(random, word, 1)).join(" ");
    queries.push({ set: `${kind}, no error`, q: words.join(" "), target });
    queries.push({ set: `${kind}, one error in every word`, q: one, target });
    if (words.some((word) => word.length >= 7)) {
      const two = words.map((word) => withErrors(random, word, 2)).join(" ");
      queries.push({ set: `${kind}, two errors in every long word`, q: two, target });
    }
    if (kind === "words") {
      const last = words.at(-1)!;
      const start = last.slice(0, Math.max(3, Math.ceil(last.length * 0.6)));
      const before = words.slice(0, -1).map((word) => withErrors(random, word, 1));
      if (sharedBy([...words.slice(0, -1), start]) <= MAX_SHARED)
        queries.push({ set: "one error, last word unfinished", q: [...before, start].join(" "), target });
      queries.push({ set: "one error, filtered by country", q: one, target, country: doc.country });
    }
  }
  return queries;
}

/** Words of five letters or more from taglines and keywords: nobody looks for "and". Only their time counts. */
export function oneWordQueries(docs: Doc[], count: number, seed = "one word"): Query[] {
  const random = seededRandom(seed);
  const words = docs.flatMap(({ tagline, keywords }) => searchWords(`${tagline} ${keywords.join(" ")}`));
  const telling = words.filter((word) => word.length >= 5);
  return Array.from({ length: count }, () => ({ set: "one word", q: random.pick(telling) }));
}

/** Queries that match very many listings, as people type them; only their time counts. */
export function broadQueries(docs: Doc[], count: number, seed = "broad"): Query[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const { keywords, tagline } = random.pick(docs);
    const q = random.chance(0.3) ? random.pick(searchWords(tagline)) : random.pick(keywords);
    const typed = random.chance(0.3) ? q.slice(0, random.between(1, q.length)) : q;
    return { set: "broad or unfinished", q: typed.trim() || q };
  });
}

/** One to three words of the tables of other languages; only their time counts. */
export function otherLanguageQueries(count: number, seed = "languages"): Query[] {
  const random = seededRandom(seed);
  const tables = bridgedLanguages().map((language) => [...conceptsIn(language).entries.keys()]);
  return Array.from({ length: count }, () => {
    const table = random.pick(tables);
    const words = Array.from({ length: random.between(1, 3) }, () => random.pick(table));
    return { set: "other languages", q: words.join(" ") };
  });
}
