import { backupFolder, databaseFile, type Settings } from "#core/settings/config.ts";
import { directUrl } from "#core/settings/database-settings.ts";
import { addBackup, type Backup, type BackupOptions, backUp, listBackups } from "#store/backups/backups.ts";
import { missingUploads } from "./missing-uploads.ts";

/**
 * `missing` are upload files that DATA_DIR lacks. The backup contains those found in an earlier
 * one.
 */
export type Made = Backup & { removed: string[]; missing: string[] };

async function optionsOf(settings: Settings): Promise<BackupOptions & { missing: string[] }> {
  const hasUploads = settings.STORAGE_URL === undefined;
  const missing = hasUploads ? await missingUploads(settings) : [];
  return { url: directUrl(settings), hasUploads, missing };
}

/** Backs up the configured database, and uploads unless they are in a bucket. */
export async function backUpTo(file: string, settings: Settings): Promise<Pick<Made, "missing">> {
  const options = await optionsOf(settings);
  await backUp(databaseFile(settings), file, options, listBackups(backupFolder(settings)));
  return options;
}

export async function makeBackup(settings: Settings, at: Date, keep = settings.BACKUP_KEEP): Promise<Made> {
  const options = await optionsOf(settings);
  const made = await addBackup(databaseFile(settings), { folder: backupFolder(settings), keep, at, ...options });
  return { ...made, missing: options.missing };
}
