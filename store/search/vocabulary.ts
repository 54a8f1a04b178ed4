import { setImmediate as breathe } from "node:timers/promises";
import type Database from "better-sqlite3";
import { errorsBetween, forgiven } from "#domain/search/search-distance.ts";
import { given } from "#domain/text/given.ts";
import { once } from "#domain/text/once.ts";
import { type Correction, createCorrector } from "./corrector.ts";
import { misspeltBeginnings } from "./misspelt-beginnings.ts";

const SLICE = 2000;
/** With more new words, the vocabulary is reread. */
const MAX_FRESH = 3000;
const MOST_KNOWN = 20_000;
const NOWHERE = -1;
/** Letters to group words by, and groups to cache. */
const START = 2;
const MOST_STARTS = 20_000;
/** Last letters that longer words are grouped by, for the ends of compounds. */
const END = 4;
const ASTRAL = /[\ud800-\udfff]/;

/** All indexed words with their number of listings, in memory, to correct typos. */
export async function readVocabulary(client: Database.Database) {
  const words: string[] = [];
  const counts: number[] = [];
  // Later words, and those sorted differently by SQLite and JavaScript.
  const fresh = new Map<string, number>();
  const next = client
    .prepare<[string, number], [word: string, count: number]>(
      "select term, doc from listing_search_words where term > ? order by term limit ?",
    )
    .raw();
  for (let last = ""; ; ) {
    const rows = next.all(last, SLICE);
    for (const [word, count] of rows) {
      if (ASTRAL.test(word)) fresh.set(word, count);
      else counts[words.push(word) - 1] = count;
    }
    if (rows.length < SLICE) break;
    last = given(rows.at(-1))[0];
    await breathe();
  }
  const before = new Float64Array(words.length + 1);
  for (const [index, count] of counts.entries()) before[index + 1] = given(before[index]) + count;
  const corrector = await createCorrector(words);
  const read = fresh.size;

  function placeBetween(word: string, low: number, high: number): number {
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (given(words[middle]) < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  const starts = new Map<string, [from: number, to: number]>();
  function startOf(letters: string): [from: number, to: number] {
    const from = placeBetween(letters, 0, words.length);
    const start: [number, number] = [from, placeBetween(`${letters}\uffff`, from, words.length)];
    if (starts.size >= MOST_STARTS) starts.clear();
    starts.set(letters, start);
    return start;
  }

  function placeOf(word: string): number {
    if (word.length < START) return placeBetween(word, 0, words.length);
    const letters = word.slice(0, START);
    const [from, to] = starts.get(letters) ?? startOf(letters);
    return from === to ? from : placeBetween(word, from, to);
  }
  const rangeOf = (prefix: string): [number, number] => [placeOf(prefix), placeOf(`${prefix}\uffff`)];

  /** Cached, because a binary search takes a microsecond and words repeat. */
  const known = new Map<string, number>();
  function rowsWith(word: string): number {
    let place = known.get(word);
    if (place === undefined) {
      place = placeOf(word);
      if (words[place] !== word) place = NOWHERE;
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(word, place);
    }
    return place === NOWHERE ? (fresh.get(word) ?? 0) : given(counts[place]);
  }

  /** Most searches need no ends. */
  const byEnd = once(() => {
    const ends = new Map<string, number[]>();
    for (const [index, word] of words.entries())
      if (word.length > 2 * END) {
        const some = ends.getOrInsertComputed(word.slice(-END), () => []);
        some.push(index);
      }
    return ends;
  });

  return {
    rowsWith,
    /** Upper bound of listings with words of this prefix. */
    rowsStarting(prefix: string): number {
      const [from, to] = rangeOf(prefix);
      let rows = given(before[to]) - given(before[from]);
      for (const [word, count] of fresh) if (word.startsWith(prefix)) rows += count;
      return rows;
    },
    /** Possible prefixes, without later words. */
    misspeltBeginnings: misspeltBeginnings(words, before),
    /** Frequent words, most frequent first, without later ones. */
    frequent(rows: number): string[] {
      return [...counts.keys()]
        .filter((index) => given(counts[index]) > rows)
        .sort((a, b) => given(counts[b]) - given(counts[a]))
        .map((index) => given(words[index]));
    },
    startingWith(prefix: string): string[] {
      return [...words.slice(...rangeOf(prefix)), ...[...fresh.keys()].filter((word) => word.startsWith(prefix))];
    },
    /** Longer words with this end of four letters or more, without later ones. */
    endingWith: (end: string): string[] =>
      (byEnd().get(end.slice(-END)) ?? [])
        .map((index) => given(words[index]))
        .filter((word) => word.length > end.length && word.endsWith(end)),
    near(typed: string): Correction[] {
      const found = corrector.near(typed);
      for (const word of fresh.keys()) {
        const limit = forgiven(Math.max(word.length, typed.length));
        const errors = errorsBetween(typed, word, limit);
        if (errors >= 1 && errors <= limit) found.push({ word, errors });
      }
      return found;
    },
    add(added: Iterable<string>): void {
      for (const word of added) {
        const place = placeOf(word);
        if (words[place] !== word) fresh.set(word, (fresh.get(word) ?? 0) + 1);
      }
    },
    get isFull(): boolean {
      return fresh.size - read > MAX_FRESH;
    },
  };
}

export type Vocabulary = Awaited<ReturnType<typeof readVocabulary>>;
