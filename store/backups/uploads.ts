import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

/** Files of uploads never change, so a backup may share them. Half-written ones have another ending. */
const NAME = /^[\w-]+\.webp$/;

export const uploadsIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => NAME.test(name)) : [];

/** The uploaded pictures of a database, and those of a backup. */
export const uploadsOf = (database: string): string => join(dirname(database), "uploads");
export const uploadsBeside = (backup: string): string => `${backup}.uploads`;

/** As a link where both are on one disk, which takes no room; else as a copy. */
function bring(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/**
 * Adds the pictures of one folder, all or only some, that another lacks. `shared` may have them too: the backup before
 * is on the disk of the new one, so no disk has a picture twice.
 */
export function bringUploads(from: string, to: string, shared?: string, only?: readonly string[]): number {
  const names = only ? only.filter((name) => existsSync(join(from, name))) : uploadsIn(from);
  if (names.length === 0) return 0;
  mkdirSync(to, { recursive: true, mode: 0o700 });
  const missing = names.filter((name) => !existsSync(join(to, name)));
  for (const name of missing) {
    const known = shared && join(shared, name);
    bring(known && existsSync(known) ? known : join(from, name), join(to, name));
  }
  return missing.length;
}
