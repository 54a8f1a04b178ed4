import { closeSync, mkdtempSync, openSync, readSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { given } from "#domain/text/given.ts";

type Place = { key: string; at: number; size: number; next: Place | undefined };
type Half = { from: number; end: number; count: number; groups: Map<string, Place> };

const CHECKED_BYTES = 1024 ** 2;
const LEAST_BYTES = 4096;

export type DiskCache = {
  put(group: string, key: string, content: Buffer): void;
  find(group: string, key: string): Buffer | undefined;
  drop(group: string): void;
  clear(): void;
};

/** The file is unlinked, so its space is freed however the process ends. */
function openNameless(folder: string): number {
  const own = mkdtempSync(join(folder, "kept-"));
  try {
    return openSync(join(own, "values"), "wx+", 0o600);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

export type DiskCacheOptions = {
  folder: string;
  maxBytes: number;
  reserveBytes?: number;
};

/**
 * Caches reproducible values in a file of at most `maxBytes`, dropping the oldest half. On an I/O
 * error the cache disables itself.
 */
export function createDiskCache({ folder, maxBytes, reserveBytes = 1024 ** 3 }: DiskCacheOptions): DiskCache {
  const halfBytes = Math.floor(maxBytes / 2);
  const mostPlaces = halfBytes / LEAST_BYTES;
  const emptyHalf = (from: number): Half => ({ from, end: from, count: 0, groups: new Map() });
  let [young, old] = [emptyHalf(0), emptyHalf(halfBytes)];
  let file: number | undefined;
  let isBroken = false;
  let grownTo = 0;
  let scratch = Buffer.allocUnsafeSlow(16 * 1024);

  function clear(): void {
    [young, old] = [emptyHalf(0), emptyHalf(halfBytes)];
  }

  /** Disk errors tend to repeat, and every value can be recreated. */
  function attempt<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch {
      isBroken = true;
      clear();
      if (file !== undefined) closeSync(file);
      file = undefined;
      return undefined;
    }
  }

  function placeOf(group: string, key: string): Place | undefined {
    for (const half of [young, old])
      for (let place = half.groups.get(group); place; place = place.next) if (place.key === key) return place;
    return undefined;
  }

  function mayGrow(end: number): boolean {
    if (end <= grownTo) return true;
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < reserveBytes) return false;
    grownTo = end + CHECKED_BYTES;
    return true;
  }

  function write(group: string, key: string, content: Buffer): void {
    const isFull = young.end + content.length > young.from + halfBytes || young.count >= mostPlaces;
    if (isFull) [young, old] = [emptyHalf(old.from), young];
    const { end: at, groups } = young;
    if (!mayGrow(at + content.length)) return;
    file ??= openNameless(folder);
    if (writeSync(file, content, 0, content.length, at) < content.length) throw new Error("The disk is full.");
    groups.set(group, { key, at, size: content.length, next: groups.get(group) });
    young.end += content.length;
    young.count++;
  }

  return {
    put(group, key, content) {
      if (isBroken || content.length > halfBytes || placeOf(group, key)) return;
      attempt(() => write(group, key, content));
    },
    find(group, key) {
      const place = placeOf(group, key);
      if (!place) return undefined;
      const { at, size } = place;
      if (size > scratch.length) scratch = Buffer.allocUnsafeSlow(2 * size);
      return attempt(() => {
        if (readSync(given(file), scratch, 0, size, at) < size) throw new Error("The file is too short.");
        return scratch.subarray(0, size);
      });
    },
    drop(group) {
      young.groups.delete(group);
      old.groups.delete(group);
    },
    clear,
  };
}
