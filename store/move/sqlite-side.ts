import { setImmediate as breathe } from "node:timers/promises";
import Database from "better-sqlite3";
import { clean } from "../postgres/clean.ts";
import { rebuildSearchIndex } from "../search/listing-index.ts";
import { migrate, readMigrations } from "../sqlite/migrate.ts";
import type { Row, Source, Table, Target, Value } from "./tables.ts";

const ROWS_AT_ONCE = 1000;
const LOCK_WAIT_MS = 30_000;
const quoted = (name: string): string => `"${name}"`;

function selectOf({ name, columns, key }: Table): string {
  // The same order as on PostgreSQL, where a column of any type is text.
  const order = key.map((at) => {
    const column = columns[at]!;
    const value = column.type === "any" ? `cast(${quoted(column.name)} as text)` : quoted(column.name);
    return `${value}${column.type === "integer" || column.type === "real" ? "" : " collate binary"}`;
  });
  const chosen = columns.map((column) =>
    column.type === "any" ? `cast(${quoted(column.name)} as text)` : quoted(column.name),
  );
  return `select ${chosen} from ${quoted(name)} order by ${order}`;
}

async function* readRows(db: Database.Database, table: Table, clean: (value: Value) => Value): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  for (const row of db.prepare<[], Row>(selectOf(table)).raw().iterate()) {
    batch.push(row.map(clean));
    if (batch.length < ROWS_AT_ONCE) continue;
    yield batch;
    batch = [];
    // The site goes on, and so does a signal.
    await breathe();
  }
  if (batch.length) yield batch;
}

async function readLastIds(db: Database.Database): Promise<Map<string, number>> {
  return new Map(db.prepare<[], [string, number]>("select name, seq from sqlite_sequence").raw().all());
}

/** The file of a site, which may be running. `lock` keeps every process from writing to it, until it is called off. */
export function sqliteSource(file: string) {
  const open = () => new Database(file, { fileMustExist: true, readonly: true });
  const db = open();
  const cleaned = new Set<string>();
  const source: Source = {
    rows: (table) =>
      readRows(db, table, (value) => {
        if (typeof value !== "string") return value;
        const kept = clean(value);
        if (kept !== value) cleaned.add(table.name);
        return kept;
      }),
    lastIds: () => readLastIds(db),
  };
  return {
    ...source,
    /** Tables with texts whose zero characters PostgreSQL cannot keep. */
    cleaned: () => [...cleaned].sort(),
    async lock(): Promise<() => void> {
      const locker = new Database(file, { fileMustExist: true, timeout: LOCK_WAIT_MS });
      locker.exec("begin immediate");
      return () => locker.close();
    },
    close: () => db.close(),
  };
}

/** A new file with the tables of this version, into which rows go as they are. */
export function sqliteTarget(file: string) {
  const db = new Database(file);
  db.pragma("journal_mode = WAL");
  // Nothing of it is anybody's before it is complete, and then all of it is flushed.
  db.pragma("synchronous = OFF");
  migrate(db, readMigrations(), () => undefined);
  db.pragma("foreign_keys = OFF");
  type Trigger = { name: string; sql: string };
  const triggers = db
    .prepare<[], Trigger>("select name, sql from sqlite_master where type = 'trigger' order by rowid")
    .all();
  for (const { name } of triggers) db.exec(`drop trigger ${name}`);
  const stored = ({ columns }: Table, row: Row): Row =>
    row.map((value, at) =>
      columns[at]!.type === "any" && typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value,
    );
  const all = (sql: string, rows: Row[]) => {
    const statement = db.prepare(sql);
    db.transaction(() => {
      for (const row of rows) statement.run(...row);
    })();
  };
  const target: Target = {
    rows: (table) => readRows(db, table, (value) => value),
    lastIds: () => readLastIds(db),
    async insert(table, rows) {
      const names = table.columns.map(({ name }) => quoted(name));
      const sql = `insert into ${quoted(table.name)}(${names}) values (${names.map(() => "?")})`;
      all(
        sql,
        rows.map((row) => stored(table, row)),
      );
    },
    async remove(table, rows) {
      const same = table.key.map((at) => `${quoted(table.columns[at]!.name)} is ?`).join(" and ");
      all(
        `delete from ${quoted(table.name)} where ${same}`,
        rows.map((row) => table.key.map((at) => stored(table, row)[at]!)),
      );
    },
  };
  return {
    ...target,
    /** Removes what a new installation begins with. */
    empty(tables: readonly Table[]): void {
      for (const { name } of tables) db.exec(`delete from ${quoted(name)}`);
    },
    /** Search index, triggers and ids; then all of it is on the disk. */
    finish(lastIds: ReadonlyMap<string, number>): void {
      const counted = db.prepare<[], string>("select name from sqlite_sequence").pluck().all();
      for (const [name, last] of lastIds)
        if (counted.includes(name)) db.prepare("update sqlite_sequence set seq = ? where name = ?").run(last, name);
        else if (hasSequence(db, name))
          db.prepare("insert into sqlite_sequence(name, seq) values (?, ?)").run(name, last);
      for (const { sql } of triggers) db.exec(sql);
      rebuildSearchIndex(db);
      rebuildWords(db);
      const broken = db.prepare("pragma foreign_key_check").all();
      if (broken.length) throw new Error(`${broken.length} rows name others that are not there.`);
      db.pragma("synchronous = FULL");
      db.pragma("wal_checkpoint(TRUNCATE)");
    },
    close: () => db.close(),
  };
}

const hasSequence = (db: Database.Database, table: string): boolean =>
  db
    .prepare("select 1 from sqlite_master where type = 'table' and name = ? and sql like '%autoincrement%'")
    .get(table) !== undefined;

/** The word indexes of founders and posts, which triggers keep otherwise. */
function rebuildWords(db: Database.Database): void {
  db.exec(`insert into founder_search(founder_search) values ('rebuild');
    delete from post_search;
    insert into post_search(slug, title, excerpt, tags, body)
    select slug, title, excerpt, tags_json, body_markdown from posts;`);
}
