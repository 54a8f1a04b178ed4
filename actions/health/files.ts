import { existsSync, mkdirSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { backupFolder, databaseFile, type Settings, uploadFolder } from "#core/settings/config.ts";
import { readInterval } from "#domain/site/backup-schedule.ts";
import { bytesText } from "#domain/text/bytes.ts";
import { codeOf, messageOf } from "#domain/text/failure.ts";
import { momentText } from "#domain/time/date-words.ts";
import { isolated, type Text, t } from "#languages/words.ts";
import { listBackups } from "#store/backups/backups.ts";
import { uploadsIn } from "#store/backups/uploads.ts";
import { missingFault, missingUploads } from "../backups/missing-uploads.ts";
import { Ill } from "./finding.ts";

const LEAST_FREE_BYTES = 500_000_000;

export async function checkDisk(settings: Settings): Promise<Text> {
  const probe = join(settings.DATA_DIR, `.doctor-${process.pid}`);
  try {
    mkdirSync(settings.DATA_DIR, { recursive: true, mode: 0o700 });
    writeFileSync(probe, "");
    rmSync(probe);
  } catch (error) {
    const code = codeOf(error);
    throw new Ill(
      t`${isolated(settings.DATA_DIR)} cannot be written: ${messageOf(error)}`,
      code === "EROFS"
        ? t`Its file system is read-only. See the system log for the reason, then mount it writable again.`
        : t`Give the user that runs Debut write access to DATA_DIR and all files in it.`,
    );
  }
  const { bavail, bsize } = await statfs(settings.DATA_DIR);
  const free = bavail * bsize;
  const database = existsSync(databaseFile(settings)) ? statSync(databaseFile(settings)).size : 0;
  const wanted = Math.max(LEAST_FREE_BYTES, 2 * database);
  if (free < wanted)
    throw new Ill(
      t`only ${bytesText(free)} are free in ${isolated(settings.DATA_DIR)}; a backup before an upgrade needs ${bytesText(wanted)}`,
      t`Free some space: delete old files named debut.db.before-…, and DATA_DIR/pictures, which is only a cache.`,
    );
  return t`${bytesText(free)} free`;
}

const uploadsAt = (settings: Settings) => isolated(uploadFolder(settings));

export async function checkUploads(settings: Settings): Promise<Text> {
  const missing = await missingUploads(settings);
  if (missing.length) {
    const { detail, cure } = missingFault(missing, settings);
    throw new Ill(detail, cure);
  }
  return t`${uploadsIn(uploadFolder(settings)).length} files of uploaded pictures are in ${uploadsAt(settings)}`;
}

/** Whether the newest backup meets BACKUP_EVERY and there is room for the next. */
export function checkBackups(settings: Settings, now: Date): Text {
  const folder = backupFolder(settings);
  const [newest] = listBackups(folder);
  const every = readInterval(settings.BACKUP_EVERY ?? "");
  if (newest || every) checkRoom(folder, newest?.bytes ?? 0);
  if (!every)
    return newest
      ? t`none are scheduled; the newest is from ${momentText(newest.at)}`
      : t`none are scheduled: set BACKUP_EVERY`;
  if (!existsSync(databaseFile(settings))) return t`there is nothing to back up yet`;
  const age = newest ? now.getTime() - newest.at.getTime() : Number.POSITIVE_INFINITY;
  if (!newest || age > 2 * every)
    throw new Ill(
      newest ? t`the newest is from ${momentText(newest.at)}` : t`there is none in ${isolated(folder)}`,
      t`Is the site running (debut serve)? See debut jobs list --kind back-up for errors. debut backup makes one now.`,
    );
  return t`the newest is from ${momentText(newest.at)}, ${newest.file}`;
}

function checkRoom(folder: string, wanted: number): void {
  if (!existsSync(folder)) return;
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free < wanted)
    throw new Ill(
      t`only ${bytesText(free)} are free in ${isolated(folder)}; a backup needs ${bytesText(wanted)}`,
      t`Free some space on the disk of ${isolated(folder)}, or set BACKUP_DIR to a folder on another disk.`,
    );
}
