import type { SQLiteColumnBuilderBase } from "drizzle-orm/sqlite-core";
import { integer, sqliteTable, text } from "./drizzle.ts";

/** Columns as the migrations write them: times in milliseconds, booleans as 0 or 1, JSON as text. */
export const time = () => integer({ mode: "timestamp_ms" });
export const flag = () => integer({ mode: "boolean" });
export const json = <T>() => text({ mode: "json" }).$type<T>();

/** Names its columns like their keys, in snake_case. Names of JSON columns end in `_json`. */
export function table<Name extends string, Columns extends Record<string, SQLiteColumnBuilderBase>>(
  name: Name,
  columns: Columns,
) {
  for (const [key, builder] of Object.entries(columns)) {
    const config = Reflect.get(builder, "config");
    const ending = config.columnType === "SQLiteTextJson" ? "_json" : "";
    config.name ||= key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) + ending;
  }
  return sqliteTable(name, columns);
}
