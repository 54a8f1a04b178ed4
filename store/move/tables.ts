import Database from "better-sqlite3";
import { given } from "#domain/text/given.ts";
import { migrate, readMigrations } from "../sqlite/migrate.ts";

export type Value = string | number | null;
export type Row = Value[];
export type Column = { name: string; type: "integer" | "real" | "text" | "any"; isNullable: boolean };
/** A table of both engines. `key` has the positions of its key columns. */
export type Table = { name: string; columns: Column[]; key: number[] };

/** Recreated in the target: the search index and the schema version. */
const NOT_MOVED =
  /^(sqlite_|schema_version$|(founder|post|listing)_search|listing_(names|leads|tag|texts|values|vectors)|search_(changes|state)|founder_changes)/;

type Info = { name: string; type: string; notnull: number; pk: number };

/** Every table with rows, as the current version creates it. */
export function movedTables(): Table[] {
  const db = new Database(":memory:");
  try {
    migrate(db, readMigrations(), () => undefined);
    const names = db.prepare<[], string>("select name from sqlite_master where type = 'table' order by name").pluck();
    return names
      .all()
      .filter((name) => !NOT_MOVED.test(name))
      .map((name) => {
        const infos = db
          .prepare<[string], Info>('select name, type, "notnull", pk from pragma_table_xinfo(?) where hidden = 0')
          .all(name);
        const columns = infos.map(({ name: column, type, notnull, pk }) => ({
          ...{ name: column, type: typeOf(type), isNullable: notnull + pk === 0 },
        }));
        const keyed = infos.flatMap(({ pk }, at) => (pk ? [{ pk, at }] : [])).sort((a, b) => a.pk - b.pk);
        return { name, columns, key: keyed.length ? keyed.map(({ at }) => at) : columns.map((_, at) => at) };
      });
  } finally {
    db.close();
  }
}

function typeOf(declared: string): Column["type"] {
  const type = declared.toLowerCase();
  if (type === "integer" || type === "real" || type === "text" || type === "any") return type;
  throw new Error(`A column of the type ${declared} cannot be moved.`);
}

/** A database whose rows are read in key order. */
export type Source = {
  rows(table: Table): AsyncGenerator<Row[]>;
  withKeys(table: Table, keys: Row[]): Promise<Row[]>;
  count(table: Table): Promise<number>;
  /** The highest id given out, by table: ids of deleted rows are never reused. */
  lastIds(): Promise<Map<string, number>>;
};

/** Keys as in the target, and their current rows. */
export type Changed = { keys: Row[]; rows: Row[] };

/** The source, read as of the last `begin` while others write. */
export type Moving = Source & {
  begin(): Promise<void>;
  /**
   * All rows written since the previous `begin`, and possibly others. Some deleted ones may be
   * missing.
   */
  changed(table: Table): AsyncGenerator<Changed>;
};

export type Target = Source & {
  insert(table: Table, rows: Row[]): Promise<void>;
  remove(table: Table, keys: Row[]): Promise<void>;
  /** Does what takes long: indexes and statistics. Rows may change afterwards. */
  prepare(): Promise<void>;
  finish(lastIds: ReadonlyMap<string, number>): Promise<void>;
};

export const keyOf = ({ key }: Table, row: Row): Row => key.map((at) => row[at] ?? null);
export const keysOnly = ({ name, columns, key }: Table): Table => ({
  name,
  columns: key.map((at) => given(columns[at])),
  key: key.map((_, place) => place),
});

export const BATCH = 1000;
export function* inBatches<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += BATCH) yield all.slice(at, at + BATCH);
}
