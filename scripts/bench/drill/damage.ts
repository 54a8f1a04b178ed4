import { randomFillSync } from "node:crypto";
import { closeSync, openSync, readdirSync, rmSync, statSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Row } from "./row.ts";

const PAGE = 4096;

/** Writes noise over part of a file. */
function scribble(file: string, from: number, bytes: number): void {
  const handle = openSync(file, "r+");
  writeSync(handle, randomFillSync(Buffer.alloc(bytes)), 0, bytes, from);
  closeSync(handle);
}

/** Damaged files. What was written after the last backup is lost. */
export const DAMAGE: Row[] = [
  {
    name: "Damaged pages",
    anchor: "check-database",
    at: "stopped",
    losesSinceBackup: true,
    async break({ file }) {
      const pages = Math.floor(statSync(file).size / PAGE);
      // Every seventh page of the middle half, whichever tables are there.
      for (let page = Math.floor(pages / 4); page < (3 * pages) / 4; page += 7) scribble(file, page * PAGE, PAGE);
    },
  },
  {
    name: "Damaged header",
    anchor: "check-database",
    quick: true,
    at: "stopped",
    losesSinceBackup: true,
    async break({ file }) {
      scribble(file, 0, 100);
    },
  },
  {
    name: "Truncated file",
    anchor: "check-database",
    at: "stopped",
    losesSinceBackup: true,
    async break({ file }) {
      truncateSync(file, Math.floor(statSync(file).size * 0.6));
    },
  },
  {
    name: "Empty file",
    anchor: "check-database",
    at: "stopped",
    losesSinceBackup: true,
    async break({ file }) {
      truncateSync(file, 0);
    },
  },
  {
    name: "Lost database",
    anchor: "check-database",
    at: "stopped",
    losesSinceBackup: true,
    async break({ file, data }) {
      for (const name of readdirSync(data)) if (name.startsWith("debut.db")) rmSync(`${file}${name.slice(8)}`);
    },
  },
  {
    name: "Lost write-ahead log",
    anchor: "check-database",
    at: "killed",
    losesSinceBackup: true,
    async break({ file }) {
      rmSync(`${file}-wal`, { force: true });
      rmSync(`${file}-shm`, { force: true });
    },
    guide: ({ backups }) => ["restore", join(backups, readdirSync(backups).sort().at(-1) ?? ""), "--force"],
  },
];
