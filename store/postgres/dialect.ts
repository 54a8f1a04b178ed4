import { getTableColumns, SQLiteAsyncDialect, sql } from "../sqlite/drizzle.ts";

type Insert = Parameters<InstanceType<typeof SQLiteAsyncDialect>["buildInsertQuery"]>[0];

/** Drizzle's SQL for SQLite, except that an id that is left out is `default` here, where SQLite takes null. */
export class PostgresDialect extends SQLiteAsyncDialect {
  override buildInsertQuery(config: Insert) {
    if (config.select || !Array.isArray(config.values)) return super.buildInsertQuery(config);
    const ids = Object.entries(getTableColumns(config.table)).flatMap(([key, column]) =>
      column.primary && column.getSQLType() === "integer" ? [key] : [],
    );
    const values = config.values.map((row) => {
      const left = ids.filter((key) => row[key] === undefined);
      return { ...row, ...Object.fromEntries(left.map((key) => [key, sql`default`])) };
    });
    return super.buildInsertQuery({ ...config, values });
  }
}
