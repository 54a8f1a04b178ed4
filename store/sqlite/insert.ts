import { given as always } from "../../domain/text/given.ts";
import { once } from "../../domain/text/once.ts";
import { freeSlug } from "../../domain/text/slug.ts";
import { statement } from "../sql/statement.ts";
import { getTableColumns, getTableName, type SQLiteTable, sql } from "./drizzle.ts";
import { CAST } from "./one-of.ts";
import type { Db } from "./open.ts";

/** Rows for `json_each`. SQLite would keep half of a surrogate pair as it is; bound by itself it becomes U+FFFD. */
export const rowsAsJson = (rows: unknown[][]): string =>
  JSON.stringify(rows, (_key, value) => (typeof value === "string" ? value.toWellFormed() : value));

/**
 * Inserts rows in a statement that is built once; columns left out take their defaults. Many share one, as triggers make FTS5
 * write out what it has sorted; a single one is no JSON, which PostgreSQL would read anew for each column.
 */
export function insertInto<T extends SQLiteTable>(db: Db, table: T): (rows: T["$inferInsert"][]) => Promise<void> {
  const all = Object.entries(getTableColumns(table));
  const own = all.filter(([, { primary }]) => !primary);
  const inserting = (columns: typeof all) => {
    const into = `insert into ${getTableName(table)} (${columns.map(([, { name }]) => name)})`;
    const values = columns.map(([, column], index) => `cast(value ->> ${index} as ${CAST[column.getSQLType()]})`);
    return {
      one: once(() => db.$statement(`${into} values (${columns.map(() => "?")})`)),
      many: once(() => db.$statement(`${into} select ${values} from json_each(?)`)),
    };
  };
  const [withIds, withoutIds] = [once(() => inserting(all)), once(() => inserting(own))];
  const stored =
    (columns: typeof all) =>
    (row: Record<string, unknown>): unknown[] =>
      columns.map(([key, column]) => {
        const value = row[key] ?? column.default ?? null;
        return value === null ? null : column.mapToDriverValue(value);
      });
  return async (rows) => {
    const [first] = rows;
    if (!first) return;
    const hasId = all.every(([key, { primary }]) => !primary || key in first);
    const [insert, columns] = hasId ? [withIds(), all] : [withoutIds(), own];
    const [values, ...more] = rows.map(stored(columns));
    await (more.length ? insert.many().run([rowsAsJson([always(values), ...more])]) : insert.one().run(always(values)));
  };
}

/** Gives out ids and slugs in one change, for rows that it inserts later. */
export function reservations(db: Db, table: "founders" | "listings") {
  const bySlug = db.$statement(`select 1 from ${table} where slug = ?`);
  const newest = statement(() =>
    db.select({ id: sql<number>`coalesce(max(seq), 0)` }).from(sql`sqlite_sequence`).where(sql`name = ${table}`),
  );
  return async () => {
    let id = always(await newest.get({})).id;
    const given = new Set<string>();
    const isTaken = async (slug: string) => given.has(slug) || (await bySlug.lists.get([slug])) !== undefined;
    return async (wanted: string): Promise<{ id: number; slug: string }> => {
      const slug = await freeSlug(wanted, isTaken);
      given.add(slug);
      return { id: ++id, slug };
    };
  };
}
