import { join } from "node:path";
import pg from "pg";
import { readSettings } from "../../core/settings/config.ts";
import { createLog } from "../../server/log.ts";
import { openStore } from "../../server/open-store.ts";
import type { Store } from "../../store/store.ts";
import { addListing, COMPLETE } from "../../test/helpers/listing.ts";
import { addPerson, type Credentials } from "../../test/helpers/people.ts";
import { startPostgres } from "../../test/helpers/postgres/server.ts";
import { type Env, UNLIMITED } from "./programs.ts";

export type Owner = Credentials & { listingId: number; slug: string };

/** A PostgreSQL that keeps what it acknowledged, and the settings of nodes on it. */
export async function createPostgres(folder: string) {
  const settings = ["fsync=on", "max_connections=200", "shared_buffers=128MB", "listen_addresses=127.0.0.1"];
  const server = await startPostgres(folder, settings);
  await query(server.url("postgres"), "create database debut");
  const url = server.url("debut");
  const shared = { ...UNLIMITED, DATABASE_URL: url, SECRETS_KEY: "00".repeat(32) };
  return { url, env: (name: string): Env => ({ ...shared, DATA_DIR: join(folder, name) }), stop: server.stop };
}

export async function query(url: string, sql: string): Promise<Record<string, string>[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

/** Works on a database beside any server. */
export async function withStore<Result>(env: Env, work: (store: Store) => Promise<Result>): Promise<Result> {
  const settings = readSettings({ ...env, LOG_LEVEL: "error" });
  const store = await openStore(settings, createLog(settings));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** People with a live listing each. */
export async function addOwners(store: Store, count: number, name: string, passwordHash?: string): Promise<Owner[]> {
  const at = new Date();
  const owners: Owner[] = [];
  for (let nth = 0; nth < count; nth++) {
    const person = {
      email: `${name}${nth}@people.test`,
      name: `${name} ${nth}`,
      ...(passwordHash && { passwordHash }),
    };
    const owner = await addPerson(store, person, at);
    const given = { ...COMPLETE, name: `Own ${name} ${nth}`, site: `${name}${nth}.example`, ownerId: owner.id };
    const { id, slug } = await addListing(store, given, at);
    owners.push({ ...owner, listingId: id, slug });
  }
  return owners;
}
