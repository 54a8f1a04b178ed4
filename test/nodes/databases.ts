import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import pg from "pg";
import { rowTypes as types } from "../../store/postgres/driver.ts";
import { openPostgresStore } from "../../store/postgres/postgres-store.ts";
import { createFolder } from "../helpers/folder.ts";
import { startPostgres } from "../helpers/postgres/server.ts";
import { seedForTests } from "../helpers/seeded.ts";

/** A PostgreSQL server for the tests of one file, whichever engine the others run on, with a seeded database to copy. */
export async function startDatabases() {
  const folder = createFolder();
  const server = await startPostgres(folder);
  const asAdmin = async (sql: string) => {
    const client = new pg.Client(server.url("postgres"));
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await asAdmin("create database seeded");
  const store = await openPostgresStore(server.url("seeded"), folder, "seeding");
  await seedForTests(store);
  await store.close();
  return {
    ...server,
    async create() {
      const name = `nodes_${randomBytes(6).toString("hex")}`;
      await asAdmin(`create database ${name} template seeded strategy wal_log`);
      const url = server.url(name);
      const pool = new pg.Pool({ connectionString: url, max: 6, types });
      pool.on("error", () => undefined);
      return {
        url,
        pool,
        async drop() {
          await pool.end();
          await asAdmin(`drop database ${name} with (force)`);
        },
      };
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Databases = Awaited<ReturnType<typeof startDatabases>>;
