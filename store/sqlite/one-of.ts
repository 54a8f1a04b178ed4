import type { Column } from "drizzle-orm";
import { sql } from "./drizzle.ts";
import type { Db } from "./open.ts";

const AS_JSON = { mapToDriverValue: (values: readonly unknown[]) => JSON.stringify(values) };

/** A list as a single value for `json_each`. */
export const asJson = (values: readonly unknown[]) => sql.param(values, AS_JSON);

/** PostgreSQL returns JSON values as text. */
export const CAST: Record<string, string> = { integer: "bigint", real: "double precision", text: "text" };

const listed = (column: Column, values: readonly (string | number)[]) =>
  sql`select ${sql.raw(`cast(value as ${CAST[column.getSQLType()]})`)} from json_each(${asJson(values)})`;

/** `column in (…)` with the same SQL for any number of values, so that statements can use it. */
export const isOneOf = (column: Column, values: readonly (string | number)[]) =>
  sql`${column} in (${listed(column, values)})`;

/** The same for a few of many rows. */
export const isOneOfFew = (db: Db, column: Column, values: readonly (string | number)[]) =>
  sql`${column} ${db.$dialect.isAmong(listed(column, values))}`;
