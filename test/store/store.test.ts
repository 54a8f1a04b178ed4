import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { databaseFile, processFolder, readSettings } from "../../core/settings/config.ts";
import { openStore, refuseBeside } from "../../server/open-store.ts";
import { backUp } from "../../store/backups/backups.ts";
import { migrationsOf } from "../../store/migrations.ts";
import { checkDatabase } from "../../store/sqlite/check.ts";
import { migrate, readMigrations, schemaVersion } from "../../store/sqlite/migrate.ts";
import { openWriter } from "../../store/sqlite/open.ts";
import { enter } from "../../store/sqlite/presence.ts";
import * as tables from "../../store/sqlite/tables.ts";
import { createDatabase } from "../helpers/database.ts";
import { temporaryFolder } from "../helpers/folder.ts";

const db = await createDatabase();

const job = (id: string) => ({ id, kind: "test", payload: {}, runAt: new Date(0), createdAt: new Date(0) });

describe("change", () => {
  it("is invisible to readers until it commits", async () => {
    const reader = new Database(db.file, { readonly: true });
    await db.store.change(async (tx) => {
      await tx.jobs.add(job("a"));
      expect(await tx.jobs.find("a")).toBeDefined();
      expect(reader.prepare("select 1 from jobs where id = 'a'").get()).toBeUndefined();
    });
    reader.close();
    expect(await db.store.jobs.find("a")).toBeDefined();
  });

  it("rolls back when it throws, and the next one works", async () => {
    const failing = db.store.change(async (tx) => {
      await tx.jobs.add(job("b"));
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await db.store.jobs.find("b")).toBeUndefined();
    await db.store.change((tx) => tx.jobs.add(job("b")));
    expect(await db.store.jobs.find("b")).toBeDefined();
  });

  it("runs in turn: fifty concurrent read-modify-writes lose none", async () => {
    await db.store.change((tx) => tx.reference.saveSecret("count", "0"));
    await Promise.all(
      Array.from({ length: 50 }, () =>
        db.store.change(async (tx) => {
          const count = Number(await tx.reference.findSecret("count"));
          await new Promise(setImmediate);
          await tx.reference.saveSecret("count", String(count + 1));
        }),
      ),
    );
    expect(await db.store.reference.findSecret("count")).toBe("50");
  });
});

describe("migrations", () => {
  it("tables.ts has exactly the columns that the migrations create", () => {
    const known = Object.values(tables).filter((value) => is(value, SQLiteTable));
    expect(known.length).toBeGreaterThan(30);
    for (const table of known) {
      const { name, columns } = getTableConfig(table);
      const made = db.writer.pragma(`table_info(${name})`) as { name: string; notnull: number; pk: number }[];
      expect(columns.map((column) => [column.name, column.notNull]).sort(), name).toEqual(
        made.map((column) => [column.name, column.notnull === 1 || column.pk > 0]).sort(),
      );
    }
  });

  it("run once, refuse a newer database and explain how to go back, and back up before the first change", () => {
    const file = join(temporaryFolder(), "debut.db");
    const writer = openWriter(file);
    const migrations = readMigrations();
    const backups: number[] = [];
    migrate(writer, migrations, (from) => backups.push(from));
    migrate(writer, migrations, (from) => backups.push(from));
    expect(backups).toEqual([]);
    const next = {
      version: 9998,
      name: "9998_next.sql",
      sql: "create table extra (id integer) strict",
      needsStop: false,
    };
    migrate(writer, [...migrations, next], (from) => backups.push(from));
    expect(backups).toEqual([migrations.at(-1)!.version]);
    expect(() => migrate(writer, migrations, () => undefined)).toThrow(/this program \(Debut .*\) knows/);
    const broken = {
      version: 9999,
      name: "9999_broken.sql",
      sql: "create table half (id integer) strict; nonsense",
      needsStop: false,
    };
    expect(() => migrate(writer, [...migrations, next, broken], () => undefined)).toThrow();
    const both = [
      ...migrations,
      next,
      { ...next, version: 9999, name: "9999_fine.sql", sql: "create table fine (id integer) strict" },
      { ...broken, version: 10_000, name: "10000_broken.sql" },
    ];
    expect(() => migrate(writer, both, () => undefined)).toThrow(/^10000_broken\.sql failed: near "nonsense"/);
    expect(schemaVersion(writer)).toBe(9998);
    expect(writer.prepare("select name from sqlite_master where name = 'fine'").get()).toBeUndefined();
    expect(writer.prepare("select name from sqlite_master where name = 'half'").get()).toBeUndefined();
    writer.close();
  });
});

/** A trigger or index that is dropped and made again is still there. */
const REPLACED = /\bdrop (trigger|index) (\w+);(?=[\s\S]*\bcreate \1 \2\b)/gi;

/** Nobody runs beside a program that makes its first tables. */
const BASELINE = 3;

describe("a migration", () => {
  // Without an index the older program is slower and right, unless it asks for that index by name.
  const code = ["store/search", "store/repos"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFileSync(join(folder, file), "utf8")),
  );
  const named = new Set(code.flatMap((text) => [...text.matchAll(/indexed by (\w+)/g)].map(([, index]) => index!)));
  const takesAway = (sql: string): boolean => {
    const rest = sql.replace(/--.*$/gm, "").replace(REPLACED, "");
    return (
      /\b(drop (?!index|not null|(table|view) temp\.)|rename|alter column|set not null)\b/i.test(rest) ||
      [...rest.matchAll(/drop index (\w+)/gi)].some(([, index]) => named.has(index!))
    );
  };

  it.each(["sqlite", "postgres"] as const)(
    "only adds, so that the older program can run beside it, or declares that it needs a stop: %s",
    (engine) => {
      const later = migrationsOf(engine).filter(({ version }) => version > BASELINE);
      for (const { name, sql, needsStop } of later) expect(needsStop || !takesAway(sql), name).toBe(true);
    },
  );

  it.each([
    ["alter table listings add column license text", false],
    ["drop index listings_demo", false],
    ["drop trigger votes_added; create trigger votes_added after insert on votes begin select 1; end", false],
    ["drop index listings_sorting", true],
    ["alter table listings drop column hue", true],
    ["alter table listings rename column hue to color", true],
  ])("%s: needs a stop is %s", (sql, isTaking) => {
    expect(takesAway(sql)).toBe(isTaking);
  });

  it("that needs a stop is refused while another process serves, and runs when it is alone", async () => {
    const folder = temporaryFolder();
    const settings = readSettings({ DATA_DIR: folder });
    const log = pino({ level: "silent" });
    await (await openStore(settings, log)).close();
    const writer = openWriter(databaseFile(settings));
    const version = schemaVersion(writer);
    const next = { version: version + 1, name: "next.sql", sql: "select 1", needsStop: true };
    const other = enter(processFolder(settings), randomUUID);
    expect(() => refuseBeside(settings, writer, [...readMigrations(), next])).toThrow(/Stop the running one first/);
    expect(() => refuseBeside(settings, writer, [...readMigrations(), { ...next, needsStop: false }])).not.toThrow();
    other.leave();
    expect(() => refuseBeside(settings, writer, [...readMigrations(), next])).not.toThrow();
    writer.close();
  });
});

describe("backup", () => {
  it("is a complete database, even during writes", async () => {
    const file = join(temporaryFolder(), "copy.db");
    const writes = Promise.all(
      Array.from({ length: 20 }, (_, index) => db.store.change((tx) => tx.jobs.add(job(`w${index}`)))),
    );
    await backUp(db.file, file, { hasUploads: true });
    await writes;
    expect(existsSync(file)).toBe(true);
    expect(checkDatabase(file)).toEqual([]);
  });

  it("a damaged or foreign file is reported as such", () => {
    const file = join(temporaryFolder(), "x.db");
    const other = new Database(file);
    other.exec("create table x (id integer)");
    other.close();
    expect(checkDatabase(file)).toEqual(["it is not a Debut database"]);
    expect(checkDatabase(`${file}.missing`)).toHaveLength(1);
  });
});
