import { mkdirSync, statSync } from "node:fs";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Storage, StoredFile } from "./storage.ts";
import { writeWhole } from "./write-whole.ts";

type FolderOptions = {
  folder: string;
  now: () => Date;
  /** Whether `put` waits until the file is on disk; unnecessary for reproducible files. */
  flush: boolean;
};

export function createFolder({ folder, now, flush }: FolderOptions): Storage {
  const known = new Map<string, number>();
  const fileOf = (name: string): string => join(folder, name);
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
    /** Includes half-written files of killed processes. */
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
