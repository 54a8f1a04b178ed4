import { closeSync, copyFileSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import Database from "better-sqlite3";
import { databaseFile, type Settings, uploadFolder } from "#core/settings/config.ts";
import { directUrl } from "#core/settings/database-settings.ts";
import { given } from "#domain/text/given.ts";
import { dumpedMark, isDump } from "#store/backups/dump.ts";
import { accountsMark } from "#store/backups/lost-database.ts";
import { bringUploads, uploadsBeside } from "#store/backups/uploads.ts";
import { keyFault } from "#store/locked.ts";
import { MARK_QUERY } from "#store/repos/runtime/sealing.ts";
import { checkDatabase, isInUse, versionOf } from "#store/sqlite/check.ts";
import { newestVersion } from "#store/sqlite/migrate.ts";
import { troubleOf, troubleWith } from "#store/unavailable.ts";
import { type Command, CommandError, type Io } from "./command.ts";

export const restore: Command = {
  name: "restore",
  usage: "restore FILE [--force | --uploads]",
  summary: "Replaces the database with a backup and keeps the old one beside it. Stop the site first.",
  about: `The backup is opened and checked before anything is touched. A backup of an older version is upgraded by the next
start. Changes after the backup are lost, so the old file stays beside the new one until you remove it. With DATABASE_URL, FILE is
what pg_dump wrote; the old tables stay in a schema named by the time.
With --uploads, only uploaded pictures that are missing come back from the folder beside FILE; the site may run.`,
  examples: ["restore var/backups/debut-20261121T060000Z.db --force"],
  options: {
    force: { isOn: "replace an existing database" },
    uploads: { isOn: "bring back missing pictures only, and leave the database alone" },
  },
  positionals: ["FILE"],
  async run({ args, flags }, io) {
    const source = resolve(given(args[0]));
    const settings = io.settings();
    const target = databaseFile(settings);
    if (!existsSync(source)) throw new CommandError(`${source} does not exist.`);
    if (flags.uploads) {
      if (settings.STORAGE_URL) throw new CommandError("Uploaded pictures are in the bucket of STORAGE_URL.");
      const uploads = bringPictures(source, settings);
      io.answer(`${uploads} files of uploaded pictures came back from ${uploadsBeside(source)}.`, { uploads });
      return 0;
    }
    const url = directUrl(settings);
    if (url) return restoreToPostgres(source, url, flags.force === true, settings, io);
    if (isDump(source))
      throw new CommandError(`${source} is a dump of PostgreSQL. Set DATABASE_URL to the database that gets it.`);
    if (source === target) throw new CommandError("This is the database itself. Name a backup.");
    const faults = checkDatabase(source);
    if (faults.length) throw new CommandError(`${source} cannot be restored: ${faults.join("; ")}.`);
    const version = versionOf(source);
    if (version > newestVersion())
      throw new CommandError(
        `${source} is of version ${version}, this program knows ${newestVersion()}. Restore it with the ` +
          `newer program, or take an older backup.`,
      );
    refuseLocked(source, markOf(source), settings);
    const isThere = existsSync(target);
    if (isThere && !flags.force)
      throw new CommandError(`${target} exists. Use --force to replace it; the old file is kept.`);
    const inUse = isThere && isInUse(target);
    if (inUse) throw new CommandError("The site is running on this database. Stop it first.");

    // Flush the copy before moving the old file: a crash in between leaves one intact database.
    const arriving = `${target}.restoring`;
    bring(source, arriving);
    // Pictures first. Those of the old database stay, in case somebody returns to it.
    const pictures = bringPictures(source, settings);
    const old = `${target}.before-restore-${new Date().toISOString().replace(/\D/g, "").slice(0, 17)}`;
    // Logs first: they belong to the old file, and SQLite would apply them to the new one.
    const moved = ["-wal", "-shm", ""].filter((suffix) => existsSync(target + suffix));
    for (const suffix of moved) renameSync(target + suffix, old + suffix);
    renameSync(arriving, target);
    // The next start recreates it if the backup has accounts.
    rmSync(accountsMark(target), { force: true });
    const kept = moved.length ? old : null;
    const answer = [
      `Restored ${target}.`,
      ...(pictures ? [`${pictures} files of uploaded pictures came back.`] : []),
      ...(kept ? [`The old database is ${kept}.`] : []),
      // A process with a damaged file open cannot be detected and continues to use it.
      ...(inUse === undefined ? ["If the site is still running, stop it now and start it again."] : []),
    ];
    io.answer(answer.join(" "), { database: target, old: kept });
  },
};

/** Without its key, a backup's secrets would be unreadable. */
function refuseLocked(source: string, mark: string | undefined, settings: Settings): void {
  const fault = mark === undefined ? undefined : keyFault(mark, settings);
  if (fault) throw new CommandError(`${source} cannot be restored. ${fault.message}`);
}

function markOf(source: string): string | undefined {
  const db = new Database(source, { readonly: true });
  try {
    return db.prepare<[], string>(MARK_QUERY).pluck().get();
  } finally {
    db.close();
  }
}

/** Backups do not contain pictures stored in a bucket. */
const bringPictures = (source: string, settings: Settings): number =>
  settings.STORAGE_URL ? 0 : bringUploads(uploadsBeside(source), uploadFolder(settings));

async function restoreToPostgres(
  source: string,
  url: string,
  isForced: boolean,
  settings: Settings,
  io: Io,
): Promise<number> {
  // Loaded lazily, so that other commands start without PostgreSQL.
  const { restoreDump } = await import("./restore/postgres.ts");
  if (isDump(source)) refuseLocked(source, await dumpedMark(source), settings);
  const { database, old } = await restoreDump(source, url, { isForced, at: new Date() });
  const pictures = bringPictures(source, settings);
  const answer = [
    `Restored ${database}.`,
    ...(pictures ? [`${pictures} files of uploaded pictures came back.`] : []),
    ...(old ? [`The old tables are in the schema ${old}; drop it when you no longer need it.`] : []),
  ];
  io.answer(answer.join(" "), { database, old });
  return 0;
}

function bring(source: string, target: string): void {
  try {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    copyFileSync(source, target);
    const handle = openSync(target, "r+");
    fsyncSync(handle);
    closeSync(handle);
  } catch (error) {
    rmSync(target, { force: true });
    const trouble = troubleOf(error);
    if (!trouble) throw error;
    throw new CommandError(`Nothing was restored. ${troubleWith(target, trouble)}`);
  }
}
