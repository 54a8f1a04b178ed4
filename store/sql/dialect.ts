import type { SQL } from "drizzle-orm";
import { sql } from "../sqlite/drizzle.ts";

/** What the engines express differently. All other SQL works on both. */
export type Dialect = {
  /** After a table: the index that SQLite must use. PostgreSQL has no such hint. */
  indexedBy(index: string): SQL;
  /**
   * After a value: whether it is among a few rows. PostgreSQL would read a whole table for a list
   * of unknown length.
   */
  isAmong(rows: SQL): SQL;
  /** After an order: locks these rows in it, which prevents deadlocks. SQLite has one writer. */
  locked: SQL;
};

export const SQLITE: Dialect = {
  indexedBy: (index) => sql.raw(`indexed by ${index}`),
  isAmong: (rows) => sql`in (${rows})`,
  locked: sql.raw(""),
};

export const POSTGRES: Dialect = {
  indexedBy: () => sql.raw(""),
  isAmong: (rows) => sql`= any (array(${rows}))`,
  locked: sql.raw("for no key update"),
};
