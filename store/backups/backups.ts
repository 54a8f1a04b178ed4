import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { startThread } from "#core/runtime/shipped.ts";
import { backedUpAt, backupName, tooOld } from "#domain/site/backup-schedule.ts";
import { inEnglish } from "#languages/words.ts";
import { DatabaseFault } from "../database-fault.ts";
import { copyDatabase } from "../sqlite/copy.ts";
import { TROUBLES, troubleOf } from "../unavailable.ts";
import { dump } from "./dump.ts";
import { bringUploads, uploadsBeside, uploadsOf } from "./uploads.ts";

export type Backup = { file: string; at: Date; bytes: number };

export type BackupOptions = {
  /** False if a bucket has the pictures. */
  hasUploads: boolean;
  /** Files of pictures that the site has lost: earlier backups may have them. */
  missing?: readonly string[];
  /** The database, if it is on PostgreSQL. */
  url?: string | undefined;
};

export function listBackups(folder: string): Backup[] {
  const backups = namesIn(folder).flatMap((name) => {
    const at = backedUpAt(name);
    const file = join(folder, name);
    // Another process may delete an old one at any moment.
    const stat = at && statSync(file, { throwIfNoEntry: false });
    return stat ? [{ file, at, bytes: stat.size }] : [];
  });
  return backups.sort((a, b) => b.at.getTime() - a.at.getTime());
}

/**
 * Makes a backup, then deletes all but the newest `keep`. If the copy is damaged, throws and
 * deletes nothing.
 */
export async function addBackup(
  database: string,
  { folder, keep, at, ...options }: { folder: string; keep: number; at: Date } & BackupOptions,
): Promise<Backup & { removed: string[] }> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, backupName(at, options.url ? "dump" : "db"));
  await backUp(database, file, options, listBackups(folder));
  const removed = tooOld(namesIn(folder), keep);
  for (const name of removed)
    for (const path of [join(folder, name), uploadsBeside(join(folder, name))])
      rmSync(path, { force: true, recursive: true });
  return { file, at, bytes: statSync(file).size, removed };
}

/**
 * Copies a database with its uploads, unless a bucket has them; only a valid copy gets its final name. Uploads are shared
 * with the newest earlier backup, and those that the site has lost are taken from any earlier one.
 */
export async function backUp(
  database: string,
  file: string,
  { hasUploads, url, missing = [] }: BackupOptions,
  earlier: readonly Backup[] = [],
): Promise<void> {
  const partial = `${file}.partial`;
  try {
    if (url) await dump(url, partial);
    else await copyChecked(database, partial);
    sync(partial);
    // After the database: each picture that it names was there before its row.
    const [before, ...older] = earlier.map((backup) => uploadsBeside(backup.file));
    if (hasUploads) bringUploads(uploadsOf(database), uploadsBeside(file), before);
    if (before) for (const from of [before, ...older]) bringUploads(from, uploadsBeside(file), before, missing);
    renameSync(partial, file);
  } catch (error) {
    const trouble = troubleOf(error);
    if (!trouble || trouble === "damaged") throw error;
    const { reason, cure } = TROUBLES[trouble];
    throw new DatabaseFault(
      `No backup was made: ${file} cannot be written, because ${inEnglish(reason)}.`,
      trouble === "disk_full"
        ? `Free some space on the disk of ${dirname(file)}, or set BACKUP_DIR to a folder on another disk.`
        : inEnglish(cure),
      error,
    );
  } finally {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(partial + suffix, { force: true });
  }
}

async function copyChecked(database: string, file: string): Promise<void> {
  await copyDatabase(database, file);
  const faults = await checkInThread(file);
  if (faults.length)
    throw new Error(
      `The copy is damaged: ${faults.slice(0, 3).join("; ")}. Run debut doctor: it checks the database itself.`,
    );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

function sync(file: string): void {
  const handle = openSync(file, "r+");
  fsyncSync(handle);
  closeSync(handle);
}

/** Checks in a thread, because reading every page of a large database takes seconds. */
const checkInThread = (file: string): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const thread = startThread("./store/sqlite/check-worker.ts", { workerData: file });
    thread.once("message", resolve);
    thread.once("error", reject);
    thread.once("exit", () => reject(new Error("The check of the copy ended early.")));
  });
