import type { Column, SQL } from "drizzle-orm";
import { sql } from "./drizzle.ts";

const AS_JSON = { mapToDriverValue: (values: readonly unknown[]) => JSON.stringify(values) };

/** A list as one value, for `json_each`. */
export const asJson = (values: readonly unknown[]) => sql.param(values, AS_JSON);

/** The type of values from JSON, which PostgreSQL needs to be told: postgres/translate.ts. */
const TOLD: Record<string, SQL> = { integer: sql` /*integer*/`, text: sql`` };

/** `column in (…)`, in the same SQL for any number of values, so that a statement may have it. */
export const isOneOf = (column: Column, values: readonly (string | number)[]) =>
  sql`${column} in (select value${TOLD[column.getSQLType()]} from json_each(${asJson(values)}))`;

/** The same for a few of many rows. PostgreSQL would read all of a table for a list of which it knows no length. */
export const isOneOfFew = (column: Column, values: readonly (string | number)[]) =>
  sql`${column} in /*few*/ (select value${TOLD[column.getSQLType()]} from json_each(${asJson(values)}))`;

/** Behind the order of rows that the same change updates: in one order for all, no two changes wait for each other. */
export const LOCKED = sql`/*locked*/`;
