import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { loadSeed, loadVatRates } from "../../data/load-seed.ts";
import { once } from "../../domain/once.ts";
import { migrate, readMigrations } from "../../store/sqlite/migrate.ts";
import { connect, openWriter } from "../../store/sqlite/open.ts";
import { sqliteStore } from "../../store/sqlite/sqlite-store.ts";
import { createFolder } from "./folder.ts";
import { letGoOf } from "./let-go.ts";

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
  await loadSeed(db.store);
  await loadVatRates(db.store);
  await db.store.change((tx) => tx.exchangeRates.add(daysFrom("2026-01-01", 1200).map(onDay)));
  const bytes = db.writer.serialize();
  await db.close();
  return bytes;
});

/** A made-up rate of the dollar on any day that a test may be on: invoices wait for none. */
const onDay = (day: string) => ({ day, currency: "USD", rate: "1.25" });
const daysFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, days) => Temporal.PlainDate.from(first).add({ days }).toString());

/** Puts a seeded database where a program is about to start, unless one is there. */
export async function placeSeeded(file: string): Promise<void> {
  if (existsSync(file)) return;
  const bytes = await seeded();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, bytes);
}

/** A migrated database in a new folder. */
export const createDatabase = () => openCopy(migrated());

/** The same with categories, countries, products, questions and VAT rates. */
export const createSeededDatabase = async () => openCopy(await seeded());

function openCopy(bytes: Buffer) {
  const folder = createFolder();
  const file = join(folder, "debut.db");
  writeFileSync(file, bytes);
  const writer = openWriter(file);
  const store = sqliteStore(connect(writer));
  return {
    store,
    writer,
    file,
    async close() {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
      letGoOf(store);
    },
  };
}
