import type Database from "better-sqlite3";
import { IdSet } from "./id-set.ts";
import type { KnownSets } from "./known-sets.ts";
import { few, type Matches, many } from "./matches.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Anywhere in the text, or in tagline and keywords. */
export type Place = "word" | "lead";
const TABLES: Record<Place, string> = { word: "listing_search", lead: "listing_leads" };

const quoted = (word: string): string => `"${word}"`;

/** Who has one of some words: frequent words from sets that are kept, the others from the index. */
export function wordLists(client: Database.Database, sets: KnownSets) {
  const find = Object.fromEntries(
    Object.entries(TABLES).map(([place, table]) => [
      place,
      client.prepare<[string], number>(`select rowid from ${table} where ${table} match ?`).pluck(),
    ]),
  ) as Record<Place, Database.Statement<[string], number>>;

  return async function withAny(place: Place, words: readonly string[], vocabulary: Vocabulary): Promise<Matches> {
    const mostRare = sets.mostRare();
    const isFrequent = (word: string) => vocabulary.rowsWith(word) > mostRare;
    const rare = words.filter((word) => !isFrequent(word));
    const ids = rare.length ? find[place].all(rare.map(quoted).join(" OR ")) : [];
    if (rare.length === words.length) return few(ids);
    const kept = await Promise.all(words.filter(isFrequent).map((word) => sets.get(`${place}:${word}`)));
    return many(ids.length || kept.length > 1 ? IdSet.anyOf([...kept, IdSet.of(ids)]) : kept[0]!);
  };
}

export type WordLists = ReturnType<typeof wordLists>;
