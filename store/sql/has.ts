import type { Column, SQL } from "drizzle-orm";
import { given } from "#domain/text/given.ts";
import { and, eq, getTableColumns, isNull, type SQLiteTable } from "../sqlite/drizzle.ts";

type Wanted<Row> = { [Name in keyof Row]?: Row[Name] | Column | SQL };

/** Whether a row has these values in its columns. A forgotten value throws: it never matches every row. */
export const has = <T extends SQLiteTable>(table: T, wanted: Wanted<T["$inferSelect"]>): SQL => {
  const columns = getTableColumns<SQLiteTable>(table);
  const conditions = Object.entries(wanted).map(([name, value]) => {
    if (value === undefined) throw new Error(`No value for ${name}.`);
    return value === null ? isNull(given(columns[name])) : eq(given(columns[name]), value);
  });
  return given(and(...conditions));
};
