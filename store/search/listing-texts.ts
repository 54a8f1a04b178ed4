import type Database from "better-sqlite3";
import { LRUCache } from "lru-cache";

/** The folded name and the searchable text of a listing. */
export type ListingText = { id: number; name: string; words: string };

const MOST_BYTES = 24 * 1024 * 1024;
const OVERHEAD_BYTES = 200;

export function listingTexts(client: Database.Database) {
  const kept = new LRUCache<number, ListingText>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ name, words }) => OVERHEAD_BYTES + name.length + words.length,
  });
  const read = client
    .prepare<[string], [id: number, name: string, words: string]>(
      "select listing_id, name, words from listing_texts where listing_id in (select value from json_each(?))",
    )
    .raw();

  return {
    of(ids: Iterable<number>): ListingText[] {
      const found: ListingText[] = [];
      const missing: number[] = [];
      for (const id of ids) {
        const text = kept.get(id);
        if (text) found.push(text);
        else missing.push(id);
      }
      if (!missing.length) return found;
      for (const [id, name, words] of read.all(JSON.stringify(missing))) {
        const text = { id, name, words };
        kept.set(id, text);
        found.push(text);
      }
      return found;
    },
    drop: (id: number): void => void kept.delete(id),
    clear: (): void => kept.clear(),
  };
}

export type ListingTexts = ReturnType<typeof listingTexts>;
