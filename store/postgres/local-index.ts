import { rmSync } from "node:fs";
import { setImmediate as breathe } from "node:timers/promises";
import Database from "better-sqlite3";
import type pg from "pg";
import { listingIndex } from "../search/listing-index.ts";
import { migrate, readMigrations } from "../sqlite/migrate.ts";
import { BY_ROW, becomeCopy, copiedRows, type Row, type SourceName, TABLES, WHOLE } from "./copied-rows.ts";
import { rowTypes as types } from "./driver.ts";

const ROWS_AT_ONCE = 1000;
/** After more changes than this, copying everything again is faster. */
const MOST_BEHIND = 50_000;

/** Changes of transactions that may not have been seen, and from which transaction to ask next. */
const CHANGES = `with here as materialized (
    select pg_snapshot_xmin(pg_current_snapshot()) as first, pg_snapshot_xmax(pg_current_snapshot()) as last)
  select here.first::text, here.last::text, change.* from here left join (
    select 0 as list, seq, source, key, xid::text from row_changes where xid >= $1::text::xid8
    union all
    select 1, seq, slug, shown, xid::text from listing_changes where xid >= $1::text::xid8
    order by list, seq limit ${MOST_BEHIND}) change on true`;
type Change = {
  first: string;
  last: string;
  list: 0 | 1 | null;
  seq: number;
  source: string;
  key: string;
  xid: string;
};

/**
 * The SQLite file of this process where it searches and sorts, with a copy of the rows that it needs for it. It follows the
 * list of changes that triggers write.
 */
