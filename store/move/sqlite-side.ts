import { setImmediate as breathe } from "node:timers/promises";
import Database from "better-sqlite3";
import { given } from "#domain/text/given.ts";
import { clean } from "../postgres/clean.ts";
import { KEPT_TRIGGERS } from "../replica/replica-file.ts";
import { listingIndex, rebuildSearchIndex, sourceOf } from "../search/listing-index.ts";
import { SOURCES, type SourceRow } from "../search/own-words.ts";
import { checkDatabase } from "../sqlite/check.ts";
import { migrate, readMigrations } from "../sqlite/migrate.ts";
import { dropLog, isLogAlive, keepLogAlive, loggedKeys, newestEntry, startLog } from "../sqlite/moving-log.ts";
import { BATCH, inBatches, type Moving, type Row, type Source, type Table, type Target, type Value } from "./tables.ts";

const LOCK_WAIT_MS = 30_000;
const ALIVE_EVERY_MS = 20_000;
const quoted = (name: string): string => `"${name}"`;

function selectOf({ name, columns, key }: Table, where = "true"): string {
  // PostgreSQL stores columns of any type as text.
  const order = key.map((at) => {
    const column = given(columns[at]);
    const value = column.type === "any" ? `cast(${quoted(column.name)} as text)` : quoted(column.name);
    return `${value}${column.type === "integer" || column.type === "real" ? "" : " collate binary"}`;
  });
  const chosen = columns.map((column) =>
    column.type === "any" ? `cast(${quoted(column.name)} as text)` : quoted(column.name),
  );
  return `select ${chosen} from ${quoted(name)} where ${where} order by ${order}`;
}

const hasKey = ({ columns, key }: Table): string =>
  key.map((at) => `${quoted(given(columns[at]).name)} is ?`).join(" and ");

function rowsWith(db: Database.Database, table: Table, keys: readonly Row[]): Row[] {
  const one = db.prepare<Row, Row>(selectOf(table, hasKey(table))).raw();
  return keys.flatMap((key) => one.all(...key));
}

/** The value as stored in a column of any type. */
const storedIn =
  ({ columns }: Table, places: readonly number[]) =>
  (value: Value, place: number): Value =>
    given(columns[given(places[place])]).type === "any" && typeof value === "string" && /^\d+$/.test(value)
      ? Number(value)
      : value;

function reads(db: Database.Database, cleaned: (table: Table) => (value: Value) => Value = () => (value) => value) {
  const source: Source = {
    async *rows(table) {
      const kept = cleaned(table);
      let batch: Row[] = [];
      for (const row of db.prepare<[], Row>(selectOf(table)).raw().iterate()) {
        batch.push(row.map(kept));
        if (batch.length < BATCH) continue;
        yield batch;
        batch = [];
        await breathe();
      }
      if (batch.length) yield batch;
    },
    async withKeys(table, keys) {
      const stored = storedIn(table, table.key);
      return rowsWith(
        db,
        table,
        keys.map((key) => key.map(stored)),
      );
    },
    count: async ({ name }) =>
      given(
        db
          .prepare<[], number>(`select count(*) from ${quoted(name)}`)
          .pluck()
          .get(),
      ),
    lastIds: async () => new Map(db.prepare<[], [string, number]>("select name, seq from sqlite_sequence").raw().all()),
  };
  return source;
}

/** Removes what PostgreSQL cannot store in texts, and notes the tables that had such texts. */
function cleaning() {
  const tables = new Set<string>();
  const cleaned =
    ({ name }: Table) =>
    (value: Value): Value => {
      if (typeof value !== "string") return value;
      const kept = clean(value);
      if (kept !== value) tables.add(name);
      return kept;
    };
  return { tables, cleaned };
}

