import { setImmediate as breathe } from "node:timers/promises";
import type Database from "better-sqlite3";
import { errorsBetween, forgiven } from "../../domain/search/search-distance.ts";
import { type Correction, createCorrector } from "./corrector.ts";
import { misspeltBeginnings } from "./misspelt-beginnings.ts";

const SLICE = 2000;
/** New words are compared one by one; with more of them the vocabulary is read again. */
const MAX_FRESH = 3000;
/** Of so many words it is remembered where they are, or that they are nowhere. */
const MOST_KNOWN = 20_000;
const NOWHERE = -1;
/** Letters that words are grouped by, and groups to remember. */
const START = 2;
const MOST_STARTS = 20_000;
const ASTRAL = /[\ud800-\udfff]/;

/** All words of the index with their number of listings, in memory, to correct typos. */
export async function readVocabulary(client: Database.Database) {
  const words: string[] = [];
  const counts: number[] = [];
  // Words that came after the reading, and the few whose order in SQLite and in JavaScript differs.
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
    last = rows.at(-1)![0];
    await breathe();
  }
  const before = new Float64Array(words.length + 1);
  for (const [index, count] of counts.entries()) before[index + 1] = before[index]! + count;
  const corrector = await createCorrector(words);
  const read = fresh.size;

  function placeBetween(word: string, low: number, high: number): number {
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (words[middle]! < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Where the words with the same first letters are, so that only these are compared. */
  const starts = new Map<string, [from: number, to: number]>();
  function startOf(letters: string): [from: number, to: number] {
    const from = placeBetween(letters, 0, words.length);
    const start: [number, number] = [from, placeBetween(`${letters}\uffff`, from, words.length)];
    if (starts.size >= MOST_STARTS) starts.clear();
    starts.set(letters, start);
    return start;
  }

  /** The first place whose word is not smaller. */
  function placeOf(word: string): number {
    if (word.length < START) return placeBetween(word, 0, words.length);
    const letters = word.slice(0, START);
    const [from, to] = starts.get(letters) ?? startOf(letters);
    return from === to ? from : placeBetween(word, from, to);
  }
  const rangeOf = (prefix: string): [number, number] => [placeOf(prefix), placeOf(`${prefix}\uffff`)];

  /** Words of listings are asked for again and again, and a search among all words takes a microsecond. */
  const known = new Map<string, number>();
  function rowsWith(word: string): number {
    let place = known.get(word);
    if (place === undefined) {
      place = placeOf(word);
      if (words[place] !== word) place = NOWHERE;
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(word, place);
    }
    return place === NOWHERE ? (fresh.get(word) ?? 0) : counts[place]!;
  }

  return {
    /** How many listings have the word, as far as known; 0 for an unknown word. */
    rowsWith,
    /** At least as many listings as have a word that begins so. */
    rowsStarting(prefix: string): number {
      const [from, to] = rangeOf(prefix);
      let rows = before[to]! - before[from]!;
      for (const [word, count] of fresh) if (word.startsWith(prefix)) rows += count;
      return rows;
    },
    /** Beginnings of words that may have been meant, without words that came later. */
    misspeltBeginnings: misspeltBeginnings(words, before),
    /** Words in more listings than that, the most frequent first; without words that came later. */
    frequent(rows: number): string[] {
      return [...counts.keys()]
        .filter((index) => counts[index]! > rows)
        .sort((a, b) => counts[b]! - counts[a]!)
        .map((index) => words[index]!);
    },
    /** Every known word that begins so. */
    startingWith(prefix: string): string[] {
      return [...words.slice(...rangeOf(prefix)), ...[...fresh.keys()].filter((word) => word.startsWith(prefix))];
    },
    /** Known words that may have been meant, in no order. */
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
