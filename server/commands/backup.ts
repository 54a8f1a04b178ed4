import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { backUpTo, makeBackup } from "#actions/backups/make-backup.ts";
import { missingFault } from "#actions/backups/missing-uploads.ts";
import { keySource } from "#core/credentials/secret-keys.ts";
import { databaseFile, type Settings } from "#core/settings/config.ts";
import { readBucketAddress } from "#core/storage/address.ts";
import { readInterval } from "#domain/site/backup-schedule.ts";
import { inEnglish } from "#languages/words.ts";
import { databaseFault, readVersion } from "#store/database-fault.ts";
import { troubleOf } from "#store/unavailable.ts";
import { type Command, CommandError, type Io, needFolderOf, STOP_SIGNALS, text, wholeNumber } from "./command.ts";
import { effectiveNow } from "./effective.ts";
import { explain } from "./explain.ts";

export const backup: Command = {
  name: "backup",
  usage: "backup [FILE] [--every 6h] [--keep 28]",
  summary: "Writes a snapshot of the database, also while the site runs, and checks all of it.",
  about: `Without FILE, the snapshot goes into BACKUP_DIR (backups in DATA_DIR), named by its time, and only the newest
--keep are kept. With --every, it keeps running and repeats that; a site with BACKUP_EVERY set does so by itself.
Uploaded pictures go into a folder beside it, FILE.uploads: move both together. The snapshot has everything except
DATA_DIR/pictures, which is only a cache. With STORAGE_URL, pictures are in the bucket and not in the snapshot. With DATABASE_URL,
the snapshot is what pg_dump writes; that program must be of the version of the server, or newer.`,
  examples: ["backup /mnt/disk/debut.db", "backup --every 6h --keep 28"],
  exits: { 1: "there is no backup, or the site has lost uploaded pictures; the message says which" },
  options: {
    every: "keep running, and make one per interval: 30m, 6h, 1d",
    keep: "how many to keep; default: BACKUP_KEEP",
  },
  positionals: ["[FILE]"],
  async run({ args, flags }, io) {
    const settings = await effectiveNow(io.settings());
    if (!settings.DATABASE_URL && !existsSync(databaseFile(settings)))
      throw new CommandError(`There is no database in ${settings.DATA_DIR}. Check DATA_DIR.`);
    if (!settings.DATABASE_URL) readVersion(settings);
    const every = text(flags, "every");
    const everyMs = every === undefined ? undefined : readInterval(every);
    if (every !== undefined && everyMs === undefined)
      throw new CommandError("--every takes minutes, hours or days, like 30m, 6h or 1d.", 2);
    const keep = wholeNumber(flags, "keep", { from: 1, to: 100_000 }) ?? settings.BACKUP_KEEP;

    const { STORAGE_URL } = settings;
    const hasUploads = STORAGE_URL === undefined;
    const without = STORAGE_URL
      ? ` Uploaded pictures are in ${readBucketAddress(STORAGE_URL).base} and not in it.`
      : "";
    const sealed = ` Restoring it also needs the key of secrets, which is in ${keySource(settings)} and not in it.`;

    if (args[0] !== undefined) {
      if (everyMs !== undefined || flags.keep)
        throw new CommandError("FILE is one copy; leave out --every and --keep.", 2);
      const file = resolve(args[0]);
      needFolderOf(file);
      if (existsSync(file)) throw new CommandError(`${file} exists. Name a new file.`);
      const { missing } = await named(backUpTo(file, settings), settings);
      io.answer(`Saved ${file}.${without}${sealed}`, { file, uploads: hasUploads, missing });
      return reportMissing(missing, settings, io);
    }
    const once = async () => {
      const { file, bytes, removed, missing } = await named(makeBackup(settings, new Date(), keep), settings);
      const older = removed.length ? `, removed ${removed.length} older` : "";
      io.answer(`Saved ${file}${older}.${without}${sealed}`, { file, bytes, removed, uploads: hasUploads, missing });
      return reportMissing(missing, settings, io);
    };
    if (everyMs === undefined) return once();
    await again(once, everyMs, io);
  },
};

/** Exit code 1 if uploaded pictures are missing, so that a timer reports it. */
function reportMissing(missing: readonly string[], settings: Settings, io: Io): 0 | 1 {
  if (missing.length === 0) return 0;
  const { detail, cure } = missingFault(missing, settings);
  io.note(`debut: ${inEnglish(detail)}. ${inEnglish(cure)}`);
  return 1;
}

const named = <T>(backup: Promise<T>, settings: Settings): Promise<T> =>
  backup.catch((error: unknown) => {
    throw troubleOf(error) === "damaged" ? databaseFault(settings, error) : error;
  });

/** Runs until stopped. Reports failed backups and continues. */
async function again(once: () => Promise<unknown>, everyMs: number, io: Io): Promise<void> {
  const stop = new AbortController();
  for (const signal of STOP_SIGNALS) process.once(signal, () => stop.abort());
  while (!stop.signal.aborted) {
    await once().catch((error: unknown) =>
      io.note(`debut: the backup failed: ${explain(error, databaseFile(io.settings())).message}`),
    );
    await delay(everyMs, undefined, { signal: stop.signal }).catch(() => undefined);
  }
}
