import type { Deps } from "../actions/context.ts";
import { readInterval } from "../domain/backup-schedule.ts";
import { makeBackup } from "../store/backups/make-backup.ts";
import type { JobKind } from "./runner.ts";

const MINUTE = 60_000;

/** A backup in every interval of BACKUP_EVERY, and at the first chance after a pause. None without that setting. */
export const backUpJob: JobKind = {
  concurrency: 1,
  retryDelaysMs: [5 * MINUTE, 30 * MINUTE],
  everyMs: ({ BACKUP_EVERY }) => (BACKUP_EVERY === undefined ? undefined : readInterval(BACKUP_EVERY)),
  async run(_payload: unknown, { settings, now, log }: Deps) {
    const { file, bytes, removed } = await makeBackup(settings, now());
    log.info({ file, bytes, removed: removed.length }, "backed up the database");
  },
};
