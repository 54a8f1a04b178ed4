import { mkdirSync, statSync } from "node:fs";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Storage, StoredFile } from "./storage.ts";
import { writeWhole } from "./write-whole.ts";

type FolderOptions = {
  folder: string;
  now: () => Date;
  /** Whether a file must be on the disk before `put` resolves: not needed for one that can be made again. */
  flush: boolean;
};

/** Files in a folder, which the processes of one machine share. */
export function createFolder({ folder, now, flush }: FolderOptions): Storage {
  const known = new Map<string, number>();
  const fileOf = (name: string): string => join(folder, name);
  /** Another process may have put a file that this one does not know. */
  function knownSince(name: string): number | undefined {
    const at = known.get(name) ?? statSync(fileOf(name), { throwIfNoEntry: false })?.mtimeMs;
    if (at !== undefined) known.set(name, at);
    return at;
  }
  return {
    get: (name) => readFile(fileOf(name)).catch(() => undefined),
    async put(name, content) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      await writeWhole(fileOf(name), content, { flush });
      known.set(name, now().getTime());
    },
    async delete(name) {
      known.delete(name);
      await rm(fileOf(name), { recursive: true, force: true });
    },
    /** With what a killed process left half-written. */
    async *list(): AsyncGenerator<StoredFile> {
      for (const name of await readdir(folder).catch(() => [])) {
        const { mtime, size } = await stat(fileOf(name)).catch(() => ({ mtime: undefined, size: 0 }));
        if (mtime) yield { name, at: mtime, bytes: size };
      }
    },
    knownSince,
    look: async (name) => knownSince(name),
  };
}
