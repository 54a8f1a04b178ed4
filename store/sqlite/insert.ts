import { freeSlug } from "../../domain/slug.ts";
import { getTableColumns, getTableName, type SQLiteTable } from "./drizzle.ts";
import type { Db } from "./open.ts";

/** Rows for `json_each`. SQLite would keep half of a surrogate pair as it is; bound by itself it becomes U+FFFD. */
export const rowsAsJson = (rows: unknown[][]): string =>
  JSON.stringify(rows, (_key, value) => (typeof value === "string" ? value.toWellFormed() : value));

/**
 * Inserts rows in one statement that is built once; columns that a row leaves out take their defaults. One statement for many
 * rows matters where triggers are: each that fires them makes FTS5 write out what it has sorted so far.
 */
export function insertInto<T extends SQLiteTable>(db: Db, table: T): (rows: T["$inferInsert"][]) => void {
  const columns = Object.entries(getTableColumns(table));
  const names = columns.map(([, { name }]) => name);
  const values = names.map((_, index) => `value ->> ${index}`);
  const insert = db.$client.prepare(`insert into ${getTableName(table)} (${names}) select ${values} from json_each(?)`);
  const stored = (row: Record<string, unknown>): unknown[] =>
    columns.map(([key, column]) => {
      const value = row[key] ?? column.default ?? null;
      return value === null ? null : column.mapToDriverValue(value);
    });
  return (rows) => {
    if (rows.length) insert.run(rowsAsJson(rows.map(stored)));
  };
}

/** Gives out ids and slugs in one change, for rows that it inserts later. */
export function reservations(db: Db, table: "founders" | "listings") {
  const bySlug = db.$client.prepare(`select 1 from ${table} where slug = ?`);
  const newest = db.$client.prepare("select coalesce(max(seq), 0) from sqlite_sequence where name = ?").pluck();
  return () => {
    let id = newest.get(table) as number;
    const given = new Set<string>();
    const isTaken = async (slug: string) => given.has(slug) || bySlug.get(slug) !== undefined;
    return async (wanted: string): Promise<{ id: number; slug: string }> => {
      const slug = await freeSlug(wanted, isTaken);
      given.add(slug);
      return { id: ++id, slug };
    };
  };
}
