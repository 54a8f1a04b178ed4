import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Database } from "better-sqlite3";
import { type Logger, pino } from "pino";
import { backupFolder, databaseFile, type Settings } from "./config.ts";
import { loadSeed, loadVatRates } from "./data/load-seed.ts";
import { backedUpAt } from "./domain/backup-schedule.ts";
import { checkDatabase, versionOf } from "./store/sqlite/check.ts";
import { migrate, NewerDatabase, readMigrations } from "./store/sqlite/migrate.ts";
import { connect, openWriter } from "./store/sqlite/open.ts";
import { sqliteStore } from "./store/sqlite/sqlite-store.ts";
import type { Store } from "./store/store.ts";

/** Opens the database of DATA_DIR: migrated (after a backup beside it), seeded when new. */
export async function openStore(settings: Settings, log: Logger): Promise<Store> {
  const file = databaseFile(settings);
  const writer = openWriter(file);
  const { from, to } = upgrade(writer, settings, log);
  if (from !== to) log.info({ from, to }, "database is up to date");
  const store = sqliteStore(connect(writer));
  if (!(await store.reference.isSeeded())) await loadSeed(store);
  await loadVatRates(store);
  return store;
}

function upgrade(writer: Database, settings: Settings, log: Logger): { from: number; to: number } {
  try {
    return migrate(writer, readMigrations(), (version) => {
      const backup = backUpBefore(writer, version);
      log.info({ backup }, "backed up the database before upgrading it");
    });
  } catch (error) {
    writer.close();
    throw error instanceof NewerDatabase ? new Error(`${error.message} ${wayBack(settings, error.known)}`) : error;
  }
}

/**
 * Copies a database that is about to be changed. The copy is checked before it counts. An upgrade that is tried again keeps the copies
 * of all tries: each may be of another state.
 */
function backUpBefore(writer: Database, version: number): string {
  const wanted = `${writer.name}.before-v${version}-upgrade`;
  let backup = wanted;
  for (let nth = 2; existsSync(backup); nth++) backup = `${wanted}-${nth}`;
  const partial = `${backup}.partial`;
  rmSync(partial, { force: true });
  writer.prepare("vacuum into ?").run(partial);
  const faults = checkDatabase(partial);
  if (faults.length)
    throw new Error(
      `The backup before the upgrade is damaged, so nothing was upgraded: ${faults.join("; ")}. Check the disk, or restore a good backup: debut restore FILE --force`,
    );
  renameSync(partial, backup);
  return backup;
}

/** What to do with a database of a newer program, naming the newest backup that this one can read. */
function wayBack(settings: Settings, known: number): string {
  const database = databaseFile(settings);
  const beside = namesIn(dirname(database)).filter((name) =>
    new RegExp(`^${basename(database).replaceAll(".", "\\.")}\\.before-v\\d+-upgrade(-\\d+)?$`).test(name),
  );
  const files = [
    ...beside.map((name) => join(dirname(database), name)),
    ...namesIn(backupFolder(settings))
      .filter((name) => backedUpAt(name))
      .map((name) => join(backupFolder(settings), name)),
  ];
  const usable = files
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
    .find((file) => isReadable(file, known));
  return usable
    ? `Start the newer program, or go back to the newest backup that this one can read: debut restore ${usable} --force`
    : `Start the newer program, or restore a backup made before the upgrade: debut restore FILE --force`;
}

function isReadable(file: string, known: number): boolean {
  try {
    return versionOf(file) <= known;
  } catch {
    return false;
  }
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

export const createLog = (settings: Settings): Logger =>
  pino(
    {
      level: settings.LOG_LEVEL,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ["req.headers.authorization", "req.headers.cookie"],
    },
    pino.destination({ fd: 2, sync: true }),
  );
