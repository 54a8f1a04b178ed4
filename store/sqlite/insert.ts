import { given as always } from "#domain/text/given.ts";
import { once } from "#domain/text/once.ts";
import { freeSlug } from "#domain/text/slug.ts";
import { statement } from "../sql/statement.ts";
import { getTableColumns, getTableName, type SQLiteTable, sql } from "./drizzle.ts";
import { CAST } from "./one-of.ts";
import type { Db } from "./open.ts";

/**
 * Rows for `json_each`. SQLite would keep half of a surrogate pair in JSON; bound directly it
 * becomes U+FFFD.
 */
export const rowsAsJson = (rows: unknown[][]): string =>
  JSON.stringify(rows, (_key, value) => (typeof value === "string" ? value.toWellFormed() : value));

/**
 * Inserts rows with a prepared statement; omitted columns take their defaults. Many rows share one,
 * because each statement makes FTS5 flush.
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

/** Reserves ids and slugs in a change, for rows inserted later. */
export function reservations(db: Db, table: "founders" | "listings") {
  const bySlug = db.$statement(`select 1 from ${table} where slug = ?`);
  const newest = statement(() =>
    db.select({ id: sql<number>`coalesce(max(seq), 0)` }).from(sql`sqlite_sequence`).where(sql`name = ${table}`),
  );
  return async () => {
    let id = always(await newest.get()).id;
    const given = new Set<string>();
    const isTaken = async (slug: string) => given.has(slug) || (await bySlug.lists.get([slug])) !== undefined;
    return async (wanted: string): Promise<{ id: number; slug: string }> => {
      const slug = await freeSlug(wanted, isTaken);
      given.add(slug);
      return { id: ++id, slug };
    };
  };
}
