import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3";
import { drizzle } from "./drizzle.ts";

export type Db = BetterSQLite3Database;

/** One writer and one read-only reader on the same file. */
export type Connections = { writer: Database.Database; reader: Database.Database; write: Db; read: Db };

/**
 * Opens (and creates) the database file. WAL lets readers go on while the writer works; `synchronous=FULL` makes every
 * acknowledged commit survive a power loss.
 */
export function openWriter(file: string): Database.Database {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const writer = new Database(file);
  writer.pragma("journal_mode = WAL");
  writer.pragma("synchronous = FULL");
  writer.pragma("foreign_keys = ON");
  writer.pragma("busy_timeout = 5000");
  writer.pragma("trusted_schema = OFF");
  return writer;
}

/** The reader must open after migrations ran, so that its prepared statements see every table. */
export function connect(writer: Database.Database): Connections {
  const reader = new Database(writer.name, { readonly: true });
  reader.pragma("cache_size = -65536");
  reader.pragma("query_only = ON");
  return { writer, reader, write: drizzle(remembering(writer)), read: drizzle(remembering(reader)) };
}

const MOST_STATEMENTS = 500;

/**
 * The same connection, which compiles each statement once: drizzle asks for it anew with every query, and compiling took a third of
 * the time of a change.
 */
function remembering(connection: Database.Database): Database.Database {
  const known = new Map<string, Database.Statement>();
  const prepare = (sql: string): Database.Statement => {
    const statement = known.get(sql) ?? connection.prepare(sql);
    known.delete(sql);
    known.set(sql, statement);
    if (known.size > MOST_STATEMENTS) known.delete(known.keys().next().value!);
    // Whoever had it last may have asked for rows as lists.
    return statement.reader ? statement.raw(false) : statement;
  };
  return new Proxy(connection, {
    get: (target, key) => {
      if (key === "prepare") return prepare;
      const value = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
