import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { databaseFile, processFolder, type Settings } from "#core/settings/config.ts";
import { withoutPasswords } from "#core/settings/shown-settings.ts";
import { messageOf } from "#domain/text/failure.ts";
import { type Moved, move, requireSame } from "#store/move/move.ts";
import { confirmMoved, postgresSource, postgresTarget, UnusableDatabase } from "#store/move/postgres-side.ts";
import { sqliteSnapshot, sqliteSource, sqliteTarget } from "#store/move/sqlite-side.ts";
import { movedTables, type Table } from "#store/move/tables.ts";
import { asPostgresFault } from "#store/postgres/failures.ts";
import { versionOf } from "#store/sqlite/check.ts";
import { newestVersion } from "#store/sqlite/migrate.ts";
import { lookInto } from "#store/sqlite/presence.ts";
import { CommandError } from "../command.ts";

const LOOK_EVERY_MS = 500;

type Options = { settings: Settings; note: (text: string) => void };
export type MovedDatabase = Moved & { cleaned: string[]; old: string | null };

/** Waits until the site is stopped: later writes to the old database would be lost. */
async function untilStopped(isRunning: () => boolean | Promise<boolean>, note: (text: string) => void): Promise<void> {
  if (!(await isRunning())) return;
  note("All rows are copied. The site is read-only: stop all its processes now. This command waits for that.");
  while (await isRunning()) await delay(LOOK_EVERY_MS);
}

const asRefusal =
  (url: string) =>
  (error: unknown): never => {
    const shown = withoutPasswords(url);
    if (error instanceof UnusableDatabase) throw new CommandError(`${shown} ${error.message}`);
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "3D000")
      throw new CommandError(
        `${shown} does not exist. Create it with: createdb --encoding=UTF8 --locale=C --template=template0 ` +
          `${new URL(url).pathname.slice(1)}`,
      );
    if (code === "28P01" || code === "28000")
      throw new CommandError(`${shown} refused the login: ${messageOf(error)}. Check the user and password.`);
    if (code === "42501")
      throw new CommandError(
        `${shown} does not grant enough permissions: ${messageOf(error)}. Make its user the owner of the database.`,
      );
    throw asPostgresFault(error);
  };

const asDamage =
  (old: string) =>
  (error: unknown): never => {
    throw new CommandError(
      `${messageOf(error)} Stop the site and start it with the old database, which is unchanged: ${old}. ` +
        `Keep the new one: people may have written to it since.`,
    );
  };

const nobodyServes = (settings: Settings) => lookInto(processFolder(settings)).alive.length === 0;

export async function moveToPostgres(url: string, { settings, note }: Options): Promise<MovedDatabase> {
  const file = databaseFile(settings);
  if (!existsSync(file)) throw new CommandError(missing(file));
  if (versionOf(file) !== newestVersion())
    throw new CommandError("The database is of another version. Start the site once with this program, then move it.");
  const tables = movedTables();
  const to = await postgresTarget(url, tables).catch(asRefusal(url));
  let from: ReturnType<typeof sqliteSource> | undefined;
  try {
    const source = sqliteSource(file, tables);
    from = source;
    const moved = await move({
      ...{ tables, from: source, to, tell: note, now: () => performance.now() },
      lock: async () => {
        source.lock();
        return async () => undefined;
      },
    });
    await untilStopped(() => !nobodyServes(settings), note);
    source.leave();
    const old = setAside(file);
    if (!nobodyServes(settings)) {
      rename(old, file);
      throw new CommandError(`The site was started again and continues with ${file}. Start the move again.`);
    }
    await to.confirm();
    note("Start the site with DATABASE_URL. Meanwhile all rows are compared once more.");
    await to.checkReferences();
    const snapshot = sqliteSnapshot(old, { isCleaned: true });
    await requireSame(tables, snapshot, to)
      .catch(asDamage(old))
      .finally(() => snapshot.close());
    return { ...moved, cleaned: source.cleaned(), old };
  } finally {
    from?.close();
    await to.close();
  }
}

const MOVED = ".moved-";

function missing(file: string): string {
  const names = existsSync(dirname(file)) ? readdirSync(dirname(file)) : [];
  const moved = names.filter((name) => name.startsWith(basename(file) + MOVED) && !/-(wal|shm)$/.test(name)).sort();
  const hint = moved.length
    ? `It was moved: ${moved.at(-1)} is the old one. If that move was interrupted, set DATABASE_URL and ` +
      `run debut move --finish, or rename the file back to ${basename(file)} to move again.`
    : "Check DATA_DIR.";
  return `There is no database in ${dirname(file)}. ${hint}`;
}

/** Completes a move that was interrupted at its end, before any writes to the old database. */
export async function finishMove(url: string): Promise<void> {
  if (!(await confirmMoved(url).catch(asRefusal(url))))
    throw new CommandError(`No move to ${withoutPasswords(url)} was interrupted at its end.`);
}

/** Prevents accidental writes to the old database. */
function setAside(file: string): string {
  const old = `${file}${MOVED}${new Date().toISOString().replace(/\D/g, "").slice(0, 17)}`;
  rename(file, old);
  return old;
}

function rename(from: string, to: string): void {
  for (const suffix of ["-wal", "-shm", ""]) if (existsSync(from + suffix)) renameSync(from + suffix, to + suffix);
}

export async function moveToFile(url: string, { settings, note }: Options): Promise<MovedDatabase> {
  const file = databaseFile(settings);
  if (existsSync(file))
    throw new CommandError(`${file} exists. Move it away, or name another DATA_DIR: the database must be a new one.`);
  const partial = `${file}.moving`;
  const drop = () => {
    for (const suffix of ["-wal", "-shm", ""]) rmSync(partial + suffix, { force: true });
  };
  drop();
  const tables: readonly Table[] = movedTables();
  const from = await postgresSource(url).catch(asRefusal(url));
  let to: ReturnType<typeof sqliteTarget> | undefined;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const target = sqliteTarget(partial);
    to = target;
    target.empty(tables);
    const moved = await move({
      ...{ tables, from, to: target, tell: note, now: () => performance.now() },
      lock: () => from.lock(tables),
    });
    target.close();
    // Renamed only when complete; the next move replaces partial copies.
    await untilStopped(async () => (await from.inUse()) > 0, note);
    renameSync(partial, file);
    const snapshot = sqliteSnapshot(file);
    note("Start the site without DATABASE_URL. Meanwhile all rows are compared once more.");
    // Includes writes that bypassed the lock.
    await from.begin();
    await requireSame(tables, from, snapshot)
      .then(snapshot.requireReferences)
      .catch(asDamage(withoutPasswords(url)))
      .finally(() => snapshot.close());
    return { ...moved, cleaned: [], old: null };
  } finally {
    to?.close();
    drop();
    await from.close();
  }
}
