import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { followRows, type Query, type RowFollower } from "../../store/replica/follow.ts";
import { openReplica, type ReplicaFile } from "../../store/replica/replica-file.ts";
import { listingSearch } from "../../store/search/listing-search.ts";
import { readListingChanges } from "../../store/sqlite/listing-changes.ts";
import { EMPTY_PROFILE } from "../helpers/empty-profile.ts";
import { temporaryFolder } from "../helpers/folder.ts";
import { type Databases, startDatabases } from "./databases.ts";

const quiet = { info: () => undefined, warn: () => undefined };
type Node = { file: ReplicaFile; rows: RowFollower; find: (q: string) => Promise<number[]>; close(): Promise<void> };

let server: Databases;
beforeAll(async () => {
  server = await startDatabases();
});
afterAll(() => server.stop());

let db: Awaited<ReturnType<Databases["create"]>>;
let folder: string;
let nodes: Node[];
beforeEach(async () => {
  db = await server.create();
  folder = temporaryFolder();
  nodes = [];
});
afterEach(async () => {
  for (const node of nodes) await node.close();
  await db.drop();
});

const on =
  (client: Pick<pg.Pool, "query">): Query =>
  async (text, values) =>
    (await client.query(text, values)).rows;

function node(name = "a", cut: (text: string) => void = () => undefined): Node {
  const file = openReplica(join(folder, name), name);
  const ask =
    (query: Query): Query =>
    async (text, values) => {
      cut(text);
      return query(text, values);
    };
  const source = {
    query: ask(on(db.pool)),
    async inSnapshot<T>(work: (query: Query) => Promise<T>): Promise<T> {
      const client = await db.pool.connect();
      try {
        await client.query("begin isolation level repeatable read read only");
        return await work(ask(on(client)));
      } finally {
        await client.query("rollback");
        client.release();
      }
    },
  };
  const rows = followRows(source, file, { log: quiet });
  const search = listingSearch(file.reader);
  const find = async (q: string) =>
    (await search.search({ status: "live", sort: "relevance", q } as never, { page: 1, perPage: 20 })).ids.sort();
  const made = {
    ...{ file, rows, find },
    async close() {
      nodes = nodes.filter((one) => one !== made);
      await rows.stop();
      file.close();
    },
  };
  nodes.push(made);
  return made;
}

const profileOf = (description: string) => ({ ...EMPTY_PROFILE, categories: [], founders: [], description });
const add = async (client: Pick<pg.Pool, "query">, id: number, name: string, text = "") =>
  void (await client.query(
    `insert into listings(id, slug, url, domain, site_key, status, name, tagline, profile_json, launched_at, created_at, updated_at)
     values ($1, $2, $2, $2, $2, 'live', $3, $4, $5, 1, 1, 1)`,
    [id, `slug-${id}`, name, text, JSON.stringify(profileOf(text))],
  ));

/** Every row that is copied, from both sides. */
async function difference({ file }: Node): Promise<string[]> {
  const found: string[] = [];
  for (const table of [
    "listings",
    "listing_categories",
    "listing_founders",
    "founders",
    "posts",
    "categories",
    "counts",
    "site_look",
  ]) {
    const text = (rows: Record<string, unknown>[]) =>
      rows.map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))).sort();
    const here = text(file.reader.prepare<[], Record<string, unknown>>(`select * from ${table}`).all());
    const there = text(await on(db.pool)(`select * from ${table}`));
    if (JSON.stringify(here) !== JSON.stringify(there)) found.push(`${table}: ${here.length} and ${there.length} rows`);
  }
  return found;
}

it("a process finds what others add, rename and delete, and lists which listings changed", async () => {
  await add(db.pool, 1, "Lantern", "Invoices for bakeries");
  const one = node();
  await one.rows.catchUp();
  expect(await one.find("bakeries")).toEqual([1]);

  const changesSince = readListingChanges(one.file.reader);
  const { seq } = changesSince(undefined);
  await add(db.pool, 2, "Harbour", "Invoices for sailors");
  await db.pool.query("update listings set tagline = 'Songs', profile_json = $1 where id = 1", [
    JSON.stringify(profileOf("")),
  ]);
  await one.rows.catchUp();
  expect(await one.find("invoices")).toEqual([2]);
  expect(await one.find("songs")).toEqual([1]);
  const { changes } = changesSince(seq);
  expect(new Set(changes!.map(({ slug }) => slug))).toEqual(new Set(["slug-1", "slug-2", "race/"]));

  await db.pool.query("delete from listings where id = 2");
  await one.rows.catchUp();
  expect(await one.find("sailors")).toEqual([]);
  expect(await difference(one)).toEqual([]);
});

