import type pg from "pg";
import { followRows, type Query } from "../replica/follow.ts";
import { openReplica } from "../replica/replica-file.ts";
import { rowTypes as types } from "./driver.ts";

export type Log = Parameters<typeof followRows>[2]["log"];
export const SILENT: Log = { info: () => undefined, warn: () => undefined };

const LONG = 500;

type Options = { folder: string; id: string; log: Log; hasCopy: boolean };

/** The SQLite file where this process searches and sorts, with all rows that it needs for it. */
export async function openLocalIndex(pool: pg.Pool, { folder, id, log, hasCopy }: Options) {
  const on =
    (client: pg.Pool | pg.PoolClient): Query =>
    async (text, values = []) =>
      // The question for changes is asked after every commit, and is long.
      (await client.query({ text, values, types, ...(text.length > LONG && { name: "changes" }) })).rows;
  async function inSnapshot<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    try {
      await client.query("begin isolation level repeatable read read only; set local statement_timeout = 0");
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
    async close(): Promise<void> {
      await rows.stop();
      file.close();
    },
  };
}
