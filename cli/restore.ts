import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { databaseFile } from "../config.ts";
import { checkDatabase, isInUse } from "../store/sqlite/check.ts";
import { type Command, CommandError } from "./command.ts";

export const restore: Command = {
  name: "restore",
  usage: "restore FILE [--force]",
  summary: "Puts a backup in place of the database; the old one is kept beside it. Stop the site first.",
  options: { force: { type: "boolean", summary: "replace a database that exists" } },
  positionals: ["FILE"],
  async run({ args, flags }, io) {
    const source = resolve(args[0]!);
    const target = databaseFile(io.settings());
    if (!existsSync(source)) throw new CommandError(`${source} is not there.`);
    const faults = checkDatabase(source);
    if (faults.length) throw new CommandError(`${source} cannot be restored: ${faults.join("; ")}.`);
    const kept = `${target}.before-restore-${new Date().toISOString().replace(/\D/g, "").slice(0, 14)}`;
    if (existsSync(target)) {
      if (!flags.force) throw new CommandError(`${target} exists. Say --force to replace it; the old file is kept.`);
      if (isInUse(target)) throw new CommandError("The site is running on this database. Stop it first.");
      renameSync(target, kept);
      for (const suffix of ["-wal", "-shm"]) rmSync(target + suffix, { force: true });
    }
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    copyFileSync(source, target);
    const old = existsSync(kept) ? kept : null;
    io.answer(`Restored ${target}.${old ? ` The old database is ${old}.` : ""}`, { database: target, old });
    return 0;
  },
};
