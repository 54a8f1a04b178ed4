import { readShipped } from "#core/runtime/shipped.ts";
import { once } from "#domain/text/once.ts";

/** Increase with each new `words.vec`, to recompute stored vectors. */
export const VECTORS_VERSION = 1;
export const DIMENSIONS = 100;
const FILE = "./data/words.vec";
const MAGIC = "DBVEC1\0\0";
const HEAD_BYTES = 20;
/** Frequency ranks of 400,000 words, in steps of 8. */
const RANK_STEP = 8;
const ALL_WORDS = 400_000;
const EULER = 0.577;
/** Frequent words say less: half at this frequency. */
const HALF_WEIGHT = 0.001;

const toFour = (bytes: number): number => Math.ceil(bytes / 4) * 4;

/** Static vectors of English words, written by scripts/build-vectors.ts. */
export function readWordVectors(file: Buffer) {
  const damaged = (why: string) => new Error(`The file of word vectors is damaged: ${why}. Restore ${FILE}.`);
  if (file.length < HEAD_BYTES || file.toString("latin1", 0, 8) !== MAGIC) throw damaged("it begins differently");
  const [count, dimensions, listBytes] = [file.readUInt32LE(8), file.readUInt32LE(12), file.readUInt32LE(16)];
  const ranksAt = HEAD_BYTES + listBytes;
  const rowsAt = ranksAt + toFour(2 * count);
  if (count === 0 || dimensions !== DIMENSIONS || file.length !== rowsAt + count * DIMENSIONS)
    throw damaged(`it has ${file.length} bytes for ${count} words of ${dimensions} numbers`);
  const words = file.toString("utf8", HEAD_BYTES, ranksAt).replace(/\n+$/, "").split("\n");
  if (words.length !== count) throw damaged(`it lists ${words.length} words instead of ${count}`);
  const rows = new Int8Array(file.buffer, file.byteOffset + rowsAt, count * DIMENSIONS);

  function placeOf(word: string): number {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (words[middle]! < word) low = middle + 1;
      else high = middle;
    }
    return words[low] === word ? low : -1;
  }

  function weightOf(place: number): number {
    const rank = file.readUInt16LE(ranksAt + 2 * place) * RANK_STEP;
    const frequency = 1 / ((rank + 3) * (Math.log(ALL_WORDS) + EULER));
    return HALF_WEIGHT / (HALF_WEIGHT + frequency);
  }

  return {
    has: (word: string): boolean => placeOf(word) !== -1,
    /** The combined direction, weighted by rarity; undefined if no word is known. */
    directionOf(weighted: Iterable<readonly [word: string, weight: number]>): Float32Array | undefined {
      const sum = new Float32Array(DIMENSIONS);
      for (const [word, weight] of weighted) {
        const place = placeOf(word);
        if (place === -1) continue;
        const factor = weight * weightOf(place);
        const at = place * DIMENSIONS;
        for (let i = 0; i < DIMENSIONS; i++) sum[i]! += factor * rows[at + i]!;
      }
      const length = Math.hypot(...sum);
      return length > 0 ? sum.map((value) => value / length) : undefined;
    },
  };
}

export const wordVectors = once(() => readWordVectors(readShipped(FILE)));
