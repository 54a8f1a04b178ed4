import { existsSync, renameSync, rmSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { databaseFile, processFolder, type Settings } from "../../../core/config.ts";
import { type Moved, move } from "../../../store/move/move.ts";
import { NotEmpty, postgresSource, postgresTarget } from "../../../store/move/postgres-side.ts";
import { sqliteSource, sqliteTarget } from "../../../store/move/sqlite-side.ts";
import { movedTables, type Table } from "../../../store/move/tables.ts";
import { asPostgresFault } from "../../../store/postgres/failures.ts";
import { checkDatabase, versionOf } from "../../../store/sqlite/check.ts";
import { newestVersion } from "../../../store/sqlite/migrate.ts";
import { lookInto } from "../../../store/sqlite/presence.ts";
import { CommandError } from "../command.ts";

const LOOK_EVERY_MS = 500;

type Options = { settings: Settings; note: (text: string) => void };
export type MovedDatabase = Moved & { cleaned: string[]; old: string | null };

/** The address of a database without its password. */
export const shownUrl = (url: string): string => {
  const shown = new URL(url);
  shown.password = "";
  return shown.href;
};

/** Waits until no process of the site runs: writes to the old database would be lost. */
async function untilStopped(isRunning: () => boolean | Promise<boolean>, note: (text: string) => void): Promise<void> {
  if (!(await isRunning())) return;
  note("All rows are there. The site is read-only: stop it now, all its processes. This command waits for that.");
  while (await isRunning()) await delay(LOOK_EVERY_MS);
}

export async function moveToPostgres(url: string, { settings, note }: Options): Promise<MovedDatabase> {
  const file = databaseFile(settings);
  if (!existsSync(file)) throw new CommandError(`There is no database in ${settings.DATA_DIR}. Check DATA_DIR.`);
  if (versionOf(file) !== newestVersion())
    throw new CommandError("The database is of another version. Start the site once with this program, then move it.");
  const tables = movedTables();
  const to = await postgresTarget(url, tables).catch((error: unknown) => {
    if (!(error instanceof NotEmpty)) throw asPostgresFault(error);
    throw new CommandError(
      `${shownUrl(url)} is in use. ${error.message} Name an empty database; if it is of a move that was cut off at its end, drop it and create it again.`,
    );
  });
  const from = sqliteSource(file);
  let unlock: (() => void) | undefined;
  try {
    const moved = await move({
      ...{ tables, from, to, tell: note, now: () => performance.now() },
      lock: async () => {
        unlock = await from.lock();
      },
    });
    await untilStopped(() => lookInto(processFolder(settings)).alive.length > 0, note);
    from.close();
    unlock?.();
    unlock = undefined;
    return { ...moved, cleaned: from.cleaned(), old: setAside(file) };
  } finally {
    unlock?.();
    from.close();
    await to.close();
  }
}

/** Nobody writes to the old database by mistake. */
function setAside(file: string): string {
  const old = `${file}.moved-${new Date().toISOString().replace(/\D/g, "").slice(0, 17)}`;
  for (const suffix of ["-wal", "-shm", ""]) if (existsSync(file + suffix)) renameSync(file + suffix, old + suffix);
  return old;
}

export async function moveToFile(url: string, { settings, note }: Options): Promise<MovedDatabase> {
  const file = databaseFile(settings);
  if (existsSync(file))
    throw new CommandError(`${file} exists. Move it away, or name another DATA_DIR: the database must be a new one.`);
  const partial = `${file}.moving`;
  const drop = () => {
    for (const suffix of ["-wal", "-shm", ""]) rmSync(partial + suffix, { force: true });
  };
  // Of a move that was cut off.
  drop();
  const tables: readonly Table[] = movedTables();
  const from = await postgresSource(url).catch((error: unknown) => {
    throw asPostgresFault(error);
  });
  let unlock: (() => Promise<void>) | undefined;
  const to = sqliteTarget(partial);
  try {
    to.empty(tables);
    const moved = await move({
      ...{ tables, from, to, tell: note, now: () => performance.now() },
      lock: async () => {
        unlock = await from.lock(tables);
      },
    });
    to.close();
    const faults = checkDatabase(partial);
    if (faults.length) throw new Error(`The new file is damaged: ${faults.slice(0, 3).join("; ")}.`);
    renameSync(partial, file);
    await untilStopped(async () => (await from.inUse()) > 0, note);
    return { ...moved, cleaned: [], old: null };
  } finally {
    to.close();
    drop();
    await unlock?.().catch(() => undefined);
    await from.close();
  }
}
