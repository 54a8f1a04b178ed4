import { hash } from "node:crypto";
import type pg from "pg";
import { followRows, type Query } from "../replica/follow.ts";
import { openReplica } from "../replica/replica-file.ts";
import { rowTypes as types } from "./driver.ts";

export type Log = Parameters<typeof followRows>[2]["log"];
export const SILENT: Log = { info: () => undefined, warn: () => undefined };

const names = new Map<string, string>();
/** The queries for changes follow every commit. Named, they are planned once per connection. */
function nameOf(text: string): string {
  const name = names.get(text) ?? hash("sha1", text, "base64url");
  names.set(text, name);
  return name;
}

type Options = { folder: string; id: string; log: Log; hasCopy: boolean };

/** The SQLite file in which this process searches and sorts, with the rows that this needs. */
export async function openLocalIndex(pool: pg.Pool, { folder, id, log, hasCopy }: Options) {
  const on =
    (client: pg.Pool | pg.PoolClient): Query =>
    async (text, values = []) =>
      (await client.query({ name: nameOf(text), text, values, types })).rows;
  async function inSnapshot<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    try {
      // Takes no lock. On a busy machine, copying may take longer than a change may be idle.
      await client.query(
        `begin isolation level repeatable read read only; set local statement_timeout = 0;
         set local idle_in_transaction_session_timeout = 0`,
      );
      return await work(on(client));
    } finally {
      const broken = await client.query("rollback").catch((error: Error) => error);
      client.release(broken instanceof Error ? broken : undefined);
    }
  }
  const file = openReplica(folder, id);
  const rows = followRows({ query: on(pool), inSnapshot }, file, { log, hasCopy });
  try {
    await rows.catchUp();
  } catch (error) {
    file.close();
    throw error;
  }
  return {
    ...rows,
    reader: file.reader,
    catchUpBehind: (client: pg.PoolClient) => rows.catchUpBehind(on(client)),
    async close(): Promise<void> {
      await rows.stop();
      file.close();
    },
  };
}
