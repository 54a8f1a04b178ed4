import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { backupFolder, databaseFile, type Settings } from "#core/settings/config.ts";
import { backedUpAt } from "#domain/site/backup-schedule.ts";
import { inEnglish } from "#languages/words.ts";
import { MigrationFailed, NewerDatabase } from "./migrations.ts";
import { checkDatabase, versionOf } from "./sqlite/check.ts";
import { newestVersion } from "./sqlite/migrate.ts";
import { TROUBLES, troubleOf } from "./unavailable.ts";

/** Why the database cannot be used, and the cure. The message has both. */
export class DatabaseFault extends Error {
  readonly detail: string;
  readonly cure: string;
  constructor(detail: string, cure: string, cause?: unknown) {
    super(`${detail} ${cure}`, { cause });
    this.detail = detail;
    this.cure = cure;
  }
}

/** Explains a database error to operators; undefined for other errors. */
export function databaseFault(settings: Settings, error: unknown): DatabaseFault | undefined {
  if (error instanceof DatabaseFault) return error;
  const file = databaseFile(settings);
  if (error instanceof NewerDatabase)
    return new DatabaseFault(`${file}: ${error.message}`, `${error.cure}, or ${restoring(settings)}`, error);
  const trouble = troubleOf(error);
  if (error instanceof MigrationFailed)
    return new DatabaseFault(
      `${file} could not be upgraded: ${error.message} Nothing was changed: it is at version ${error.from} as before.`,
      trouble && trouble !== "damaged"
        ? `${inEnglish(TROUBLES[trouble].cure)} Then start again.`
        : `Start the program that you ran before, and report this. If that one cannot start either, ${restoring(settings, error.from)}`,
      error,
    );
  if (existsSync(settings.DATA_DIR) && !statSync(settings.DATA_DIR).isDirectory())
    return new DatabaseFault(
      `DATA_DIR ${settings.DATA_DIR} is a file.`,
      "Set it to a folder that Debut may write.",
      error,
    );
  const misplaced = kindOfFile(file);
  if (misplaced && trouble !== "disk_full") return damaged(settings, `it is ${misplaced}`, error);
  if (trouble === "damaged") return damaged(settings, rootOf(error), error);
  return (
    trouble &&
    new DatabaseFault(
      `${file} cannot be used: ${inEnglish(TROUBLES[trouble].reason)}.`,
      inEnglish(TROUBLES[trouble].cure),
      error,
    )
  );
}

/** The version of the database. Throws DatabaseFault if the file cannot be read. */
export function readVersion(settings: Settings): number {
  const file = databaseFile(settings);
  const misplaced = kindOfFile(file);
  if (misplaced) throw damaged(settings, `it is ${misplaced}`);
  try {
    const version = versionOf(file);
    if (version > 0) return version;
  } catch (error) {
    throw databaseFault(settings, error) ?? error;
  }
  throw damaged(settings, FOREIGN);
}

export const FOREIGN = "it is not a database of Debut";

/** SQLite's own error, inside what was thrown because of it. */
const rootOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause ? rootOf(error.cause) : error.message;
};

export const damaged = (settings: Settings, what: string, cause?: unknown): DatabaseFault =>
  new DatabaseFault(
    `${databaseFile(settings)} is damaged: ${what}.`,
    `Stop the site, then ${restoring(settings)}`,
    cause,
  );

/** What is wrong with a file that SQLite would overwrite, such as an empty one. */
export function kindOfFile(file: string): string | undefined {
  // Undefined without permissions too: opening it gives a better error.
  const stat = existsSync(file) ? statSync(file) : undefined;
  if (stat?.isDirectory()) return "a directory";
  return stat?.isFile() && stat.size === 0 ? "empty (a new installation has no such file: delete it there)" : undefined;
}

function restoring(settings: Settings, version = newestVersion()): string {
  const usable = copies(settings).find((file) => checkDatabase(file).length === 0 && versionOf(file) <= version);
  return usable
    ? `go back to the newest backup that this program can read: debut restore ${usable} --force`
    : `restore a backup: debut restore FILE --force (none was found in ${backupFolder(settings)} or beside the database)`;
}

/** Backups, and copies made before upgrades, newest first. */
function copies(settings: Settings): string[] {
  const database = databaseFile(settings);
  const isCopy = new RegExp(`^${basename(database).replaceAll(".", "\\.")}\\.before-v\\d+-upgrade(-\\d+)?$`);
  const [beside, folder] = [dirname(database), backupFolder(settings)];
  return [
    ...namesIn(beside)
      .filter((name) => isCopy.test(name))
      .map((name) => join(beside, name)),
    ...namesIn(folder)
      .filter((name) => backedUpAt(name))
      .map((name) => join(folder, name)),
  ].toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);