export async function openLocalIndex(path: string, pool: pg.Pool) {
  const close = () => {
    reader?.close();
    file.close();
    for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { force: true });
  };
  for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { force: true });
  const file = new Database(path);
  let reader: Database.Database | undefined;
  // It is made again at every start, so nothing here needs to survive a power loss.
  for (const setting of ["journal_mode = WAL", "synchronous = OFF"]) file.pragma(setting);
  migrate(file, readMigrations(), () => undefined);
  becomeCopy(file);
  file.exec("create table followed (only_row integer primary key check (only_row = 1), last text not null)");
  file.exec("insert into followed values (1, '')");
  const index = listingIndex(file);
  const rows = copiedRows(file, index);
  const heard = file.prepare<[string], void>("update followed set last = ?");
  const listed = file.prepare<[string, string], void>("insert into listing_changes(slug, shown) values (?, ?)");

  const ask = async <R extends object>(client: pg.Pool | pg.PoolClient, text: string, values: unknown[] = []) =>
    (await client.query<R>({ text, values, types, ...(text === CHANGES && { name: "changes" }) })).rows;

  /** From which transaction on changes may be new, and those of them that are applied. */
  let from = "0";
  let applied = new Map<string, string>();
  let last = "";

  async function copyAll(): Promise<void> {
    const client = await pool.connect();
    try {
      await client.query("begin isolation level repeatable read read only; set local statement_timeout = 0");
      const [here] = await ask<Change>(client, `${CHANGES} limit 1`, ["9223372036854775807"]);
      file.exec(TABLES.map((table) => `delete from ${table}`).join("; "));
      file.exec("delete from listing_texts; delete from listing_vectors");
      for (const table of TABLES) {
        await client.query(`declare copied no scroll cursor for select ${rows.columns(table)} from ${table}`);
        for (let count = ROWS_AT_ONCE; count === ROWS_AT_ONCE; ) {
          const some = await ask<Row>(client, `fetch ${ROWS_AT_ONCE} from copied`);
          count = some.length;
          file.transaction(() => {
            for (const row of some) rows.insert(table, row);
          })();
          await breathe();
        }
        await client.query("close copied");
      }
      file.exec("update search_state set value = 0 where key = 'words'");
      index.bringUpToDate();
      // All that was known of listings is old.
      file.exec("delete from listing_changes; insert into listing_changes(seq, slug) values (1, 'category/')");
      ({ first: from, last } = here!);
      applied = new Map();
      await client.query("commit");
    } finally {
      client.release();
    }
    vectors();
  }

  /** They take longest, so searches begin without them. */
  let making: NodeJS.Immediate | undefined;
  function vectors(after = 0): void {
    making = setImmediate(() => {
      const next = file.transaction(() => index.vectors.putMissing(after))();
      if (next !== undefined) vectors(next);
    });
    making.unref();
  }

  async function catchUp(): Promise<void> {
    const found = await ask<Change>(pool, CHANGES, [from]);
    const { first, last: newest } = found[0]!;
    if (newest === last && found[0]!.list === null) return;
    if (found.length === MOST_BEHIND) return copyAll();
    const fresh = found.filter(({ list, seq }) => list !== null && !applied.has(`${list} ${seq}`));
    const rowsOf = new Map<SourceName, Map<number | string, Row>>();
    const partsOf = new Map<string, Map<number | string, Row[]>>();
    const tables = new Map<string, Row[]>();
    const changed = Map.groupBy(
      fresh.filter(({ list }) => list === 0),
      ({ source }) => source,
    );
    for (const [source, changes] of changed) {
      const keys = [...new Set(changes.map(({ key }) => key))];
      if (source === "table") {
        for (const table of WHOLE)
          if (keys.includes(table))
            tables.set(table, await ask<Row>(pool, `select ${rows.columns(table)} from ${table}`));
        continue;
      }
      const { table, key, parts, partKey } = BY_ROW[source as SourceName];
      const type = key === "id" ? "bigint" : "text";
      const some = (name: string, by: string) =>
        ask<Row>(pool, `select ${rows.columns(name)} from ${name} where ${by} = any($1::${type}[])`, [keys]);
      const [own, ...others] = await Promise.all([some(table, key), ...parts.map((part) => some(part, partKey))]);
      const byKey = new Map(own.map((row) => [row[key]!, row]));
      rowsOf.set(
        source as SourceName,
        new Map(keys.map((text) => (key === "id" ? Number(text) : text)).map((id) => [id, byKey.get(id)!])),
      );
      for (const [at, part] of parts.entries())
        partsOf.set(
          part,
          Map.groupBy(others[at]!, (row) => row[partKey]!),
        );
    }
    file.transaction(() => {
      for (const [table, content] of tables) rows.putTable(table, content);
      for (const source of ["founder", "listing", "post"] as const)
        for (const [id, row] of rowsOf.get(source) ?? [])
          rows.put(
            source,
            id,
            row,
            new Map(BY_ROW[source].parts.map((part) => [part, partsOf.get(part)?.get(id) ?? []])),
          );
      for (const { list, source, key } of fresh) if (list === 1) listed.run(source, key);
      heard.run(newest);
    })();
    last = newest;
    for (const { list, seq, xid } of fresh) applied.set(`${list} ${seq}`, xid);
    if (first !== from) for (const [name, xid] of applied) if (BigInt(xid) < BigInt(first)) applied.delete(name);
    from = first;
  }

  await copyAll();
  reader = new Database(path, { readonly: true });
  reader.pragma("cache_size = -65536");
  reader.pragma("query_only = ON");

  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let isClosed = false;
  return {
    reader,
    /** Applies every change that was committed until now. */
    catchUp(): Promise<void> {
      if (isClosed) return Promise.resolve();
      if (!running) {
        running = catchUp().finally(() => {
          running = undefined;
        });
        return running;
      }
      // One that runs may have asked before the commit.
      next ??= running
        .catch(() => undefined)
        .then(() => {
          next = undefined;
          return this.catchUp();
        });
      return next;
    },
    async close(): Promise<void> {
      isClosed = true;
      clearImmediate(making);
      await running?.catch(() => undefined);
      close();
    },
  };
}
