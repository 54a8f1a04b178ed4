import type Database from "better-sqlite3";
import { LRUCache } from "lru-cache";
import { vectorOf } from "./meaning.ts";
import { VECTORS_VERSION } from "./word-vectors.ts";

const SLICE = 100;

type Text = { id: number; words: string };

/** Writes the vectors of listings, in the change that writes their words. */
export function vectorWrites(client: Database.Database) {
  const put = client.prepare<[id: number, version: number, vector: Int8Array]>(
    `insert into listing_vectors(listing_id, version, vector) values (?, ?, ?)
     on conflict(listing_id) do update set version = excluded.version, vector = excluded.vector`,
  );
  const without = client.prepare<[after: number, version: number, limit: number], Text>(
    `select text.listing_id as id, text.words from listing_texts text
     left join listing_vectors vector on vector.listing_id = text.listing_id
     where text.listing_id > ? and vector.version is not ? order by text.listing_id limit ?`,
  );
  const forget = client.prepare("delete from listing_vectors");

  function putAll(texts: readonly Text[]): void {
    for (const { id, words } of texts) put.run(id, VECTORS_VERSION, vectorOf(words));
  }
  return {
    putAll,
    /** Their words were cut anew. */
    forgetAll: () => void forget.run(),
    /** Makes some that are missing or of another version; returns after which listing to go on, if there may be more. */
    putMissing(after: number): number | undefined {
      const texts = without.all(after, VECTORS_VERSION, SLICE);
      putAll(texts);
      return texts.length === SLICE ? texts.at(-1)!.id : undefined;
    },
  };
}

const MOST_KEPT = 20_000;

/** The vectors of listings that have one, by id. They are kept until the words of the listing change. */
export function vectorReads(client: Database.Database) {
  const kept = new LRUCache<number, Int8Array>({ max: MOST_KEPT });
  const read = client
    .prepare<[ids: string, version: number], [id: number, vector: Buffer]>(
      `select listing_id, vector from listing_vectors
       where listing_id in (select value from json_each(?)) and version = ? and vector <> x''`,
    )
    .raw();
  return {
    of(ids: Iterable<number>): [id: number, vector: Int8Array][] {
      const sorted = [...ids].sort((a, b) => a - b);
      const found = new Map<number, Int8Array>();
      const missing = sorted.filter((id) => {
        const vector = kept.get(id);
        if (vector) found.set(id, vector);
        return !vector;
      });
      if (missing.length > 0)
        for (const [id, bytes] of read.all(JSON.stringify(missing), VECTORS_VERSION)) {
          const vector = Int8Array.from(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length));
          kept.set(id, vector);
          found.set(id, vector);
        }
      return sorted.flatMap((id) => {
        const vector = found.get(id);
        return vector ? [[id, vector]] : [];
      });
    },
    drop: (id: number): void => void kept.delete(id),
    clear: (): void => kept.clear(),
  };
}
