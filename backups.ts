import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "./config.ts";
import { checkDatabase } from "./store/sqlite/check.ts";
import type { Store } from "./store/store.ts";

export const backupFolder = ({ DATA_DIR }: Pick<Settings, "DATA_DIR">): string => join(DATA_DIR, "backups");

export type BackupFile = { name: string; bytes: number; at: Date };

/** Backups in the folder for them, newest first. */
export function listBackups(settings: Pick<Settings, "DATA_DIR">): BackupFile[] {
  const folder = backupFolder(settings);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => {
      const { size, mtime } = statSync(join(folder, name));
      return { name, bytes: size, at: mtime };
    })
    .sort((a, b) => b.at.getTime() - a.at.getTime() || b.name.localeCompare(a.name));
}

/** Writes a consistent copy of the database and checks it; gives what is wrong with it. */
export async function backUpTo(store: Store, file: string): Promise<string[]> {
  await store.backup(file);
  return checkDatabase(file);
}

/** A new backup in the folder for them, named by its moment. Throws when the copy is damaged, and leaves none. */
export async function backUp(store: Store, settings: Pick<Settings, "DATA_DIR">, now: Date): Promise<string> {
  const folder = backupFolder(settings);
  mkdirSync(folder, { recursive: true });
  const name = `debut-${now.toISOString().slice(0, 19).replaceAll(":", "")}Z.db`;
  const file = join(folder, name);
  const faults = await backUpTo(store, file);
  if (faults.length === 0) return name;
  rmSync(file, { force: true });
  throw new Error(`The copy is damaged: ${faults.join("; ")}. Check the disk, then try again.`);
}
