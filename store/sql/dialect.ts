import type { SQL } from "drizzle-orm";
import { sql } from "../sqlite/drizzle.ts";

/** What the engines say differently. Everything else is written in a form that both understand. */
export type Dialect = {
  /** Behind a table: the index that SQLite must use. PostgreSQL has no such hint. */
  indexedBy(index: string): SQL;
  /** Behind a value: whether it is one of a few rows. PostgreSQL would read all of a table for a list of unknown length. */
  isAmong(rows: SQL): SQL;
  /** Behind an order: locks the rows in it, so that no two changes wait for each other. SQLite has one writer. */
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
