import type { SQLChunk } from "drizzle-orm";
import { Column, getTableColumns, is, SQL, SQLiteAsyncDialect, sql } from "../sqlite/drizzle.ts";

type Insert = Parameters<InstanceType<typeof SQLiteAsyncDialect>["buildInsertQuery"]>[0];

function bare(chunk: SQLChunk): SQLChunk {
  if (Array.isArray(chunk)) return chunk.map((one) => (is(one, Column) ? sql.identifier(one.name) : one));
  return is(chunk, SQL) ? new SQL(chunk.queryChunks.map(bare)) : chunk;
}

/**
 * Drizzle's SQLite dialect with two differences in inserts: an omitted id is `default` instead of
 * null, and conflict columns come without their table.
 */
export class PostgresDialect extends SQLiteAsyncDialect {
  override buildInsertQuery(config: Insert) {
    const onConflict = config.onConflict?.map(
      ({ queryChunks: [open = sql``, target = sql``, ...rest] }) => new SQL([open, bare(target), ...rest]),
    );
    const ids = Object.entries(getTableColumns(config.table)).flatMap(([key, column]) =>
      column.primary && column.getSQLType() === "integer" ? [key] : [],
    );
    const values = Array.isArray(config.values)
      ? config.values.map((row) => {
          const left = ids.filter((key) => row[key] === undefined);
          return { ...row, ...Object.fromEntries(left.map((key) => [key, sql`default`])) };
        })
      : config.values;
    return super.buildInsertQuery({ ...config, values, ...(onConflict && { onConflict }) });
  }
}
