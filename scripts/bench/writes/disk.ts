import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

/** A page of the database with its head, as SQLite appends it to the write-ahead log. */
const FRAME = Buffer.alloc(4096 + 24, 1);
/** Where SQLite starts over in its log. */
const LOG_BYTES = 4096 * 1000;

/** How often a second the disk takes so many bytes for good, written like SQLite's log. */
export function syncsPerSecond(folder: string, bytes: number, seconds: number): number {
  const path = join(folder, "disk");
  const file = openSync(path, "w");
  try {
    const started = performance.now();
    let [syncs, at] = [0, 0];
    for (; performance.now() - started < seconds * 1000; syncs++) {
      for (let written = 0; written < bytes; written += FRAME.length) {
        writeSync(file, FRAME, 0, Math.min(FRAME.length, bytes - written), at);
        at = (at + FRAME.length) % LOG_BYTES;
      }
      fsyncSync(file);
    }
    return (syncs * 1000) / (performance.now() - started);
  } finally {
    closeSync(file);
    rmSync(path);
  }
}
