import { addBackup } from "../backups/backups.ts";
import { backupFolder, databaseFile } from "../config.ts";
import type { Deps } from "../context.ts";
import { readInterval } from "../domain/backup-schedule.ts";
import type { JobKind } from "./runner.ts";

const MINUTE = 60_000;

/** A backup in every stretch of BACKUP_EVERY, and at the first chance after a pause. Without that setting there are none. */
export const backUpJob: JobKind = {
  concurrency: 1,
  retryDelaysMs: [5 * MINUTE, 30 * MINUTE],
  everyMs: ({ BACKUP_EVERY }) => (BACKUP_EVERY === undefined ? undefined : readInterval(BACKUP_EVERY)),
  async run(_payload: unknown, { settings, now, log }: Deps) {
    const { file, bytes, removed } = await addBackup(databaseFile(settings), {
      folder: backupFolder(settings),
      keep: settings.BACKUP_KEEP,
      at: now(),
    });
    log.info({ file, bytes, removed: removed.length }, "backed up the database");
  },
};
