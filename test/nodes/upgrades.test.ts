import pg from "pg";
import { expect, it } from "vitest";
import { migrate } from "../../store/postgres/migrate.ts";
import { startDatabases } from "./databases.ts";

it.each(["debut", "debut listening"])("one that needs a stop waits until no node serves: %s", async (name) => {
  const server = await startDatabases();
  const db = await server.create();
  const later = [{ version: 9999, name: "9999_last.sql", sql: "select 1", needsStop: true }];
  const node = new pg.Client({ connectionString: db.url, application_name: name });
  try {
    await node.connect();
    await expect(migrate(db.pool, later)).rejects.toThrow("Stop all nodes first");
    await node.end();
    await expect.poll(() => migrate(db.pool, later).catch(() => undefined)).toMatchObject({ to: 9999 });
  } finally {
    await db.drop();
    await server.stop();
  }
});
