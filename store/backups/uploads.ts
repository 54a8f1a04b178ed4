import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

/** Upload files never change, so backups may share them. Half-written ones have another suffix. */
const NAME = /^[\w-]+\.webp$/;

export const uploadsIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => NAME.test(name)) : [];

export const uploadsOf = (database: string): string => join(dirname(database), "uploads");
export const uploadsBeside = (backup: string): string => `${backup}.uploads`;

/** A link if both are on one disk, otherwise a copy. */
function bring(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/**
 * Adds the pictures (all, or `only` some) of one folder that another lacks. Those in `shared`, the
 * previous backup, are linked rather than copied.
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
