import type Database from "better-sqlite3";
import type { Source } from "../search/listing-index.ts";

export type Row = Record<string, string | number | null>;

/** Tables whose rows are copied one by one: what names a row, and what its parts in other tables are named by. */
export const BY_ROW = {
  listing: { table: "listings", key: "id", parts: ["listing_categories", "listing_founders"], partKey: "listing_id" },
  founder: { table: "founders", key: "id", parts: [], partKey: "" },
  post: { table: "posts", key: "slug", parts: [], partKey: "" },
} as const;
export type SourceName = keyof typeof BY_ROW;
/** Small tables, which are copied as a whole. */
export const WHOLE = ["categories", "counts", "site_look"] as const;
/** In which order a new file gets them. */
export const TABLES = [
  "categories",
  "counts",
  "site_look",
  "founders",
  "listings",
  "listing_categories",
  "listing_founders",
  "posts",
];

/** What triggers do in the file of a process: they keep the lists and word indexes that only search has. */
const KEPT_TRIGGERS = /_search_|^founder_search|^post_search|_changes_trim$|^founders_changed_/;

/** Makes a database of SQLite a copy: rows come as they are, so nothing is counted, checked or refused. */
export function becomeCopy(file: Database.Database): void {
  file.pragma("foreign_keys = OFF");
  const triggers = file.prepare<[], string>("select name from sqlite_master where type = 'trigger'").pluck().all();
  for (const name of triggers) if (!KEPT_TRIGGERS.test(name)) file.exec(`drop trigger ${name}`);
}

const asSource = ({ id, name, tagline, profile_json }: Row): Source => ({
  id: Number(id),
  name: String(name),
  tagline: tagline === null || tagline === undefined ? null : String(tagline),
  profile: JSON.parse(String(profile_json)),
});
const WORDS = ["name", "tagline", "profile_json"];

type Index = { put(source: Source): void; remove(id: number): void };

/** Writes rows as they are elsewhere now. */
export function copiedRows(file: Database.Database, index: Index) {
  const columnsOf = (table: string) =>
    file.prepare<[], string>(`select name from pragma_table_xinfo('${table}') where hidden = 0`).pluck().all();
  const known = new Map<string, string[]>();
  const columns = (table: string) => {
    const names = known.get(table) ?? columnsOf(table);
    known.set(table, names);
    return names;
  };
  const statements = new Map<string, Database.Statement>();
  const prepared = (sql: string) => {
    const statement = statements.get(sql) ?? file.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const valuesOf = (table: string, row: Row) => columns(table).map((name) => row[name] ?? null);
  const insert = (table: string, row: Row) =>
    prepared(`insert into ${table} (${columns(table)}) values (${columns(table).map(() => "?")})`).run(
      ...valuesOf(table, row),
    );

  /** Only columns that differ, since triggers look at which are written. */
  function update(table: string, key: string, before: Row, row: Row): string[] {
    const differing = columns(table).filter((name) => (before[name] ?? null) !== (row[name] ?? null));
    if (differing.length)
      prepared(`update ${table} set ${differing.map((name) => `${name} = ?`)} where ${key} = ?`).run(
        ...differing.map((name) => row[name] ?? null),
        row[key],
      );
    return differing;
  }

  function putParts(table: string, key: string, id: number | string, rows: Row[]): void {
    const before = prepared(`select * from ${table} where ${key} = ?`).all(id) as Row[];
    const texts = (list: Row[]) => list.map((row) => JSON.stringify(valuesOf(table, row))).sort();
    if (texts(before).join() === texts(rows).join()) return;
    prepared(`delete from ${table} where ${key} = ?`).run(id);
    for (const row of rows) insert(table, row);
  }

  return {
    columns,
    insert,
    /** The row as it is now, or undefined if it is gone, with its parts in other tables. */
    put(source: SourceName, id: number | string, row: Row | undefined, parts: Map<string, Row[]>): void {
      const { table, key, parts: tables, partKey } = BY_ROW[source];
      const before = prepared(`select * from ${table} where ${key} = ?`).get(id) as Row | undefined;
      for (const part of tables) putParts(part, partKey, id, row ? (parts.get(part) ?? []) : []);
      if (!row) {
        if (!before) return;
        if (source === "listing") {
          index.remove(Number(id));
          for (const words of ["listing_texts", "listing_vectors"])
            prepared(`delete from ${words} where listing_id = ?`).run(id);
        }
        prepared(`delete from ${table} where ${key} = ?`).run(id);
        return;
      }
      let differing = WORDS;
      if (before) differing = update(table, key, before, row);
      else insert(table, row);
      if (source === "listing" && differing.some((name) => WORDS.includes(name))) index.put(asSource(row));
    },
    putTable(table: string, rows: Row[]): void {
      const before = prepared(`select * from ${table}`).all() as Row[];
      const texts = (list: Row[]) => list.map((row) => JSON.stringify(valuesOf(table, row))).sort();
      if (texts(before).join() === texts(rows).join()) return;
      file.exec(`delete from ${table}`);
      for (const row of rows) insert(table, row);
    },
  };
}
