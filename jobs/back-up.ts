import type { Deps } from "../actions/context.ts";
import { backupFolder, databaseFile } from "../core/config.ts";
import { readInterval } from "../domain/backup-schedule.ts";
import { addBackup } from "../store/backups/backups.ts";
import type { JobKind } from "./runner.ts";

const MINUTE = 60_000;

/** A backup in every interval of BACKUP_EVERY, and at the first chance after a pause. None without that setting. */
export const backUpJob: JobKind = {
  concurrency: 1,
  retryDelaysMs: [5 * MINUTE, 30 * MINUTE],
  everyMs: ({ BACKUP_EVERY }) => (BACKUP_EVERY === undefined ? undefined : readInterval(BACKUP_EVERY)),
  async run(_payload: unknown, { settings, now, log }: Deps) {
    const { file, bytes, removed } = await addBackup(databaseFile(settings), {
      folder: backupFolder(settings),
      keep: settings.BACKUP_KEEP,
      at: now(),
      hasUploads: settings.STORAGE_URL === undefined,
    });
    log.info({ file, bytes, removed: removed.length }, "backed up the database");
  },
};
