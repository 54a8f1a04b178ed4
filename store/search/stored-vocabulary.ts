import type Database from "better-sqlite3";
import { errorsBetween, forgiven } from "#domain/search/search-distance.ts";
import type { Correction } from "./corrector.ts";
import { spellingsNear } from "./misspelt-beginnings.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** A prefix of more words counts as very frequent. */
const MOST_COUNTED = 200;

/**
 * Words in the stored index, for searches right after startup. Slower than memory, and corrects
 * only words with a correct first letter.
 */
export function storedVocabulary(client: Database.Database): Vocabulary {
  const counts = new Map<string, number>();
  const countOf = client.prepare<[string], number>("select doc from listing_search_words where term = ?").pluck();
  const from = client
    .prepare<[string, string, number], [word: string, count: number]>(
      "select term, doc from listing_search_words where term >= ? and term < ? limit ?",
    )
    .raw();
  const starting = (prefix: string, limit: number) => from.all(prefix, `${prefix}\u{10ffff}`, limit);

  function rowsWith(word: string): number {
    const count = counts.get(word) ?? countOf.get(word) ?? 0;
    counts.set(word, count);
    return count;
  }

  return {
    rowsWith,
    rowsStarting(prefix) {
      const found = starting(prefix, MOST_COUNTED);
      return found.length === MOST_COUNTED ? Infinity : found.reduce((rows, [, count]) => rows + count, 0);
    },
    misspeltBeginnings: (text) =>
      [...new Set(spellingsNear(text, (start) => starting(start, 1).length > 0))]
        .map((spelling) => ({ spelling, rows: starting(spelling, 1)[0]?.[1] ?? 0 }))
        .filter(({ rows }) => rows > 0),
    frequent: () => [],
    startingWith: (prefix) => starting(prefix, -1).map(([word]) => word),
    endingWith: () => [],
    near(typed) {
      const found: Correction[] = [];
      if (typed.length < 3) return found;
      for (const [word, count] of starting(typed.slice(0, 1), -1)) {
        const limit = forgiven(Math.max(word.length, typed.length));
        const errors = errorsBetween(typed, word, limit);
        if (errors < 1 || errors > limit) continue;
        counts.set(word, count);
        found.push({ word, errors });
      }
      return found;
    },
    add(words) {
      for (const word of words) counts.delete(word);
    },
    isFull: false,
  };
}