it("a change that is committed after a later one is not missed", async () => {
  await add(db.pool, 1, "One");
  await add(db.pool, 2, "Two");
  const one = node();
  await one.rows.catchUp();
  const slow = await db.pool.connect();
  await slow.query("begin");
  await slow.query("update listings set name = 'Early bird' where id = 1");
  await db.pool.query("update listings set name = 'Late owl' where id = 2");
  await one.rows.catchUp();
  expect([await one.find("early"), await one.find("late")]).toEqual([[], [2]]);
  await slow.query("commit");
  slow.release();
  await one.rows.catchUp();
  expect(await one.find("early")).toEqual([1]);
});

it("the vectors of new listings are made, few or many of them, and edits of many do not look through all listings", async () => {
  const without = ({ file }: Node) =>
    file.reader
      .prepare<[], number>(
        "select id from listings where id not in (select listing_id from listing_vectors) order by id",
      )
      .pluck()
      .all();
  const addAll = async (from: number, to: number) => {
    for (let id = from; id <= to; id++) await add(db.pool, id, `Product ${id}`, "Invoices for bakeries");
  };
  await addAll(1, 220);
  const one = node();
  await one.rows.catchUp();
  await vi.waitFor(() => expect(without(one)).toEqual([]));
  await addAll(221, 222);
  await one.rows.catchUp();
  expect(without(one)).toEqual([]);

  one.file.writer.exec("delete from listing_vectors where listing_id in (7, 8)");
  await db.pool.query("update listings set tagline = 'Rosters for nurses' where id between 8 and 20");
  await one.rows.catchUp();
  await addAll(223, 440);
  await one.rows.catchUp();
  await vi.waitFor(() => expect(without(one)).toEqual([7]));
});

it("two listings exchange their slugs", async () => {
  await add(db.pool, 1, "One");
  await add(db.pool, 2, "Two");
  const one = node();
  await one.rows.catchUp();
  await db.pool.query(`begin; update listings set slug = 'x' where id = 2; update listings set slug = 'slug-2' where id = 1;
    update listings set slug = 'slug-1' where id = 2; commit`);
  await one.rows.catchUp();
  expect(await difference(one)).toEqual([]);
  expect([await one.find("one"), await one.find("two")]).toEqual([[1], [2]]);
});

it("a process that dies at any question goes on where it was, and has every row in the end", async () => {
  for (let id = 1; id <= 30; id++) await add(db.pool, id, `Product ${id}`, `Word${id}`);
  let left = 0;
  for (let step = 0; step < 14; step++) {
    left = step;
    const dying = node("a", () => {
      if (left-- === 0) throw new Error("killed");
    });
    await dying.rows.catchUp().catch(() => undefined);
    await dying.close();
    await db.pool.query("update listings set votes = votes + 1, tagline = $2 where id = $1", [1 + step, `Tag${step}`]);
    await db.pool.query("insert into founders(id, slug, name) values ($1, $2, $2)", [100 + step, `ann-${step}`]);
  }
  const whole = node();
  await whole.rows.catchUp();
  expect(await difference(whole)).toEqual([]);
  expect(await whole.find("word7")).toEqual([7]);
  expect(await whole.find("tag3")).toEqual([4]);
});

it("rows are compared anew when the list was cut, and whoever follows the local list hears that it is not whole", async () => {
  await add(db.pool, 1, "Lantern");
  const one = node();
  await one.rows.catchUp();
  const changesSince = readListingChanges(one.file.reader);
  const { seq } = changesSince(undefined);
  await db.pool.query("update listings set name = 'Harbour' where id = 1");
  await add(db.pool, 2, "Window");
  // As after many more changes than are kept.
  await db.pool.query("delete from row_changes where seq < (select max(seq) from row_changes)");
  await one.rows.catchUp();
  expect(await one.find("harbour")).toEqual([1]);
  expect(await difference(one)).toEqual([]);
  expect(changesSince(seq).changes).toBeUndefined();
});

it("a damaged file is made anew, and two processes of one folder have a file each", async () => {
  await add(db.pool, 1, "Lantern");
  const one = node();
  const two = node();
  expect(two.file.writer.name).not.toBe(one.file.writer.name);
  await two.close();
  const name = one.file.writer.name;
  await one.close();
  writeFileSync(name, Buffer.alloc(40_000, 7));
  const again = node();
  await again.rows.catchUp();
  expect(again.file.writer.name).toBe(name);
  expect(existsSync(name)).toBe(true);
  expect(await again.find("lantern")).toEqual([1]);
});

it("what was read too long ago is not taken for what is", async () => {
  let clock = 0;
  const file = openReplica(join(folder, "a"), "a");
  const source = { query: on(db.pool), inSnapshot: <T>(work: (query: Query) => Promise<T>) => work(on(db.pool)) };
  const rows = followRows(source, file, { log: quiet, nowMs: () => clock });
  expect(rows.isFresh()).toBe(false);
  await rows.catchUp();
  expect(rows.isFresh()).toBe(true);
  clock += 5000;
  expect(rows.isFresh()).toBe(false);
  await rows.stop();
  file.close();
});