/** A consistent view of a file. `isCleaned` gives texts that PostgreSQL can store. */
export function sqliteSnapshot(file: string, { isCleaned = false } = {}) {
  const db = new Database(file, { fileMustExist: true });
  db.exec("begin; select 1 from sqlite_master");
  return {
    ...(isCleaned ? reads(db, cleaning().cleaned) : reads(db)),
    requireReferences: () => requireReferences(db),
    close: () => db.close(),
  };
}

function requireReferences(db: Database.Database): void {
  const broken = db.prepare("pragma foreign_key_check").all().length;
  if (broken) throw new Error(`${broken} rows name others that are not there. Run debut doctor.`);
}

/**
 * The file of a possibly running site. Triggers list what is written during the move. `lock` blocks
 * writers until it is released; `leave` if the site will not use the file again.
 */
export function sqliteSource(file: string, tables: readonly Table[]) {
  const db = new Database(file, { fileMustExist: true, readonly: true });
  let writer: Database.Database | undefined;
  let owner: string;
  try {
    requireReferences(db);
    writer = new Database(file, { fileMustExist: true, timeout: LOCK_WAIT_MS });
    owner = writer.transaction(startLog).immediate(writer, tables);
  } catch (error) {
    writer?.close();
    db.close();
    throw error;
  }
  const locker = writer;
  const alive = setInterval(() => {
    try {
      if (!locker.inTransaction) keepLogAlive(locker, owner);
    } catch {}
  }, ALIVE_EVERY_MS);
  let [before, newest] = [0, 0];
  const { tables: cleanedTables, cleaned } = cleaning();
  const moving: Moving = {
    ...reads(db, cleaned),
    async begin() {
      if (db.inTransaction) db.exec("commit");
      db.exec("begin");
      if (!isLogAlive(db, owner))
        throw new Error(
          "The list of what people write meanwhile has a gap: the site was upgraded, another move was started, or " +
            "this one was held up for two minutes. Start it again.",
        );
      [before, newest] = [newest, newestEntry(db)];
    },
    async *changed(table) {
      const keep = cleaned(table);
      const shown = (value: Value, place: number): Value =>
        keep(given(table.columns[given(table.key[place])]).type === "any" && value !== null ? String(value) : value);
      for (const keys of inBatches(loggedKeys(db, table, before))) {
        const rows = rowsWith(db, table, keys).map((row) => row.map(keep));
        yield { keys: keys.map((key) => key.map(shown)), rows };
      }
    },
  };
  return {
    ...moving,
    /** Tables with texts whose NUL characters PostgreSQL cannot store. */
    cleaned: () => [...cleanedTables].sort(),
    lock(): void {
      locker.exec("begin immediate");
      clearInterval(alive);
    },
    leave(): void {
      db.close();
      dropLog(locker);
      locker.exec("commit");
      locker.pragma("wal_checkpoint(TRUNCATE)");
      locker.close();
    },
    close(): void {
      clearInterval(alive);
      if (!locker.open) return;
      db.close();
      if (locker.inTransaction) locker.exec("rollback");
      if (isLogAlive(locker, owner)) locker.transaction(dropLog).immediate(locker);
      locker.close();
    },
  };
}

