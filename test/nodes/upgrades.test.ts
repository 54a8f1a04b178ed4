import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { migrate } from "../../store/postgres/migrate.ts";
import { NEEDS_STOP } from "../../store/sqlite/migrate.ts";
import { startDatabases } from "./databases.ts";

const FOLDERS = ["sqlite", "postgres"];
/** Older ones were run before nodes of two versions served together. */
const FIRST = 61;
const TAKES_AWAY = /\bdrop\s+(table|column|view)\b|\brename\b|\balter\s+column\b|\bset\s+not\s+null\b/i;

const migrationsOf = (engine: string) => {
  const folder = new URL(`../../store/${engine}/migrations/`, import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql") && Number(name.slice(0, 4)) >= FIRST)
    .map((name) => ({ name, sql: readFileSync(new URL(name, folder), "utf8") }));
};

describe.each(FOLDERS)("a migration for %s", (engine) => {
  it("that takes away what nodes of the last version use says that it needs a stop", () => {
    const silent = migrationsOf(engine).filter(({ sql }) => TAKES_AWAY.test(sql) && !sql.startsWith(NEEDS_STOP));
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});

it("both engines have the same migrations since they are two", () => {
  const [one, other] = FOLDERS.map((engine) => migrationsOf(engine).map(({ name }) => name));
  expect(other).toEqual(one);
});

it.each(["debut", "debut listening"])("one that needs a stop waits until no node serves: %s", async (name) => {
  const server = await startDatabases();
  const db = await server.create();
  const later = [{ version: 9999, name: "9999_last.sql", sql: `${NEEDS_STOP} it drops a column.\nselect 1` }];
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
