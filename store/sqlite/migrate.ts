import type Database from "better-sqlite3";
import { namesIn, readShippedText } from "../../core/shipped.ts";
import { once } from "../../domain/once.ts";
import { TEXTS_CLEANED } from "../stored-texts.ts";
import { dropEndedLog, dropLog } from "./moving-log.ts";
import { cleanStoredTexts } from "./stored-texts.ts";

export type Migration = {
  version: number;
  name: string;
  sql: string;
  /** True if it removes what the previous program uses. All others may run beside that program. */
  needsStop: boolean;
};

/** First line of a migration that needs a stop. */
export const NEEDS_STOP = "-- Needs a stop:";

const FOLDER = "./store/sqlite/migrations";

/**
 * Migrations in git, in order; a file is named `0001_subject.sql` and never changes once released.
 */
export const readMigrations = once((): readonly Migration[] =>
  namesIn(FOLDER)
    .filter((name) => /^\d{4}_.*\.sql$/.test(name))
    .sort()
    .map((name) => {
      // Most starts have nothing to upgrade, and read none of them.
      const sql = once(() => readShippedText(`${FOLDER}/${name}`));
      return {
        version: Number(name.slice(0, 4)),
        name,
        get sql() {
          return sql();
        },
        get needsStop() {
          return sql().startsWith(NEEDS_STOP);
        },
      };
    }),
);

/** The version to which this program brings a database. */
export const newestVersion = (migrations: readonly Migration[] = readMigrations()): number =>
  migrations.at(-1)?.version ?? 0;

/** The database was changed by a newer program, whose tables this one does not know. */
export class NewerDatabase extends Error {
  readonly version: number;
  readonly known: number;
  constructor(version: number, known: number) {
    super(`The database is at version ${version}, this program knows ${known}.`);
    this.version = version;
    this.known = known;
  }
}

/** One migration could not be run, and none was. */
export class MigrationFailed extends Error {
  readonly from: number;
  constructor(name: string, from: number, cause: unknown) {
    super(`${name} failed: ${cause instanceof Error ? cause.message : cause}.`, { cause });
    this.from = from;
  }
}

export const schemaVersion = (db: Database.Database): number =>
  db.prepare<[], number>("pragma user_version").pluck().get()!;

/**
 * Upgrades the database in one transaction: it is at the newest version afterwards, or
 * unchanged. Calls `backup` before changing a database with content. Refuses a newer one.
 */
export function migrate(
  db: Database.Database,
  migrations: readonly Migration[],
  backup: (from: number) => void,
): { from: number; to: number } {
  const from = schemaVersion(db);
  const newest = newestVersion(migrations);
  if (from > newest) throw new NewerDatabase(from, newest);
  if (from === newest) {
    dropEndedLog(db);
    return { from, to: newest };
  }
  if (from > 0) backup(from);
  db.transaction(() => {
    // Another process may have upgraded it meanwhile.
    const current = schemaVersion(db);
    // A move that is under way begins again: its triggers name columns that may go.
    dropLog(db);
    for (const { version, name, sql } of migrations.filter((migration) => migration.version > current))
      try {
        db.exec(sql);
        if (version === TEXTS_CLEANED && from > 0) cleanStoredTexts(db);
        db.pragma(`user_version = ${version}`);
      } catch (error) {
        throw new MigrationFailed(name, from, error);
      }
  }).immediate();
  return { from, to: newest };
}