/** A new file with the current tables, into which rows are copied unchanged. */
export function sqliteTarget(file: string) {
  const db = new Database(file);
  db.pragma("journal_mode = WAL");
  // The file is flushed once it is complete.
  db.pragma("synchronous = OFF");
  migrate(db, readMigrations(), () => undefined);
  // Rows come in any order and are checked at the end.
  db.pragma("foreign_keys = OFF");
  type Trigger = { name: string; sql: string };
  const triggers = db
    .prepare<[], Trigger>("select name, sql from sqlite_master where type = 'trigger' order by rowid")
    .all();
  for (const { name } of triggers) db.exec(`drop trigger ${name}`);
  const followed = triggers.filter(({ name }) => KEPT_TRIGGERS.test(name) && !name.startsWith("listing_changes"));
  const words = listingWords(db);
  let isPrepared = false;
  const all = (sql: string, rows: Row[]) => {
    const statement = db.prepare(sql);
    db.transaction(() => {
      for (const row of rows) statement.run(...row);
    })();
  };
  const target: Target = {
    ...reads(db),
    async insert(table, rows) {
      const { name, columns } = table;
      const stored = storedIn(table, [...columns.keys()]);
      all(
        `insert into ${quoted(name)}(${columns.map((column) => quoted(column.name))}) values (${columns.map(() => "?")})`,
        rows.map((row) => row.map(stored)),
      );
      if (isPrepared && name === "listings") words.add(rows.map((row) => Number(row[given(table.key[0])])));
    },
    async remove(table, keys) {
      const stored = storedIn(table, table.key);
      all(
        `delete from ${quoted(table.name)} where ${hasKey(table)}`,
        keys.map((key) => key.map(stored)),
      );
      if (isPrepared && table.name === "listings") words.remove(keys.map(([id]) => Number(id)));
    },
    /** Builds the search index and checks every page. */
    async prepare() {
      for (const { sql } of followed) db.exec(sql);
      rebuildSearchIndex(db);
      rebuildKept(db);
      db.pragma("synchronous = FULL");
      db.pragma("wal_checkpoint(TRUNCATE)");
      const faults = checkDatabase(file);
      if (faults.length) throw new Error(`The new file is damaged: ${faults.slice(0, 3).join("; ")}.`);
      isPrepared = true;
    },
    /** Restores triggers and ids, then flushes the file. */
    async finish(lastIds) {
      db.transaction(() => {
        for (const { name } of followed) db.exec(`drop trigger ${name}`);
        for (const { sql } of triggers) db.exec(sql);
        const counted = db.prepare<[], string>("select name from sqlite_sequence").pluck().all();
        for (const [name, last] of lastIds)
          if (counted.includes(name)) db.prepare("update sqlite_sequence set seq = ? where name = ?").run(last, name);
          else if (hasSequence(db, name))
            db.prepare("insert into sqlite_sequence(name, seq) values (?, ?)").run(name, last);
      })();
      db.pragma("wal_checkpoint(TRUNCATE)");
    },
  };
  return {
    ...target,
    /** Removes the rows of a new installation. */
    empty(tables: readonly Table[]): void {
      for (const { name } of tables) db.exec(`delete from ${quoted(name)}`);
    },
    close: () => db.close(),
  };
}

/** Adds listings to the search index. A job computes their vectors. */
function listingWords(db: Database.Database) {
  const index = listingIndex(db);
  const one = db.prepare<[number], SourceRow>(`${SOURCES} where id = ?`);
  const remove = (ids: readonly number[]) =>
    db.transaction(() => {
      for (const id of ids) {
        index.remove(id);
        for (const table of ["listing_texts", "listing_vectors"])
          db.prepare(`delete from ${table} where listing_id = ?`).run(id);
      }
    })();
  return {
    remove,
    add: (ids: readonly number[]) =>
      db.transaction(() => {
        index.addWords(ids.flatMap((id) => one.all(id)).map(sourceOf));
      })(),
  };
}

const hasSequence = (db: Database.Database, table: string): boolean =>
  db
    .prepare("select 1 from sqlite_master where type = 'table' and name = ? and sql like '%autoincrement%'")
    .get(table) !== undefined;

/** Rebuilds what triggers keep otherwise: the word indexes of founders and posts, tags, values of own fields. */
function rebuildKept(db: Database.Database): void {
  db.exec(`insert or ignore into listing_values(field, value, listing_id, num)
      select field, value, listing_id, num from values_of_listings;
    insert or ignore into listing_tags(tag, listing_id) select tag, listing_id from tags_of_listings;
    insert into founder_search(founder_search) values ('rebuild');
    delete from post_search;
    insert into post_search(slug, title, excerpt, tags, body)
    select slug, title, excerpt, tags_json, body_markdown from posts;`);
}
