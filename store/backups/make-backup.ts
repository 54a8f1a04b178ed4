import { backupFolder, databaseFile, type Settings } from "../../core/config.ts";
import { addBackup, type Backup, backUp } from "./backups.ts";

const partsOf = (settings: Settings) => ({
  database: databaseFile(settings),
  kind: { url: settings.DATABASE_URL, hasUploads: settings.STORAGE_URL === undefined },
});

/** One backup of whatever database the settings name, with uploads unless a bucket has them. */
export function backUpTo(file: string, settings: Settings): Promise<void> {
  const { database, kind } = partsOf(settings);
  return backUp(database, file, kind);
}

/** The same into the folder of backups, of which the newest stay. */
export function makeBackup(
  settings: Settings,
  at: Date,
  keep = settings.BACKUP_KEEP,
): Promise<Backup & { removed: string[] }> {
  const { database, kind } = partsOf(settings);
  return addBackup(database, { folder: backupFolder(settings), keep, at, ...kind });
}
