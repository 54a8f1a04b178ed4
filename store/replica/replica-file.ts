import { hash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type Database from "better-sqlite3";
import { migrate, readMigrations } from "../sqlite/migrate.ts";
import { connect, openWriter } from "../sqlite/open.ts";
import { tryLock } from "../sqlite/presence.ts";

/** Lists of changes that searches and orders follow. All other triggers ran in the database. */
export const KEPT_TRIGGERS =
  /^((listings|listing_(categories|texts)|categories|founder|post)_search|(search|founder)_changes|founders_changed|listing_changes_trim|listing_(tags|values)|own_fields)/;

/** Identifies the database that the file copies. */
const OF_REPLICA = `create table replica_state (key text primary key, value text not null) strict`;

export type ReplicaFile = { writer: Database.Database; reader: Database.Database; close(): void };

/**
 * The SQLite file in which a process keeps what it searches and sorts. Each process has its own. An
 * outdated or damaged one is recreated from the database.
 */
export function openReplica(folder: string, id: string): ReplicaFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (let slot = 1; ; slot++) {
    const file = join(folder, `replica-${slot}.db`);
    const lock = tryLock(`${file}.lock`);
    if (!lock) continue;
    try {
      const { writer, reader } = openUsable(file, id);
      return {
        writer,
        reader,
        close() {
          reader.close();
          writer.close();
          lock.close();
        },
      };
    } catch (error) {
      lock.close();
      throw error;
    }
  }
}

function openUsable(file: string, id: string) {
  try {
    return open(file, id);
  } catch {
    for (const ending of ["", "-wal", "-shm"]) rmSync(file + ending, { force: true });
    return open(file, id);
  }
}

function open(file: string, id: string) {
  const writer = openWriter(file);
  try {
    // After a power loss, the last commits are copied again.
    writer.pragma("synchronous = NORMAL");
    writer.pragma("foreign_keys = OFF");
    if (writer.pragma("quick_check(1)", { simple: true }) !== "ok") throw new Error(`${file} is damaged.`);
    const before = writer.pragma("user_version", { simple: true });
    const { to } = migrate(writer, readMigrations(), () => undefined);
    if (before !== 0 && before !== to) throw new Error(`${file} is of another version.`);
    if (before === 0) prepare(writer, id);
    return connect(writer);
  } catch (error) {
    writer.close();
    throw error;
  }
}

function prepare(writer: Database.Database, id: string): void {
  const triggers = writer.prepare<[], string>("select name from sqlite_master where type = 'trigger'").pluck().all();
  writer.transaction(() => {
    for (const name of triggers) if (!KEPT_TRIGGERS.test(name)) writer.exec(`drop trigger "${name}"`);
    // Copied rows arrive in any order, and the database has checked them.
    writer.exec("drop index listings_site");
    writer.exec(OF_REPLICA);
    // Unique per process: readers with another process's number get everything.
    const base = hash("sha256", id, "buffer").readUIntBE(0, 5);
    writer.prepare("insert into listing_changes(seq, slug) values (?, 'race/')").run(base);
  })();
}
