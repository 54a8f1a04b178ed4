import type Database from "better-sqlite3";
import { isPostgres } from "./postgres/is-postgres.ts";

/** Makes every insert into a table fail with a message, until what it returns is called. */
export function failInserts(writer: Database.Database, table: string, message: string): () => void {
  if (isPostgres()) {
    writer.exec(`alter table ${table} add constraint "${message}" check (false) not valid`);
    return () => void writer.exec(`alter table ${table} drop constraint "${message}"`);
  }
  writer.exec(`create temp trigger broken before insert on ${table} begin select raise(abort, '${message}'); end`);
  return () => void writer.exec("drop trigger broken");
}
