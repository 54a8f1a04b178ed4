import { randomUUIDv7 } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "better-sqlite3";
import type { Logger } from "pino";
import { backupFolder, databaseFile, processFolder, type Settings } from "#core/settings/config.ts";
import { directUrl } from "#core/settings/database-settings.ts";
import { loadPhrases, loadSeed, loadVatRates } from "#data/load-seed.ts";
import { backUp } from "#store/backups/backups.ts";
import { backUpBefore } from "#store/backups/before-upgrade.ts";
import { markAccounts } from "#store/backups/lost-database.ts";
import { DatabaseFault, damaged, databaseFault, FOREIGN, kindOfFile } from "#store/database-fault.ts";
import { type Migration, MigrationFailed, NewerDatabase } from "#store/migrations.ts";
import { migrate, readMigrations, schemaVersion } from "#store/sqlite/migrate.ts";
import { connect, openWriter } from "#store/sqlite/open.ts";
import { lookInto, oneAtATime } from "#store/sqlite/presence.ts";
import { sqliteStore } from "#store/sqlite/sqlite-store.ts";
import type { Store } from "#store/store.ts";
import { adoptModel } from "./adopt-model.ts";
import { renewSiteKeys } from "./renew-site-keys.ts";
import { createLocker } from "./unlock.ts";

/** Opens the database, migrated (after a backup) and seeded, by one process at a time. Throws DatabaseFault. */
export const openStore = (settings: Settings, log: Logger): Promise<Store> =>
  settings.DATABASE_URL
    ? openOnPostgres(settings.DATABASE_URL, settings, log)
    : oneAtATime(processFolder(settings), "start", () => open(settings, log)).catch((error: unknown) => {
        throw databaseFault(settings, error) ?? error;
      });

async function openOnPostgres(url: string, settings: Settings, log: Logger): Promise<Store> {
  const { openPostgresStore } = await import("#store/postgres/postgres-store.ts");
  const { DATABASE_LISTEN_URL: listenUrl, DATABASE_READ_URL: readUrl, DATA_DIR } = settings;
  const folder = join(DATA_DIR, "search");
  const { vault, unlock } = createLocker(settings);
  const copyAt = (version: number) => copyBefore(version, settings, log);
  const { migrated, ...store } = await openPostgresStore(url, folder, randomUUIDv7(), {
    ...{ listenUrl, readUrl, log, vault, backUp: copyAt },
  }).catch((error: unknown) => {
    throw upgradeFault(error, backupFolder(settings)) ?? error;
  });
  try {
    const key = await unlock(store, log);
    await seed(store);
    tellOfStart(log, migrated, { key });
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Dumps the database before a migration, or warns that pg_dump is missing. */
async function copyBefore(version: number, settings: Settings, log: Logger): Promise<void> {
  const backup = dumpBefore(version, backupFolder(settings));
  try {
    if (!existsSync(backup))
      await backUp(databaseFile(settings), backup, { hasUploads: false, url: directUrl(settings) });
    log.info({ backup }, "copied the database before the upgrade");
  } catch (error) {
    log.warn(
      { err: error },
      "upgrading without a copy of the database: to go back, use the backups of PostgreSQL or your provider",
    );
  }
}

const dumpBefore = (version: number, folder: string): string => join(folder, `before-v${version}-upgrade.dump`);

function upgradeFault(error: unknown, folder: string): DatabaseFault | undefined {
  if (error instanceof NewerDatabase)
    return new DatabaseFault(error.message, `${error.cure}, or restore a backup from before the upgrade.`, error);
  if (!(error instanceof MigrationFailed)) return undefined;
  const dump = dumpBefore(error.from, folder);
  return new DatabaseFault(
    `The database could not be upgraded: ${error.message} Nothing was changed: it is at version ${error.from} as before.`,
    `Start the program that you ran before, and report this.${existsSync(dump) ? ` A copy from before is ${dump}` : ""}`,
    error,
  );
}

function tellOfStart(
  log: Logger,
  { from, to }: { from: number; to: number },
  made: { database?: string; key: string | undefined },
): void {
  if (from === 0)
    log.info(made, `created the database${made.key ? " and its key: keep a copy of the key apart from backups" : ""}`);
  else if (from !== to) log.info({ from, to }, "upgraded the database");
  else if (made.key) log.info(made, "created the key of the database: keep a copy of it apart from backups");
}

async function seed(store: Store): Promise<void> {
  if (!(await store.reference.isSeeded())) await loadSeed(store);
  await loadVatRates(store);
  await loadPhrases(store);
  await renewSiteKeys(store);
  await adoptModel(store);
}

async function open(settings: Settings, log: Logger): Promise<Store> {
  const file = databaseFile(settings);
  const isNew = !existsSync(file);
  let writer: Database | undefined;
  try {
    const misplaced = kindOfFile(file);
    if (misplaced) throw damaged(settings, `it is ${misplaced}`);
    writer = openWriter(file);
    if (isForeign(writer)) throw damaged(settings, FOREIGN);
    const migrations = readMigrations();
    refuseBeside(settings, writer, migrations);
    const { from, to } = migrate(writer, migrations, (version) => {
      log.info({ backup: backUpBefore(file, version) }, "copied the database before the upgrade");
    });
    // Ensures that a new file has tables even without its log.
    if (from === 0) writer.pragma("wal_checkpoint(TRUNCATE)");
    const mark = markAccounts(writer);
    mark();
    const { vault, unlock } = createLocker(settings);
    const store = sqliteStore(connect(writer), { vault, afterCommit: mark });
    // Overwrites formerly unencrypted secrets in free pages.
    writer.pragma("secure_delete = ON");
    const key = await unlock(store, log);
    writer.pragma("secure_delete = OFF");
    await seed(store);
    tellOfStart(log, { from, to }, { database: file, key });
    return store;
  } catch (error) {
    writer?.close();
    // An empty file would look damaged at the next start.
    if (isNew && kindOfFile(file)) rmSync(file);
    throw error;
  }
}

/** A migration that breaks an older program waits until no other process serves. */
export function refuseBeside(settings: Settings, writer: Database, migrations: readonly Migration[]): void {
  const version = schemaVersion(writer);
  const blocking = migrations.find((migration) => migration.version > version && migration.needsStop);
  if (blocking && version > 0 && lookInto(processFolder(settings)).alive.length > 0)
    throw new Error(
      `This version changes tables that the running one still uses (${blocking.name}). Stop the running one first, then start this one.`,
    );
}

/** A database of another program: its tables must not be migrated. */
const isForeign = (db: Database): boolean =>
  schemaVersion(db) === 0 && db.prepare("select 1 from sqlite_master").get() !== undefined;
