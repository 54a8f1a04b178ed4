import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate, readMigrations } from "../../store/sqlite/migrate.ts";
import { connect, openWriter } from "../../store/sqlite/open.ts";
import { sqliteStore } from "../../store/sqlite/sqlite-store.ts";

/** A migrated database in a new folder. */
export function createDatabase() {
  const folder = mkdtempSync(join(tmpdir(), "debut-store-"));
  const writer = openWriter(join(folder, "debut.db"));
  migrate(writer, readMigrations(), () => undefined);
  const store = sqliteStore(connect(writer));
  return {
    store,
    writer,
    file: writer.name,
    async close() {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
