import { fork } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import Database from "better-sqlite3";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { movedTables } from "../../store/move/tables.ts";
import { checkDatabase } from "../../store/sqlite/check.ts";
import { enter } from "../../store/sqlite/presence.ts";
import { createFolder } from "../helpers/folder.ts";
import { TEST_KEY } from "../helpers/key.ts";
import { startPostgres } from "../helpers/postgres/server.ts";
import { end, runHere } from "../helpers/process.ts";

let server: Awaited<ReturnType<typeof startPostgres>>;
let admin: pg.Client;
let folder: string;
let original: string;
let databases = 0;
let viewsBefore: number;
/** The package of the server has no pg_dump: POSTGRES_BIN names a folder with both. */
const bin = process.env.POSTGRES_BIN;
const hasClient = bin !== undefined && existsSync(join(bin, "pg_dump"));
beforeAll(async () => {
  if (hasClient) process.env.PATH = `${bin}:${process.env.PATH}`;
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
    insert into secrets values ('zero', 'a' || char(0) || 'b');
    insert into own_fields values ('stars', 0, 'number', 1, '{"key":"stars","label":"Stars","kind":"number","shownIn":[],"editors":"owner"}');
    update listings set profile_json = json_set(profile_json, '$.attributes', json_object('stars', id % 50))`);
  viewsBefore = db
    .prepare<[], number>("select views from listings where id = (select min(id) from listings)")
    .pluck()
    .get()!;
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
function copyOfSite(): string {
  const copy = createFolder();
  copyFileSync(join(original, "debut.db"), join(copy, "debut.db"));
  return copy;
}
async function countIn(url: string, table: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    // Without waiting for a move that is under way.
    const rows = `select reltuples from pg_class where oid = to_regclass('${table}') and not exists (
      select 1 from pg_locks where relation = pg_class.oid and mode = 'AccessExclusiveLock' and granted)`;
    if ((await client.query(rows)).rows.length === 0) return 0;
    return (await client.query(`select count(*)::int as count from ${table}`)).rows[0].count;
  } finally {
    await client.end();
  }
}
/** Every row, read past everything that moves rows. */
function rowsOf(file: string): Record<string, string[]> {
  const db = new Database(file, { readonly: true });
  const rows = movedTables().map(({ name }) => {
    const all = db.prepare(`select * from "${name}"`).raw().all();
    return [name, all.map((row) => JSON.stringify(row)).sort()] as const;
  });
  const filed = db.prepare("select field, value, listing_id, num from listing_values order by 1, 2, 3").raw().all();
  const ids = db.prepare("select name, seq from sqlite_sequence order by name").raw().all();
  db.close();
  return {
    ...Object.fromEntries(rows),
    values: filed.map(String),
    sqlite_sequence: ids.map((row) => JSON.stringify(row)),
  };
}

describe("a database that moves to PostgreSQL and back", () => {
  it("has the same rows, ids, triggers and search, except characters PostgreSQL cannot store", async () => {
    const [DATA_DIR, url] = [copyOfSite(), await newDatabase()];
    const before = await ok(["export"], { DATA_DIR });
    const there = JSON.parse(await ok(["move", "--to", url], { DATA_DIR }));
    expect(there).toMatchObject({ corrected: 0, cleaned: ["secrets"], target: url });
    expect(there.rows).toBeGreaterThan(5000);
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

    const other = join(DATA_DIR, "another", "folder");
    const file = join(other, "debut.db");
    const back = JSON.parse(await ok(["move", "--to", file], { DATA_DIR: other, DATABASE_URL: url }));
    expect(back).toMatchObject({ rows: there.rows, corrected: 0, cleaned: [] });
    expect(checkDatabase(file)).toEqual([]);
    const [came, went] = [rowsOf(file), source];
    expect(went.values!.length).toBeGreaterThan(10);
    for (const table of Object.keys(went))
      if (table !== "secrets" && table !== "sqlite_sequence")
        expect([table, came[table]]).toEqual([table, went[table]]);
    expect(came.secrets!.find((row) => row.startsWith('["zero"'))).toBe('["zero","a\ufffdb"]');
    expect(await ok(["export"], { DATA_DIR: other })).toBe(before);
    const triggers = "select name, sql from sqlite_master where type = 'trigger' order by name";
    const schemas = [file, there.old].map((one) => {
      const db = new Database(one, { readonly: true });
      const all = db.prepare(triggers).all();
      db.close();
      return all;
    });
    expect(schemas[0]).toEqual(schemas[1]);
  });

  it("includes writes during the copy, and loses nothing while read-only", async () => {
    const [DATA_DIR, url] = [copyOfSite(), await newDatabase()];
    const file = join(DATA_DIR, "debut.db");
    const writer = new Database(file, { timeout: 0 });
    let written = 0;
    let refused = 0;
    const write = () => {
      try {
        writer.transaction(() => {
          writer.prepare("insert into secrets values (?, 'x')").run(`during-${written}`);
          writer.prepare("update listings set views = views + 1 where id = (select min(id) from listings)").run();
          writer.prepare("delete from votes where id = (select max(id) from votes)").run();
        })();
        written++;
      } catch {
        refused++;
      }
    };
    // As often as the command lets this process go on, as a process of the site that stops when it is told to.
    const presence = enter(join(DATA_DIR, "processes"), () => "site");
    const timer = setInterval(write, 1);
    const moving = ok(["move", "--to", url], { DATA_DIR });
    await expect.poll(() => refused).toBeGreaterThan(0);
    const atLock = written;
    await expect.poll(async () => (await countIn(url, "accounts")) > 0).toBe(true);
    const tried = refused;
    await expect.poll(() => refused - tried).toBeGreaterThan(100);
    clearInterval(timer);
    expect([written, existsSync(file)]).toEqual([atLock, true]);
    writer.close();
    presence.leave();
    const there = JSON.parse(await moving);
    expect(written).toBeGreaterThan(10);
    expect(there.corrected).toBeGreaterThan(0);
    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client.query("select count(*)::int as count from secrets where name like 'during-%'");
    const views = await client.query("select views::int from listings where id = (select min(id) from listings)");
    await client.end();
    expect([rows[0].count, views.rows[0].views - viewsBefore]).toEqual([written, written]);
  });

  it("is moved completely or not at all if killed at any moment, and can be moved again", async () => {
    const [DATA_DIR, url] = [copyOfSite(), await newDatabase()];
    const before = rowsOf(join(DATA_DIR, "debut.db"));
    const countOf = (table: string) => countIn(url, table);
    for (const waitMs of [700, 1100, 1500]) {
      const child = fork(join(import.meta.dirname, "../../server/main.ts"), ["move", "--to", url], {
        env: { PATH: process.env.PATH, SECRETS_KEY: TEST_KEY, DATA_DIR },
        stdio: "ignore",
      });
      await delay(waitMs);
      await end(child, "SIGKILL");
      const listings = await countOf("listings");
      if (listings > 0) break;
      expect(rowsOf(join(DATA_DIR, "debut.db"))).toEqual(before);
    }
    if ((await countOf("listings")) === 0) await ok(["move", "--to", url], { DATA_DIR });
    expect(await countOf("listings")).toBe(before.listings!.length);
    expect(await countOf("votes")).toBe(before.votes!.length);
  });

  it("that is interrupted after its commit does not serve until moved again or kept by --finish", async () => {
    const [DATA_DIR, url] = [copyOfSite(), await newDatabase()];
    // As a process of the site that does not stop.
    const presence = enter(join(DATA_DIR, "processes"), () => "site");
    const child = fork(join(import.meta.dirname, "../../server/main.ts"), ["move", "--to", url], {
      env: { PATH: process.env.PATH, SECRETS_KEY: TEST_KEY, DATA_DIR },
      stdio: "ignore",
    });
    await expect.poll(() => countIn(url, "listings")).toBeGreaterThan(0);
    await end(child, "SIGKILL");
    const env = { DATA_DIR: createFolder(), DATABASE_URL: url };
    const refused = await runHere(["user", "list"], env);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("Run debut move again")]);

    const file = join(DATA_DIR, "debut.db");
    const writer = new Database(file);
    writer.prepare("insert into secrets values ('after the kill', 'x')").run();
    writer.close();
    presence.leave();
    await ok(["move", "--to", url], { DATA_DIR });
    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client.query("select value from secrets where name = 'after the kill'");
    expect(rows).toEqual([{ value: "x" }]);
    expect((await runHere(["user", "list"], env)).code).toBe(0);
    expect((await runHere(["move", "--finish"], env)).stderr).toContain("was interrupted at its end");

    await client.query("comment on table schema_version is 'debut move: the old site may still be written'");
    expect((await runHere(["user", "list"], env)).code).toBe(1);
    await ok(["move", "--finish"], env);
    expect((await runHere(["user", "list"], env)).code).toBe(0);
    const { rows: left } = await client.query("select conname from pg_constraint where not convalidated");
    expect(left).toEqual([]);
    await client.end();
  });

  it("finds what changed while it was copied from PostgreSQL: new rows, changed rows and rows that are gone", async () => {
    const [DATA_DIR, url] = [copyOfSite(), await newDatabase()];
    await ok(["move", "--to", url], { DATA_DIR });
    const client = new pg.Client(url);
    await client.connect();
    let written = 0;
    const write = async () => {
      await client.query("begin; set local lock_timeout = 200");
      await client.query("insert into secrets values ($1, 'x')", [`during-${written}`]);
      await client.query(
        "update listings set views = views + 1, tagline = $1 where id = (select min(id) from listings)",
        [`Zanzibar${written}`],
      );
      await client.query("delete from votes where id = (select max(id) from votes)");
      await client.query("commit");
      written++;
    };
    let isOver = false;
    const writing = (async () => {
      while (!isOver) {
        await write().catch(() => client.query("rollback"));
        await delay(5);
      }
    })();
    const votes = (await client.query("select count(*)::int as count from votes")).rows[0].count;
    const back = JSON.parse(await ok(["move", "--to", join(DATA_DIR, "debut.db")], { DATA_DIR, DATABASE_URL: url }));
    isOver = true;
    await writing;
    expect(back.corrected).toBeGreaterThan(0);
    const db = new Database(join(DATA_DIR, "debut.db"), { readonly: true });
    const kept = db.prepare<[], number>("select count(*) from secrets where name like 'during-%'").pluck().get()!;
    expect(kept).toBeGreaterThan(3);
    expect(db.prepare("select count(*) from votes").pluck().get()).toBe(votes - kept);
    const words = db.prepare("select count(*) from listing_search where listing_search match ?").pluck();
    expect([words.get(`zanzibar${kept - 1}`), words.get("zanzibar0")]).toEqual([1, kept === 1 ? 1 : 0]);
    db.close();
    expect(checkDatabase(join(DATA_DIR, "debut.db"))).toEqual([]);
    await client.end();
  });

  it("refuses a database that is in use, and a file that is there", async () => {
    const [DATA_DIR, url] = [copyOfSite(), await newDatabase()];
    await ok(["move", "--to", url], { DATA_DIR });
    const other = copyOfSite();
    const used = await runHere(["move", "--to", url], { DATA_DIR: other });
    expect([used.code, used.stderr]).toEqual([1, expect.stringContaining("is in use. It has")]);
    expect(existsSync(join(other, "debut.db"))).toBe(true);
    const taken = await runHere(["move", "--to", join(other, "debut.db")], { DATA_DIR: other, DATABASE_URL: url });
    expect([taken.code, taken.stderr]).toEqual([1, expect.stringContaining("exists. Move it away")]);
    const inFile = join(other, "debut.db", "debut.db");
    const nowhere = await runHere(["move", "--to", inFile], { DATA_DIR: dirname(inFile), DATABASE_URL: url });
    expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining("is below a file, not a folder")]);
    for (const [args, env, reason] of [
      [["move"], {}, "Choose what to move"],
      [["move", "--to", "postgres://nobody@127.0.0.1:1/x"], { DATA_DIR: other }, "cannot be reached"],
      [["move", "--to", url], { DATA_DIR: join(other, "nothing") }, "There is no database"],
      [["move", "--to", url], { DATA_DIR: other, DATABASE_URL: url }, "on PostgreSQL already"],
    ] as const)
      expect((await runHere([...args], env)).stderr).toContain(reason);
  });
});

describe("commands on PostgreSQL", () => {
  it("list, export and examine what is there", async () => {
    const [DATA_DIR, url] = [copyOfSite(), await newDatabase()];
    const before = await ok(["export"], { DATA_DIR });
    await ok(["move", "--to", url], { DATA_DIR });
    const env = { DATA_DIR, DATABASE_URL: url };
    expect(await ok(["export"], env)).toBe(before);
    const { stdout } = await runHere(["doctor", "--json", "--skip", "dns,https out,site,admin"], env);
    const { findings } = JSON.parse(stdout) as { findings: { check: string; ok: boolean; detail: string }[] };
    expect(findings.filter((one) => !one.ok)).toEqual([]);
    expect(findings.find(({ check }) => check === "database")?.detail).toMatch(
      /^PostgreSQL \d+.*version \d+; \d+ of 300/,
    );
    expect((await runHere(["migrate"], env)).stdout).toContain(`${url} is up to date.`);
    const gone = await runHere(["doctor", "--json", "--skip", "dns,https out,site"], {
      ...env,
      DATABASE_URL: `${url}x`,
    });
    expect(gone.code).toBe(1);
    expect(gone.stdout).toContain("PostgreSQL cannot be queried");
  });

  it.runIf(hasClient)("back up with pg_dump and restore into a database with other tables, which stay", async () => {
    const [DATA_DIR, url] = [copyOfSite(), await newDatabase()];
    const before = await ok(["export"], { DATA_DIR });
    await ok(["move", "--to", url], { DATA_DIR });
    const env = { DATA_DIR, DATABASE_URL: url };
    const { file } = JSON.parse(await ok(["backup"], env));
    expect(file).toMatch(/backups\/debut-\d+T\d+Z\.dump$/);
    const client = new pg.Client(url);
    await client.connect();
    await client.query("delete from posts");
    const refused = await runHere(["restore", file], env);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("Use --force")]);
    const { old } = JSON.parse(await ok(["restore", file, "--force"], env));
    expect(await ok(["export"], env)).toBe(before);
    const { rows } = await client.query(`select count(*)::int as count from ${old}.posts`);
    expect(rows).toEqual([{ count: 0 }]);
    await client.end();
    const fresh = await newDatabase();
    expect(JSON.parse(await ok(["restore", file], { DATA_DIR, DATABASE_URL: fresh }))).toMatchObject({ old: null });
    expect((await runHere(["restore", file], { DATA_DIR })).stderr).toContain("is a dump of PostgreSQL");
    writeFileSync(join(DATA_DIR, "broken.dump"), readFileSync(file).subarray(0, 200_000));
    const broken = await runHere(["restore", join(DATA_DIR, "broken.dump"), "--force"], env);
    expect([broken.code, broken.stderr]).toEqual([1, expect.stringMatching(/pg_restore failed|Nothing was restored/)]);
    expect(await ok(["export"], env)).toBe(before);
  });

  it.skipIf(hasClient)("say what is missing where pg_dump cannot back up", async () => {
    const [DATA_DIR, url] = [copyOfSite(), await newDatabase()];
    await ok(["move", "--to", url], { DATA_DIR });
    const { code, stderr } = await runHere(["backup"], { DATA_DIR, DATABASE_URL: url });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/client programs of PostgreSQL|version of the server/)]);
  });
});
