import { setImmediate as breathe } from "node:timers/promises";
import { errorsBetween, forgiven } from "#domain/search/search-distance.ts";

/** One or two errors away. */
export type Correction = { word: string; errors: number };

/** Only the first letters are indexed: two errors always leave a trace there. */
const WINDOW = 7;
const LONGEST = 40;
const SLICE = 4000;

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

const mixed = (hash: number): number => {
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
};

/**
 * Calls `visit` with hashes of the word's first letters and of all variants with up to `errors`
 * deletions.
 */
function eachTrace(word: string, errors: number, visit: (hash: number) => void): void {
  const length = Math.min(word.length, WINDOW);
  for (let first = -1; first < length; first++) {
    if (first >= 0 && errors < 1) return;
    for (let second = first; second < length; second++) {
      if (second > first && (errors < 2 || first < 0)) break;
      let hash = FNV_OFFSET;
      for (let i = 0; i < length; i++) {
        if (i !== first && i !== second) hash = Math.imul(hash ^ word.charCodeAt(i), FNV_PRIME);
      }
      visit(mixed(hash));
    }
  }
}

/**
 * Finds known words near a typed one. Known words are bucketed by deletion variants; a typed word
 * is compared only within its own buckets. Flat arrays, about 120 bytes per word.
 */
export async function createCorrector(known: readonly string[]) {
  const traces = (word: string, visit: (hash: number) => void) => {
    if (word.length >= 3 && word.length <= LONGEST) eachTrace(word, forgiven(word.length), visit);
  };
  let total = 0;
  for (const word of known) total += word.length < 3 ? 0 : [1, 8, 29][forgiven(word.length)]!;
  const mask = 2 ** Math.max(4, Math.ceil(Math.log2(total + 1)) - 1) - 1;
  const starts = new Uint32Array(mask + 2);
  for (const [index, word] of known.entries()) {
    traces(word, (hash) => void starts[(hash & mask) + 1]!++);
    if (index % SLICE === SLICE - 1) await breathe();
  }
  for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!;
  const entries = new Uint32Array(starts.at(-1)!);
  const filled = starts.slice();
  for (const [index, word] of known.entries()) {
    traces(word, (hash) => {
      entries[filled[hash & mask]!++] = index;
    });
    if (index % SLICE === SLICE - 1) await breathe();
  }

  const seen = new Uint32Array(known.length);
  let round = 0;
  return {
    near(typed: string): Correction[] {
      const found: Correction[] = [];
      if (typed.length < 3 || typed.length > LONGEST) return found;
      round++;
      // A long word with two missing letters looks short.
      eachTrace(typed, typed.length < 5 ? 1 : 2, (hash) => {
        const end = starts[(hash & mask) + 1]!;
        for (let at = starts[hash & mask]!; at < end; at++) {
          const index = entries[at]!;
          if (seen[index] === round) continue;
          seen[index] = round;
          const word = known[index]!;
          const limit = forgiven(Math.max(word.length, typed.length));
          const errors = errorsBetween(typed, word, limit);
          if (errors >= 1 && errors <= limit) found.push({ word, errors });
        }
      });
      return found;
    },
  };
}
