import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSettings } from "../../core/settings/config.ts";
import { installationGauges } from "../../server/installation-gauges.ts";
import { clean } from "../../store/postgres/clean.ts";
import { openLocalIndex, SILENT } from "../../store/postgres/local-index.ts";
import { openPostgresStore } from "../../store/postgres/postgres-store.ts";
import { communityOf } from "../helpers/community.ts";
import { createSeededDatabase } from "../helpers/database.ts";
import { isPostgres } from "../helpers/postgres/is-postgres.ts";

describe("a text for PostgreSQL", () => {
  it.each([
    ["plain", "plain"],
    ["a\u0000b", "a\ufffdb"],
    ["half \ud83d pair", "half \ufffd pair"],
    ["whole 😀 pair", "whole 😀 pair"],
    [JSON.stringify({ a: "x\u0000y" }), '{"a":"x\ufffdy"}'],
    [JSON.stringify(["half \ud83d", "\udc00 other"]), '["half \ufffd","\ufffd other"]'],
    ['{"a":"\\ud83d\\ude00"}', '{"a":"\\ud83d\\ude00"}'],
    // What people wrote as six characters stays, in JSON and outside of it.
    [JSON.stringify({ a: "\\u0000" }), JSON.stringify({ a: "\\u0000" })],
    ["{see \\u0000}", "{see \\u0000}"],
  ])("is kept: %j", (given, kept) => {
    expect(clean(given)).toBe(kept);
  });
});

describe.runIf(isPostgres())("on PostgreSQL", () => {
  let db: Awaited<ReturnType<typeof createSeededDatabase>>;
  let client: pg.Client;
  beforeAll(async () => {
    db = await createSeededDatabase();
    client = new pg.Client(db.url);
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await db.close();
  });

  it("JSON with zero characters can be asked for its parts", async () => {
    const statement = db.store.change((tx) => tx.reference.saveSecret("json", JSON.stringify({ part: "a\u0000b" })));
    await statement;
    const { rows } = await client.query("select value::json ->> 'part' as part from secrets where name = 'json'");
    expect(rows).toEqual([{ part: "a\ufffdb" }]);
  });

  it("an id that is no number is the id of nothing", async () => {
    expect(await db.store.reference.interviewQuestion(Number("new"))).toBeUndefined();
  });

  it("sort keys of founders from an older version are rewritten at the start", async () => {
    await client.query(
      "insert into founders(id, slug, name, sort_name) values (901, 'zoë', 'Zoë', 'old'), (902, 'ann', 'Ann', 'old')",
    );
    await client.query("update secrets set value = '0' where name = 'sort-name-version'");
    const newer = await openPostgresStore(db.url, db.folder, "newer");
    await newer.close();
    const { rows } = await client.query(
      "select slug from founders where id > 900 and sort_name <> 'old' order by sort_name",
    );
    expect(rows.map(({ slug }) => slug)).toEqual(["ann", "zoë"]);
  });

  it("a node copies every row for searches, however long it is busy between two questions", async () => {
    await communityOf(db.store).listing({}, new Date());
    const pool = new pg.Pool({ connectionString: db.url, idle_in_transaction_session_timeout: 1 });
    const local = await openLocalIndex(pool, { folder: db.folder, id: "busy", log: SILENT, hasCopy: false });
    expect(local.reader.prepare("select count(*) from listings").pluck().get()).toBe(1);
    await local.close();
    await pool.end();
  });

  it("the size of the database is measured", async () => {
    const settings = readSettings({ DATABASE_URL: db.url, DATA_DIR: db.folder });
    const gauge = installationGauges(settings, db.store).find(({ name }) => name === "debut_database_bytes")!;
    expect(await gauge.read()).toBeGreaterThan(1_000_000);
  });
});
