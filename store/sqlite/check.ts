import { statSync } from "node:fs";
import Database from "better-sqlite3";
import { messageOf } from "#domain/text/failure.ts";
import { databaseTroubleOf } from "../unavailable.ts";
import { schemaVersion } from "./migrate.ts";

/** Faults of a database file; empty if intact. Read-only. */
export function checkDatabase(file: string): string[] {
  try {
    const db = new Database(file, { readonly: true, fileMustExist: true });
    try {
      const integrity = db
        .prepare<[], string>("pragma integrity_check")
        .pluck()
        .all()
        .filter((line) => line !== "ok");
      const foreign = db
        .prepare<[], { table: string }>("pragma foreign_key_check")
        .all()
        .map((row) => `a row of ${row.table} names another that is not there`);
      const known = db.prepare("select 1 from sqlite_master where name = 'listings'").get();
      return [...integrity, ...foreign, ...(known ? [] : ["it is not a Debut database"])];
    } finally {
      db.close();
    }
  } catch (error) {
    return [messageOf(error)];
  }
}

export function versionOf(file: string): number {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    return schemaVersion(db);
  } finally {
    db.close();
  }
}

/**
 * Whether another process has the database open; undefined if SQLite cannot read the file. An empty
 * file is not opened: SQLite would drop the old database's log.
 */
export function isInUse(file: string): boolean | undefined {
  if (!statSync(file).size) return undefined;
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { timeout: 100 });
    db.pragma("locking_mode = EXCLUSIVE");
    db.exec("BEGIN EXCLUSIVE; ROLLBACK");
    return false;
  } catch (error) {
    return databaseTroubleOf(error) === "busy" || undefined;
  } finally {
    db?.close();
  }
}
