import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import type { Vault } from "#core/credentials/vault.ts";
import { refuseInChange } from "../in-change.ts";
import type { Dialect } from "../sql/dialect.ts";
import type { Database as AsyncDatabase, Driver } from "../sql/session.ts";
import { pairWith, shareSnapshot, snapshotOf } from "./snapshot.ts";

/**
 * Drizzle with raw statements, and the SQLite connection in which this process searches and sorts.
 * The vault seals secrets.
 */
export type Db = AsyncDatabase & {
  $statement: Driver["statement"];
  $client: Database.Database;
  $local: AsyncDatabase;
  $dialect: Dialect;
  $vault: Vault;
};

/** One writer and one read-only reader of the same file. */
export type Connections = { writer: Database.Database; reader: Database.Database };

const SETTINGS = [
  "busy_timeout = 5000",
  "journal_mode = WAL",
  "synchronous = FULL",
  "foreign_keys = ON",
  "trusted_schema = OFF",
];

/**
 * Opens or creates the database file. With WAL, readers continue while the writer works;
 * `synchronous=FULL` makes acknowledged commits survive a power loss.
 */
export function openWriter(file: string): Database.Database {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const writer = new Database(file);
  try {
    for (const setting of SETTINGS) writer.pragma(setting);
    return writer;
  } catch (error) {
    writer.close();
    throw error;
  }
}

/** Opened after migrations, so that prepared statements see every table. */
export function connect(writer: Database.Database): Connections {
  const reader = new Database(writer.name, { readonly: true });
  reader.pragma("cache_size = -65536");
  reader.pragma("query_only = ON");
  pairWith(writer, reader);
  return { writer, reader };
}

/**
 * The reader, reporting errors to `noted`. Refused inside a change, whose writes it does not see.
 * Reads without a pause in between see one state.
 */
export function guarded(reader: Database.Database, noted: (error: unknown) => unknown): Database.Database {
  const { hold } = snapshotOf(reader);
  const prepare = (text: string): Database.Statement => {
    const statement = reader.prepare(text);
    const instead = `Read with its tx, which sees what it wrote. The query: ${text.slice(0, 200)}`;
    const guard =
      <T>(read: (...values: unknown[]) => T) =>
      (...values: unknown[]): T => {
        refuseInChange("A read of the store", instead);
        try {
          hold();
          return read.apply(statement, values);
        } catch (error) {
          throw noted(error);
        }
      };
    const { get, all, iterate } = statement;
    return Object.assign(statement, { get: guard(get), all: guard(all), iterate: guard(iterate) });
  };
  const made: Database.Database = Object.create(reader, { prepare: { value: prepare } });
  shareSnapshot(reader, made);
  return made;
}
