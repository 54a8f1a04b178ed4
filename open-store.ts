import { type Logger, pino } from "pino";
import { databaseFile, type Settings } from "./config.ts";
import { loadSeed, loadVatRates } from "./data/load-seed.ts";
import { migrate, readMigrations } from "./store/sqlite/migrate.ts";
import { connect, openWriter } from "./store/sqlite/open.ts";
import { sqliteStore } from "./store/sqlite/sqlite-store.ts";
import type { Store } from "./store/store.ts";

/** Opens the database of DATA_DIR: migrated (after a backup beside it), seeded when new. */
export async function openStore(settings: Settings, log: Logger): Promise<Store> {
  const file = databaseFile(settings);
  const writer = openWriter(file);
  const { from, to } = migrate(writer, readMigrations(), (version) => {
    const backup = `${file}.before-v${version}-upgrade`;
    writer.exec(`vacuum into '${backup.replaceAll("'", "''")}'`);
    log.info({ backup }, "backed up the database before upgrading it");
  });
  if (from !== to) log.info({ from, to }, "database is up to date");
  const store = sqliteStore(connect(writer));
  if (!(await store.reference.isSeeded())) await loadSeed(store);
  await loadVatRates(store);
  return store;
}

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
