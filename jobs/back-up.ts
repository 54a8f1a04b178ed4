import { makeBackup } from "#actions/backups/make-backup.ts";
import { missingFault } from "#actions/backups/missing-uploads.ts";
import { readInterval } from "#domain/site/backup-schedule.ts";
import type { JobKind } from "./runner.ts";

const MINUTE = 60_000;

/**
 * Backs up in every interval of BACKUP_EVERY, or as soon as possible after a pause. Off without
 * that setting.
 */
export const backUpJob: JobKind = {
  retryDelaysMs: [5 * MINUTE, 30 * MINUTE],
  everyMs: ({ BACKUP_EVERY }) => (BACKUP_EVERY === undefined ? undefined : readInterval(BACKUP_EVERY)),
  async run(_payload, { settings, now, log }) {
    const { file, bytes, removed, missing } = await makeBackup(settings, now());
    if (missing.length) log.error(missingFault(missing, settings), "uploaded pictures are missing");
    log.info({ file, bytes, removed: removed.length }, "backed up the database");
  },
};
