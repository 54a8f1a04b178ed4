import type Database from "better-sqlite3";
import { given } from "#domain/text/given.ts";
import { alongside, cosine, nearness, squareOf, vectorOf } from "./meaning.ts";
import { DIMENSIONS, VECTORS_VERSION } from "./word-vectors.ts";

const SLICE = 100;

type Text = { id: number; words: string };

/** Writes vectors in the same change as the words. */
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
    /** Call when words were split anew. */
    forgetAll: () => void forget.run(),
    putMissing(after: number): number | undefined {
      const texts = without.all(after, VECTORS_VERSION, SLICE);
      putAll(texts);
      return texts.length === SLICE ? given(texts.at(-1)).id : undefined;
    },
  };
}

/** Cached vectors, 13 MB, least recently used evicted. */
const MOST_KEPT = 131_072;

export function vectorReads(client: Database.Database) {
  const read = client
    .prepare<[ids: string, version: number], [id: number, vector: Buffer]>(
      `select listing_id, vector from listing_vectors
       where listing_id in (select value from json_each(?)) and version = ? and vector <> x''`,
    )
    .raw();
  let made: { ids: Int32Array; rows: Int8Array; squares: Int32Array } | undefined;
  const kept = () => {
    made ??= {
      ids: new Int32Array(MOST_KEPT),
      rows: new Int8Array(MOST_KEPT * DIMENSIONS),
      squares: new Int32Array(MOST_KEPT),
    };
    return made;
  };

  function keep(id: number, vector: Int8Array): void {
    const { ids, rows, squares } = kept();
    const at = id % MOST_KEPT;
    ids[at] = id;
    rows.set(vector, at * DIMENSIONS);
    squares[at] = squareOf(vector);
  }

  function readAll(ids: readonly number[]): [id: number, vector: Int8Array][] {
    return read.all(JSON.stringify(ids), VECTORS_VERSION).map(([id, { buffer, byteOffset, length }]) => {
      const vector = new Int8Array(buffer, byteOffset, length);
      keep(id, vector);
      return [id, vector];
    });
  }

  return {
    find(id: number): Int8Array | undefined {
      const { ids, rows } = kept();
      const at = id % MOST_KEPT;
      return ids[at] === id ? rows.slice(at * DIMENSIONS, (at + 1) * DIMENSIONS) : readAll([id])[0]?.[1];
    },
    /** Similarity to a direction of those with a vector, unordered. */
    nearTo(direction: ArrayLike<number>, wanted: Iterable<number>): [id: number, near: number][] {
      const { ids, rows, squares } = kept();
      const square = squareOf(direction);
      const found: [number, number][] = [];
      const missing: number[] = [];
      for (const id of wanted) {
        const at = id % MOST_KEPT;
        if (ids[at] === id)
          found.push([id, cosine(alongside(direction, rows, at * DIMENSIONS), square, given(squares[at]))]);
        else missing.push(id);
      }
      if (missing.length) for (const [id, vector] of readAll(missing)) found.push([id, nearness(direction, vector)]);
      return found;
    },
    /** Call when it may have changed. */
    drop(id: number): void {
      if (made?.ids[id % MOST_KEPT] === id) made.ids[id % MOST_KEPT] = 0;
    },
    clear: (): void => void made?.ids.fill(0),
  };
}
