import { copyFileSync, existsSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import Database from "better-sqlite3";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { movedTables } from "../../store/move/tables.ts";
import { checkDatabase } from "../../store/sqlite/check.ts";
import { createFolder } from "../helpers/folder.ts";
import { startPostgres } from "../helpers/postgres/server.ts";
import { runHere } from "../helpers/process.ts";

let server: Awaited<ReturnType<typeof startPostgres>>;
let admin: pg.Client;
let folder: string;
let original: string;
let databases = 0;
beforeAll(async () => {
  folder = createFolder();
  server = await startPostgres(folder);
  admin = new pg.Client(server.url("postgres"));
  await admin.connect();
  original = join(folder, "original");
  await ok(["seed", "--demo"], { DATA_DIR: original });
  const db = new Database(join(original, "debut.db"));
  // Ids of rows that are gone do not come again, and texts are ordered by their bytes.
  db.exec(`update sqlite_sequence set seq = seq + 7 where name = 'votes';
    insert into listed_words values ('ﬀ', 0), ('😀', 1), ('Z', 2), ('a', 3), ('É', 4);
    insert into secrets values ('zero', 'a' || char(0) || 'b')`);
  db.close();
});
afterAll(async () => {
  await admin.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function ok(args: string[], env: Record<string, string>) {
  const ended = await runHere([...args, "--json"], env);
  expect([ended.code, ended.stderr, ended.stdout]).toMatchObject([0, expect.anything(), expect.anything()]);
  return ended.stdout;
}
async function newDatabase(): Promise<string> {
  const name = `moved_${++databases}`;
  await admin.query(`create database ${name}`);
  return server.url(name);
}
/** A folder with a copy of the demo site. */
function copyOfSite(): string {
  const copy = createFolder();
  copyFileSync(join(original, "debut.db"), join(copy, "debut.db"));
  return copy;
}
/** Every row, read past everything that moves rows. */
function rowsOf(file: string): Record<string, string[]> {
  const db = new Database(file, { readonly: true });
  const rows = movedTables().map(({ name }) => {
    const all = db.prepare(`select * from "${name}"`).raw().all();
    return [name, all.map((row) => JSON.stringify(row)).sort()] as const;
  });
  const ids = db.prepare("select name, seq from sqlite_sequence order by name").raw().all();
  db.close();
  return { ...Object.fromEntries(rows), sqlite_sequence: ids.map((row) => JSON.stringify(row)) };
}

describe("a database that moves to PostgreSQL and back", () => {
  it("has the same rows, ids, triggers and search, but for characters that PostgreSQL cannot keep", async () => {
    const [DATA_DIR, url] = [copyOfSite(), await newDatabase()];
    const before = await ok(["export"], { DATA_DIR });
    const there = JSON.parse(await ok(["move", "--to", url], { DATA_DIR }));
    expect(there).toMatchObject({ corrected: 0, cleaned: ["secrets"], target: url });
    expect(there.rows).toBeGreaterThan(10_000);
    expect(existsSync(join(DATA_DIR, "debut.db"))).toBe(false);
    expect(readdirSync(DATA_DIR)).toContain(basename(there.old));

    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client.query("select count(*)::int as disabled from pg_trigger where tgenabled <> 'O'");
    expect(rows).toEqual([{ disabled: 0 }]);
    const next = (await client.query("select nextval('votes_id_seq') as id")).rows[0].id;
    await client.end();
    const source = rowsOf(there.old);
    const last = JSON.parse(source.sqlite_sequence!.find((row) => row.startsWith('["votes"'))!)[1];
    expect(Number(next)).toBe(last + 1);

    const back = JSON.parse(await ok(["move", "--to", join(DATA_DIR, "debut.db")], { DATA_DIR, DATABASE_URL: url }));
    expect(back).toMatchObject({ rows: there.rows, corrected: 0, cleaned: [] });
    const file = join(DATA_DIR, "debut.db");
    expect(checkDatabase(file)).toEqual([]);
    const [came, went] = [rowsOf(file), source];
    for (const table of Object.keys(went))
      if (table !== "secrets" && table !== "sqlite_sequence")
        expect([table, came[table]]).toEqual([table, went[table]]);
    expect(came.secrets!.find((row) => row.startsWith('["zero"'))).toBe('["zero","a\ufffdb"]');
    expect(await ok(["export"], { DATA_DIR })).toBe(before);
    const triggers = "select name, sql from sqlite_master where type = 'trigger' order by name";
    const schemas = [file, there.old].map((one) => {
      const db = new Database(one, { readonly: true });
      const all = db.prepare(triggers).all();
      db.close();
      return all;
    });
    expect(schemas[0]).toEqual(schemas[1]);
  });
});
