import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { listBackups } from "./backups.ts";

/** Only ENOENT: a folder without permissions hides its files. */
export function isMissing(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

/**
 * The fault of a missing database with backups; undefined for a new installation. Its disk may not
 * be mounted, and backups of a new database would replace the old ones.
 */
export function lostDatabase(database: string, backupFolder: string): { detail: string; cure: string } | undefined {
  const [newest] = isMissing(database) && existsSync(backupFolder) ? listBackups(backupFolder) : [];
  return (
    newest && {
      detail: `There is no database in ${dirname(database)}, but there are backups of one.`,
      cure: `Is the disk of DATA_DIR mounted? Otherwise go back to the newest backup: debut restore ${newest.file} For a new site, move the backups away.`,
    }
  );
}
