import { existsSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type Database from "better-sqlite3";
import { databaseFile, type Settings } from "../../core/settings/config.ts";
import { once } from "../../domain/text/once.ts";
import { migrate, readMigrations } from "../../store/sqlite/migrate.ts";
import { connect, openWriter } from "../../store/sqlite/open.ts";
import { sqliteStore } from "../../store/sqlite/sqlite-store.ts";
import { createFolder } from "./folder.ts";
import { createTestVault, placeKey } from "./key.ts";
import { closeAfterFile, letGoOf } from "./let-go.ts";
import { cloneDatabase } from "./postgres/engine.ts";
import { isPostgres } from "./postgres/is-postgres.ts";
import { seedForTests } from "./seeded.ts";

/** The tables without rows, as the bytes of a file. Made once a worker: migrating takes longer than most tests. */
const migrated = once((): Buffer => {
  const folder = createFolder();
  const writer = openWriter(join(folder, "debut.db"));
  migrate(writer, readMigrations(), () => undefined);
  const bytes = writer.serialize();
  writer.close();
  rmSync(folder, { recursive: true });
  return bytes;
});

/** The same with what a new installation starts with. */
const seeded = once(async (): Promise<Buffer> => {
  const db = openCopy(migrated());
  await seedForTests(db.store);
  const bytes = db.writer.serialize();
  await db.close();
  return bytes;
});

/** Puts a seeded database where a program is about to start, unless one is there. */
export async function placeSeeded(file: string): Promise<void> {
  if (existsSync(file)) return;
  const bytes = await seeded();
  placeKey(dirname(file));
  writeFileSync(file, bytes);
}

/** Where commands find a site that has just been installed. */
export async function newSite(folder: string): Promise<{ DATA_DIR: string; DATABASE_URL: string }> {
  placeKey(folder);
  if (isPostgres()) return { DATA_DIR: folder, DATABASE_URL: (await cloneDatabase("seeded")).url };
  await placeSeeded(join(folder, "debut.db"));
  return { DATA_DIR: folder, DATABASE_URL: "" };
}

/** A migrated database in a new folder, or on the server of TEST_ENGINE=postgres. */
export const createDatabase = async () => (isPostgres() ? onServer("migrated") : openCopy(migrated()));

/** The same with categories, countries, products, questions and VAT rates. */
export const createSeededDatabase = async () => (isPostgres() ? onServer("seeded") : openCopy(await seeded()));

/** SQL past the store of a running program. */
export async function openRaw(settings: Settings): Promise<Database.Database> {
  if (!settings.DATABASE_URL) return openWriter(databaseFile(settings));
  const { rawConnection } = await import("./postgres/raw.ts");
  return rawConnection(settings.DATABASE_URL) as never as Database.Database;
}

type TestDatabase = ReturnType<typeof openCopy>;

function openCopy(bytes: Buffer) {
  const folder = createFolder();
  const file = join(folder, "debut.db");
  writeFileSync(file, bytes);
  const writer = openWriter(file);
  placeKey(folder);
  const vault = createTestVault();
  const store = sqliteStore(connect(writer), { vault });
  return closeAfterFile({
    store,
    writer,
    file,
    folder,
    /** What searches ask: a file of the process on PostgreSQL. */
    searched: writer,
    /** Of the PostgreSQL database; empty on SQLite. */
    url: "",
    another: async () => sqliteStore(connect(openWriter(file)), { vault }),
    async close() {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
      letGoOf(store);
    },
  });
}

async function onServer(template: "migrated" | "seeded"): Promise<TestDatabase> {
  const [{ openPostgresStore }, { rawConnection }] = await Promise.all([
    import("../../store/postgres/postgres-store.ts"),
    import("./postgres/raw.ts"),
  ]);
  const folder = createFolder();
  const { url, drop } = await cloneDatabase(template);
  placeKey(folder);
  const vault = createTestVault();
  const store = await openPostgresStore(url, folder, "own", { vault });
  const searched = openWriter(join(folder, "replica-1.db"));
  let others = 0;
  return closeAfterFile({
    store,
    // Tests use of it what both have.
    writer: rawConnection(url) as never as Database.Database,
    file: join(folder, "none.db"),
    folder,
    searched,
    url,
    another: () => openPostgresStore(url, folder, `other-${++others}`, { vault }),
    async close() {
      searched.close();
      await store.close();
      await drop();
      rmSync(folder, { recursive: true, force: true });
      letGoOf(store);
    },
  });
}
