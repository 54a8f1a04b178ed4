import { given } from "#domain/text/given.ts";

/** The sort key; the id comes last. */
export type Key = readonly (number | string | null)[];

export type Some = { count: number; has(id: number): boolean; ids(): Iterable<number> };
export type Slice = { offset: number; limit: number };

/** Rows with keys from `from` up to that of the next block. */
type Block = { number: number; from: Key; ids: Uint32Array; isSorted: boolean };

const MOST_IN_BLOCK = 256;
/** Counting a match costs as much as testing this many rows. */
const COUNTING = 4;

const idOf = (key: Key): number => Number(key.at(-1));
const NOBODY: ReadonlySet<number> = new Set();

/**
 * Row ids in an order, eight bytes each, in blocks of a few hundred, so that page 1000 is as fast
 * as page 1. A changed block is sorted when read, by `keysOf`.
 */
export function createRank(compare: (a: Key, b: Key) => number, keysOf: (ids: Uint32Array) => Key[]) {
  const blocks: Block[] = [];
  const byNumber: Block[] = [];
  /** A row's block number plus one; 0 for absent rows. */
  let places = new Uint32Array(1024);
  let size = 0;

  function newBlock(at: number, from: Key, ids: Uint32Array): void {
    const block = { number: byNumber.length, from, ids, isSorted: true };
    blocks.splice(at, 0, block);
    byNumber.push(block);
    for (const id of ids) place(id, block);
  }

  function place(id: number, block: Block | undefined): void {
    if (id >= places.length) {
      const grown = new Uint32Array(Math.ceil(id * 1.25) + 1);
      grown.set(places);
      places = grown;
    }
    places[id] = block ? block.number + 1 : 0;
  }

  const blockOf = (id: number): Block | undefined => byNumber[(places[id] ?? 0) - 1];

  /** The last block that starts at or before the key. */
  function indexFor(key: Key): number {
    let [low, high] = [0, blocks.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (compare(given(blocks[middle]).from, key) <= 0) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Rows that changed since are moved when their turn comes. */
  function split(index: number): void {
    const block = given(blocks[index]);
    const end = blocks[index + 1]?.from;
    const isHere = (key: Key) =>
      (index === 0 || compare(key, block.from) >= 0) && (end === undefined || compare(key, end) < 0);
    const keys = keysOf(block.ids).filter(isHere).sort(compare);
    const half = keys.slice(keys.length >>> 1);
    if (half.length < 2 || half.length === keys.length) return;
    const moved = new Set(half.map(idOf));
    block.ids = block.ids.filter((id) => !moved.has(id));
    newBlock(index + 1, given(half[0]), Uint32Array.from(moved));
  }

  function sorted(block: Block): Uint32Array {
    if (!block.isSorted) {
      const known = keysOf(block.ids).sort(compare).map(idOf);
      block.isSorted = known.length === block.ids.length;
      if (!block.isSorted) return Uint32Array.from(known);
      block.ids = Uint32Array.from(known);
    }
    return block.ids;
  }

  return {
    get size(): number {
      return size;
    },
    append(keys: Key[]): void {
      for (let at = 0; at < keys.length; at += MOST_IN_BLOCK / 2) {
        const some = keys.slice(at, at + MOST_IN_BLOCK / 2);
        newBlock(blocks.length, given(some[0]), Uint32Array.from(some, idOf));
        size += some.length;
      }
    },
    /** Places a row by its key, or removes it. */
    put(id: number, key: Key | undefined): void {
      const from = blockOf(id);
      if (key && !blocks.length) newBlock(0, key, new Uint32Array());
      const index = key ? indexFor(key) : -1;
      const to = blocks[index];
      if (from && from !== to) {
        from.ids = from.ids.filter((one) => one !== id);
        size--;
      }
      if (to && from !== to) {
        const ids = new Uint32Array(to.ids.length + 1);
        ids.set(to.ids);
        ids[to.ids.length] = id;
        to.ids = ids;
        size++;
      }
      place(id, to);
      if (!to) return;
      to.isSorted = false;
      if (to.ids.length > MOST_IN_BLOCK) split(index);
    },
    slice({ offset, limit }: Slice, some?: Some, without: ReadonlySet<number> = NOBODY): number[] {
      const walked = ((offset + limit) * size) / Math.max(1, some?.count ?? size);
      const isCounted = some !== undefined && some.count * COUNTING < walked;
      const known = new Int32Array(byNumber.length);
      const count = (ids: Iterable<number>, step: 1 | -1) => {
        for (const id of ids) {
          const place = places[id];
          if (place) known[place - 1]! += step;
        }
      };
      if (isCounted) count(some.ids(), 1);
      count(without, -1);
      const rowsIn = ({ number, ids }: Block): number => {
        const counted = given(known[number]);
        if (isCounted) return counted;
        if (!some) return ids.length + counted;
        let found = counted;
        for (const id of ids) if (some.has(id)) found++;
        return found;
      };
      const rows: number[] = [];
      let skip = offset;
      for (const block of blocks) {
        if (rows.length >= limit) break;
        const here = rowsIn(block);
        if (here <= skip) {
          skip -= here;
          continue;
        }
        for (const id of sorted(block)) {
          if ((some && !some.has(id)) || without.has(id)) continue;
          if (skip > 0) skip--;
          else if (rows.push(id) === limit) break;
        }
      }
      return rows;
    },
  };
}

export type Rank = ReturnType<typeof createRank>;
