import type Database from "better-sqlite3";
import { VERSION } from "#core/runtime/version.ts";
import { given } from "#domain/text/given.ts";
import { once } from "#domain/text/once.ts";
import { type Migration, MigrationFailed, migrationsOf, NewerDatabase, PROGRAM } from "../migrations.ts";
import { dropEndedLog, dropLog } from "./moving-log.ts";

const MANY_EVENTS = /^create trigger (\w+) after (insert or [\w\s,]+?) on (\w+\s+begin\n[\s\S]*?\nend;)$/gm;

/** SQLite has a trigger for each event, and no old row in an insert, no new one in a delete. */
const forSqlite = (sql: string): string =>
  sql.replace(MANY_EVENTS, (_, name: string, events: string, rest: string) =>
    events
      .split(" or ")
      .map((event) => {
        const row = event === "insert" ? "new" : "old";
        const body = event.startsWith("update") ? rest : rest.replace(/in \(old\.(\w+), new\.\1\)/g, `= ${row}.$1`);
        return `create trigger ${name}_${event.slice(0, 6)} after ${event} on ${body}`;
      })
      .join("\n"),
  );

export const readMigrations = once(() => migrationsOf("sqlite", forSqlite));

export const newestVersion = (migrations: readonly Migration[] = readMigrations()): number =>
  migrations.at(-1)?.version ?? 0;

export const programOf = (db: Database.Database): string | undefined =>
  hasSecrets(db)
    ? db.prepare<[string], string>("select value from secrets where name = ?").pluck().get(PROGRAM)
    : undefined;

const hasSecrets = (db: Database.Database): boolean =>
  db.prepare("select 1 from sqlite_master where name = 'secrets'").get() !== undefined;

export const schemaVersion = (db: Database.Database): number =>
  given(db.prepare<[], number>("pragma user_version").pluck().get());

/**
 * Upgrades the database in one transaction, completely or not at all. Calls `backup` before
 * changing a database with content. Refuses a newer one.
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
    const current = schemaVersion(db);
    // A running move starts again, because its triggers name columns that may be removed.
    dropLog(db);
    for (const { version, name, sql } of migrations.filter((migration) => migration.version > current))
      try {
        db.exec(sql);
        db.pragma(`user_version = ${version}`);
      } catch (error) {
        throw new MigrationFailed(name, from, error);
      }
    if (hasSecrets(db)) db.prepare("insert or replace into secrets(name, value) values (?, ?)").run(PROGRAM, VERSION);
  }).immediate();
  return { from, to: newest };
}
