import { join } from "node:path";
import pg from "pg";
import { readSettings } from "../../core/settings/config.ts";
import { createLog } from "../../server/log.ts";
import { openStore } from "../../server/open-store.ts";
import type { Store } from "../../store/store.ts";
import { startPostgres } from "../../test/helpers/postgres/server.ts";
import { type Env, UNLIMITED } from "./programs.ts";

/** A PostgreSQL that keeps what it acknowledged, and the settings of nodes on it. */
export async function createPostgres(folder: string) {
  const server = await startPostgres(folder, [
    ...["fsync=on", "max_connections=200", "shared_buffers=128MB"],
    "listen_addresses=127.0.0.1",
  ]);
  await query(server.url("postgres"), "create database debut");
  const url = server.url("debut");
  return {
    url,
    env: (name: string): Env => ({
      ...UNLIMITED,
      DATA_DIR: join(folder, name),
      DATABASE_URL: url,
      SECRETS_KEY: "00".repeat(32),
    }),
    stop: () => server.stop(),
  };
}

export async function query(url: string, sql: string): Promise<Record<string, string>[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

/** Works on a database that no server has open yet. */
export async function withStore<Result>(env: Env, work: (store: Store) => Promise<Result>): Promise<Result> {
  const settings = readSettings({ ...env, LOG_LEVEL: "error" });
  const store = await openStore(settings, createLog(settings));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
