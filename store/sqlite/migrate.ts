import type Database from "better-sqlite3";
import { namesIn, readShippedText } from "../../core/shipped.ts";
import { VERSION } from "../../core/version.ts";
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

/** The name of the secret that says which program upgraded the tables last. */
export const PROGRAM = "program-version";

/** The database was changed by a newer program, whose tables this one does not know. */
export class NewerDatabase extends Error {
  /** "Start Debut 1.2.0 or newer" */
  readonly cure: string;
  constructor(version: number, known: number, program: string | undefined) {
    super(`The database is at version ${version}, this program (Debut ${VERSION}) knows ${known}.`);
    this.cure = program ? `Start Debut ${program} or newer` : "Start the newer program";
  }
}

/** The program that upgraded the tables last, if it said so. */
export const programOf = (db: Database.Database): string | undefined =>
  hasSecrets(db)
    ? db.prepare<[string], string>("select value from secrets where name = ?").pluck().get(PROGRAM)
    : undefined;

const hasSecrets = (db: Database.Database): boolean =>
  db.prepare("select 1 from sqlite_master where name = 'secrets'").get() !== undefined;

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
  if (from > newest) throw new NewerDatabase(from, newest, programOf(db));
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
    if (hasSecrets(db)) db.prepare("insert or replace into secrets(name, value) values (?, ?)").run(PROGRAM, VERSION);
  }).immediate();
  return { from, to: newest };
}
