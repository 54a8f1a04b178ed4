import { workerData } from "node:worker_threads";
import pg from "pg";
import { rowTypes as types } from "../../../store/postgres/driver.ts";

type Question = { url: string; sql: string; values: unknown[]; isScript: boolean };

const { port, flag } = workerData;
const clients = new Map<string, Promise<pg.Client>>();

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  // The database is dropped when its test is over.
  client.on("error", () => clients.delete(url));
  await client.connect();
  return client;
}

async function answer({ url, sql, values, isScript }: Question) {
  const known = clients.get(url) ?? connected(url);
  clients.set(url, known);
  const client = await known;
  try {
    const asked = isScript ? { text: sql } : { text: sql, values, rowMode: "array" as const, types };
    const { rows, fields, rowCount } = await client.query(asked);
    if (!/^\s*select/i.test(sql)) await client.query("notify debut");
    return { rows, fields: fields?.map(({ name }) => name), count: rowCount ?? 0 };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

port.on("message", async (question: Question) => {
  port.postMessage(await answer(question));
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
});
