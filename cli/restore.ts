import { closeSync, copyFileSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { databaseFile } from "../config.ts";
import { checkDatabase, isInUse, versionOf } from "../store/sqlite/check.ts";
import { newestVersion } from "../store/sqlite/migrate.ts";
import { type Command, CommandError } from "./command.ts";

export const restore: Command = {
  name: "restore",
  usage: "restore FILE [--force]",
  summary: "Puts a backup in place of the database; the old one is kept beside it. Stop the site first.",
  about: `The backup is opened and checked before anything is touched. A backup of an older version is brought forward by the next
start. What happened after the backup was made is lost, so the old file stays beside the new one until you remove it.`,
  examples: ["restore var/backups/debut-20261121T060000Z.db --force"],
  options: { force: { type: "boolean", summary: "replace a database that exists" } },
  positionals: ["FILE"],
  async run({ args, flags }, io) {
    const source = resolve(args[0]!);
    const target = databaseFile(io.settings());
    if (!existsSync(source)) throw new CommandError(`${source} is not there.`);
    if (source === target) throw new CommandError("This is the database itself. Name a backup.");
    const faults = checkDatabase(source);
    if (faults.length) throw new CommandError(`${source} cannot be restored: ${faults.join("; ")}.`);
    const version = versionOf(source);
    if (version > newestVersion())
      throw new CommandError(
        `${source} is of version ${version}, this program knows ${newestVersion()}. Restore it with the newer program, or take an older backup.`,
      );
    const isThere = existsSync(target);
    if (isThere && !flags.force)
      throw new CommandError(`${target} exists. Say --force to replace it; the old file is kept.`);
    if (isThere && isInUse(target)) throw new CommandError("The site is running on this database. Stop it first.");

    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    // All of it is on the disk before the old file moves: a crash in between leaves one whole database under either name.
    const arriving = `${target}.restoring`;
    copyFileSync(source, arriving);
    const handle = openSync(arriving, "r+");
    fsyncSync(handle);
    closeSync(handle);
    const old = isThere ? `${target}.before-restore-${new Date().toISOString().replace(/\D/g, "").slice(0, 17)}` : null;
    if (old) renameSync(target, old);
    for (const suffix of ["-wal", "-shm"]) rmSync(target + suffix, { force: true });
    renameSync(arriving, target);
    io.answer(`Restored ${target}.${old ? ` The old database is ${old}.` : ""}`, { database: target, old });
    return 0;
  },
};
