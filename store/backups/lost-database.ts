import { existsSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { kindOfFile } from "../database-fault.ts";
import { listBackups } from "./backups.ts";
import { uploadsIn, uploadsOf } from "./uploads.ts";

/** Only ENOENT: a folder without permissions hides its files. */
export function isMissing(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

/** This file beside the database says that accounts exist. They are never removed from it. */
export const accountsMark = (database: string): string => join(dirname(database), "has-accounts");

const MARK_TEXT =
  "This site has accounts. Debut does not start on a database without any while this file is here, because it must have been lost.\n";

/** Call after each commit. Creates the mark as soon as there are accounts. */
export function markAccounts(writer: Database.Database): () => void {
  const mark = accountsMark(writer.name);
  const hasAccounts = writer.prepare("select 1 from accounts limit 1").pluck();
  let isMarked = existsSync(mark);
  return () => {
    try {
      if (isMarked || !hasAccounts.get()) return;
      writeFileSync(mark, MARK_TEXT);
      isMarked = true;
    } catch {}
  };
}

/**
 * The fault of a missing or empty database where another one was before, as on a disk that is not
 * mounted: its backups would replace those of the old one. Undefined for a new installation.
 */
export function lostDatabase(database: string, backupFolder: string): { detail: string; cure: string } | undefined {
  const isGone = isMissing(database);
  const folder = dirname(database);
  const mark = accountsMark(database);
  const [newest] = existsSync(backupFolder) ? listBackups(backupFolder) : [];
  const traces = [
    ...(existsSync(mark) ? [{ what: "a site with accounts ran here", path: mark }] : []),
    ...(uploadsIn(uploadsOf(database)).length
      ? [{ what: "there are uploaded pictures", path: uploadsOf(database) }]
      : []),
    ...(isGone && newest ? [{ what: "there are backups of one", path: backupFolder }] : []),
  ];
  // An import adds listings and pictures before there are accounts.
  const needed = existsSync(mark) ? ["accounts"] : ["accounts", "listings"];
  if (traces.length === 0 || !(isGone || isWithout(database, needed))) return undefined;
  const what = traces.map((trace) => trace.what).join(", and ");
  const back = newest
    ? `go back to the newest backup: debut restore ${newest.file}${isGone ? "" : " --force"}`
    : "bring back debut.db and debut.db-wal from a copy of that disk.";
  return {
    detail: isGone
      ? `There is no database in ${folder}, but ${what}.`
      : `${database} has no accounts, but ${what}: debut.db-wal, with its last changes, was lost.`,
    cure:
      `Is the disk of DATA_DIR mounted? Otherwise ${back} ` +
      `For a new site, move these away: ${traces.map(({ path }) => path).join(", ")}`,
  };
}

/** Whether a database has no row in these tables. Other checks report a damaged one. */
function isWithout(database: string, needed: readonly string[]): boolean {
  if (kindOfFile(database)) return false;
  let db: Database.Database | undefined;
  try {
    db = new Database(database, { readonly: true });
    const tables = db.prepare("select name from sqlite_master where type = 'table'").pluck().all();
    const read = db;
    const isNone = (table: string) => read.prepare(`select 1 from ${table} limit 1`).get() === undefined;
    return tables.length === 0 || (tables.includes("accounts") && needed.every(isNone));
  } catch {
    return false;
  } finally {
    db?.close();
  }
}
