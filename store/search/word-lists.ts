import type Database from "better-sqlite3";
import { LRUCache } from "lru-cache";
import { given } from "#domain/text/given.ts";
import { byName, keysOf } from "#domain/text/keys.ts";
import { IdSet } from "./id-set.ts";
import type { KnownSets } from "./known-sets.ts";
import { few, type Matches, many } from "./matches.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Anywhere, or in tagline and keywords. */
export type Place = "word" | "lead";
const TABLES: Record<Place, string> = { word: "listing_search", lead: "listing_leads" };

type List = { place: Place; words: readonly string[]; ids: number[]; found: Matches };

const MOST_BYTES = 16 * 1024 * 1024;
const OVERHEAD_BYTES = 500;
const bytesOf = ({ ids }: List): number => OVERHEAD_BYTES + 8 * ids.length + ((ids.at(-1) ?? 0) >>> 3);

const quoted = (word: string): string => `"${word}"`;

/**
 * Listings with any of some words: frequent words from cached sets, others from cached index lists.
 */
export function wordLists(client: Database.Database, sets: KnownSets) {
  const find = byName(keysOf(TABLES), (place) =>
    client.prepare<[string], number>(`select rowid from ${TABLES[place]} where ${TABLES[place]} match ?`).pluck(),
  );
  const lists = new LRUCache<string, List>({ maxSize: MOST_BYTES, sizeCalculation: bytesOf });

  function listOf(place: Place, words: readonly string[]): Matches {
    // Joining a single word costs time for every word of a question.
    const list = words.length === 1 ? given(words[0]) : words.join(" ");
    const key = place === "word" ? list : ` ${list}`;
    const known = lists.get(key);
    if (known) return known.found;
    const ids = find[place].all(words.map(quoted).join(" OR "));
    const found = few(ids);
    lists.set(key, { place, words, ids, found });
    return found;
  }

  return {
    async withAny(place: Place, words: readonly string[], vocabulary: Vocabulary): Promise<Matches> {
      const mostRare = sets.mostRare();
      const isFrequent = (word: string) => vocabulary.rowsWith(word) > mostRare;
      const rare = words.filter((word) => !isFrequent(word));
      const found = rare.length ? listOf(place, rare) : few([]);
      if (rare.length === words.length) return found;
      const kept = await Promise.all(words.filter(isFrequent).map((word) => sets.get(`${place}:${word}`)));
      return many(found.count || kept.length > 1 ? IdSet.anyOf([...kept, found.set()]) : given(kept[0]));
    },
    apply(id: number, having: Record<Place, ReadonlySet<string>>): void {
      for (const [key, list] of [...lists.entries()]) {
        const isIn = list.words.some((word) => having[list.place].has(word));
        if (isIn === list.ids.includes(id)) continue;
        const ids = isIn ? [...list.ids, id].sort((a, b) => a - b) : list.ids.filter((one) => one !== id);
        lists.set(key, { ...list, ids, found: few(ids) });
      }
    },
    clear: (): void => lists.clear(),
  };
}

export type WordLists = ReturnType<typeof wordLists>;
