import { copyFileSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { requireSame } from "../../store/move/move.ts";
import { sqliteSnapshot, sqliteSource } from "../../store/move/sqlite-side.ts";
import { movedTables } from "../../store/move/tables.ts";
import { createFolder } from "../helpers/folder.ts";
import { startPostgres } from "../helpers/postgres/server.ts";
import { runHere } from "../helpers/process.ts";

let server: Awaited<ReturnType<typeof startPostgres>>;
let admin: pg.Client;
let folder: string;
let original: string;
beforeAll(async () => {
  folder = createFolder();
  server = await startPostgres(folder);
  admin = new pg.Client(server.url("postgres"));
  await admin.connect();
  original = createFolder();
  expect((await runHere(["seed", "--listings", "5"], { DATA_DIR: original })).code).toBe(0);
});
afterAll(async () => {
  await admin.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

function copyOfSite(): { DATA_DIR: string; file: string } {
  const DATA_DIR = createFolder();
  const file = join(DATA_DIR, "debut.db");
  copyFileSync(join(original, "debut.db"), file);
  return { DATA_DIR, file };
}
async function connectedTo(name: string, settings: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.url(name), ...settings });
  await client.connect();
  return client;
}
function inFile<T>(file: string, work: (db: Database.Database) => T): T {
  const db = new Database(file);
  try {
    return work(db);
  } finally {
    db.close();
  }
}
const leftIn = (file: string) =>
  inFile(file, (db) => db.prepare("select count(*) from sqlite_master where name like 'moving%'").pluck().get());

it.each([
  ["that does not exist", "gone", "", "does not exist. Create it with: createdb --encoding=UTF8"],
  ["of another program", "other", "create table accounts (id int)", "has tables of another program, like accounts."],
  ["with texts in another encoding", "latin", "", "stores texts as LATIN1. Create it with"],
  ["whose user may make no tables", "guest", "", "Make its user the owner of the database."],
])("a move refuses a database %s, says what to do, and changes nothing", async (_, name, sql, reason) => {
  const { DATA_DIR, file } = copyOfSite();
  if (name !== "gone")
    await admin.query(`create database ${name} ${name === "latin" ? "encoding 'LATIN1' template template0" : ""}`);
  if (sql) {
    const client = await connectedTo(name);
    await client.query(sql);
    await client.end();
  }
  const url = new URL(server.url(name));
  if (name === "guest") {
    await admin.query("create role guest login");
    url.username = "guest";
  }
  const refused = await runHere(["move", "--to", url.href], { DATA_DIR });
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(reason)]);
  expect(leftIn(file)).toBe(0);
  if (name === "gone") return;
  const client = await connectedTo(name);
  const { rows } = await client.query("select count(*)::int as made from pg_tables where schemaname = 'public'");
  expect(rows).toEqual([{ made: sql ? 1 : 0 }]);
  await client.end();
});

it("a move refuses a database on which a site runs, and databases of other versions on either side", async () => {
  await admin.query("create database versions");
  const url = server.url("versions");
  const { DATA_DIR, file } = copyOfSite();
  const node = await connectedTo("versions", { application_name: "debut" });
  expect((await runHere(["move", "--to", url], { DATA_DIR })).stderr).toContain("A site runs on it: stop that one");
  await node.end();

  const empty = await runHere(["move", "--to", file], { DATA_DIR: folder, DATABASE_URL: url });
  expect(empty.stderr).toContain("The file is");
  const back = { DATA_DIR: createFolder(), DATABASE_URL: url };
  const toFile = ["move", "--to", join(back.DATA_DIR, "debut.db")];
  expect((await runHere(toFile, back)).stderr).toContain("is no database of Debut. Check DATABASE_URL.");
  expect((await runHere(["user", "list"], { DATA_DIR: createFolder(), DATABASE_URL: url })).code).toBe(0);
  const client = await connectedTo("versions");
  await client.query("insert into schema_version values (9999)");
  expect((await runHere(toFile, back)).stderr).toMatch(/is of version 9999, this program of \d+\. Start the site once/);
  expect(existsSync(join(back.DATA_DIR, "debut.db"))).toBe(false);
  expect((await runHere(["move", "--to", url], { DATA_DIR })).stderr).toContain("9999");
  await client.query("delete from schema_version where version = 9999");
  await client.end();

  inFile(file, (db) => db.pragma("user_version = 1"));
  expect((await runHere(["move", "--to", url], { DATA_DIR })).stderr).toContain("The database is of another version.");
});

it("a delayed or overtaken move ends before it misses writes", async () => {
  const { file } = copyOfSite();
  const tables = movedTables();
  const first = sqliteSource(file, tables);
  await first.begin();
  inFile(file, (db) => db.prepare("update moving_until set until = unixepoch() - 1").run());
  await expect(first.begin()).rejects.toThrow("has a gap");
  // What is written then is in no list, which costs the site nothing.
  inFile(file, (db) => {
    db.prepare("insert into secrets values ('later', 'x')").run();
    expect(db.prepare("select count(*) from moving_rows").pluck().get()).toBe(0);
  });
  const second = sqliteSource(file, tables);
  await second.begin();
  await expect(first.begin()).rejects.toThrow("has a gap");
  first.close();
  await second.begin();
  second.close();
  expect(leftIn(file)).toBe(0);
});

it("a site forgets the list of a move that was killed when it starts, and keeps that of one that runs", async () => {
  const { DATA_DIR, file } = copyOfSite();
  const source = sqliteSource(file, movedTables());
  await source.begin();
  expect(
    (
      await runHere(
        ["user", "create", "--email", "a@example.com", "--password-stdin"],
        { DATA_DIR },
        "a long password of mine",
      )
    ).code,
  ).toBe(0);
  await source.begin();
  const accounts = movedTables().find(({ name }) => name === "accounts")!;
  const changed = await Array.fromAsync(source.changed(accounts));
  expect(changed.flatMap(({ rows }) => rows)).toHaveLength(1);
  inFile(file, (db) => db.prepare("update moving_until set until = unixepoch() - 1").run());
  expect((await runHere(["user", "list"], { DATA_DIR })).code).toBe(0);
  expect(leftIn(file)).toBe(0);
  source.close();
});

it("the last comparison names rows that are missing, changed or too many, by their tables and keys", async () => {
  const [one, other] = [copyOfSite().file, copyOfSite().file];
  inFile(one, (db) => db.exec("insert into secrets values ('missing', 'x'), ('changed', 'x')"));
  inFile(other, (db) => db.exec("insert into secrets values ('changed', 'y'), ('extra', 'x')"));
  inFile(other, (db) =>
    db.exec("update categories set name = 'Other' where slug = (select min(slug) from categories)"),
  );
  const [from, to] = [sqliteSnapshot(one), sqliteSnapshot(other)];
  await expect(requireSame(movedTables(), from, to)).rejects.toThrow(
    /: 1 of categories, like \["[^"]+"\]; .*3 of secrets, like .*\["missing"\]/,
  );
  await requireSame(movedTables(), from, from);
  from.close();
  to.close();
});
