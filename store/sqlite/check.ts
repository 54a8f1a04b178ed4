import { statSync } from "node:fs";
import Database from "better-sqlite3";
import { databaseTroubleOf } from "../unavailable.ts";

/** What is wrong with a database file: nothing when the list is empty. Opens it read-only. */
export function checkDatabase(file: string): string[] {
  try {
    const db = new Database(file, { readonly: true, fileMustExist: true });
    try {
      const integrity = (db.pragma("integrity_check") as { integrity_check: string }[])
        .map((row) => row.integrity_check)
        .filter((line) => line !== "ok");
      const foreign = (db.pragma("foreign_key_check") as { table: string }[]).map(
        (row) => `a row of ${row.table} names another that is not there`,
      );
      const known = db.prepare("select count(*) as count from sqlite_master where name = 'listings'").get() as {
        count: number;
      };
      return [...integrity, ...foreign, ...(known.count ? [] : ["it is not a Debut database"])];
    } finally {
      db.close();
    }
  } catch (error) {
    return [(error as Error).message];
  }
}

/** The version of the schema in a database file. */
export function versionOf(file: string): number {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    return db.pragma("user_version", { simple: true }) as number;
  } finally {
    db.close();
  }
}

/**
 * True when another process has the database open; undefined where SQLite cannot read the file and
 * so cannot tell. An empty file is not tried: SQLite would drop the log of the old database.
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
