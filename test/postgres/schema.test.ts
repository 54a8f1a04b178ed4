import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { namesIn, readShippedText } from "../../core/runtime/shipped.ts";
import { getTableColumns, getTableName, is, SQLiteTable } from "../../store/sqlite/drizzle.ts";
import * as tables from "../../store/sqlite/tables.ts";
import { createDatabase } from "../helpers/database.ts";
import { isPostgres } from "../helpers/postgres/is-postgres.ts";

/** Only in the SQLite file of each process. */
const LOCAL = new Set(["listing_texts", "listing_vectors", "search_changes", "search_state", "founder_changes"]);
const TYPES: Record<string, string> = { integer: "bigint", text: "text", real: "double precision" };

describe.runIf(isPostgres())("the tables of PostgreSQL", () => {
  let db: Awaited<ReturnType<typeof createDatabase>>;
  beforeAll(async () => {
    db = await createDatabase();
  });
  afterAll(() => db.close());
  const columnsOf = (table: string) =>
    db.writer
      .prepare(`select column_name::text as name, data_type::text as type, is_nullable::text as nullable
                from information_schema.columns where table_name = ? order by 1`)
      .all(table) as { name: string; type: string; nullable: string }[];

  const known = Object.values(tables).filter((table) => is(table, SQLiteTable));
  it.each(known.map((table) => ({ name: getTableName(table), table })).filter(({ name }) => !LOCAL.has(name)))(
    "have the columns of tables.ts, with their types: $name",
    ({ name, table }) => {
      const made = columnsOf(name);
      for (const column of Object.values(getTableColumns(table))) {
        const found = made.find((one) => one.name === column.name);
        expect(found, column.name).toMatchObject({ type: TYPES[column.getSQLType()] });
        expect(found?.nullable, column.name).toBe(column.notNull || column.primary ? "NO" : "YES");
      }
    },
  );

  it("have every index, check and trigger of the baseline for both engines", () => {
    const shared = readShippedText("./store/migrations/0002_baseline.sql");
    const named = (kind: string) =>
      [...shared.matchAll(new RegExp(`^create (?:unique )?${kind} (\\w+)`, "gm"))].map(([, name]) => name!);
    const made = (sql: string) => new Set(db.writer.prepare(sql).pluck().all() as string[]);
    const triggers = made("select tgname::text from pg_trigger where not tgisinternal");
    const indexes = made("select indexname::text from pg_indexes where schemaname = 'public'");
    expect(named("trigger").length).toBeGreaterThan(50);
    expect(named("trigger").filter((name) => !triggers.has(name))).toEqual([]);
    expect(named("index").filter((name) => !indexes.has(name))).toEqual([]);
    const checks = made(
      "select count(*)::int from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace",
    );
    const all = namesIn("./store/migrations").filter((name) => /^\d+_\w+\.sql$/.test(name));
    const written = all.flatMap((name) => [...readShippedText(`./store/migrations/${name}`).matchAll(/\bcheck \(/g)]);
    expect([...checks]).toEqual([written.length]);
  });

  it("compare texts by their bytes, as SQLite does, whatever the server's language is", () => {
    const others = db.writer
      .prepare(`select table_name || '.' || column_name from information_schema.columns
                where table_schema = 'public' and data_type = 'text' and collation_name is distinct from 'C'
                  and table_name in (select tablename from pg_tables)`)
      .pluck()
      .all();
    expect(others).toEqual([]);
  });

  it("wait for no disk to count quotas, which a restart forgives", () => {
    const kept = db.writer
      .prepare("select relpersistence::text from pg_class where relname = 'quota_windows'")
      .pluck()
      .all();
    expect(kept).toEqual(["u"]);
  });

  it("have no index of what votes, visits, follows and edits of a text change, so that these write none", () => {
    const indexed = db.writer
      .prepare(`select c.relname::text from pg_index i join pg_class c on c.oid = i.indexrelid
                where i.indrelid = 'listings'::regclass
                  and pg_get_indexdef(i.indexrelid) similar to '%[^a-z_](votes|trending|views|followers|tagline|updated_at|profile_json|version)[^a-z_]%'`)
      .pluck()
      .all();
    expect(indexed).toEqual([]);
  });
});
