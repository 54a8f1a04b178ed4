import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import Database from "better-sqlite3";

const ENDING = ".lock";

/**
 * The processes that serve from a folder. Each holds SQLite's lock on a file with its name, which
 * the operating system releases when it ends. Without process ids and clocks, this works across
 * containers.
 */
export type Presence = {
  id: string;
  look(): { alive: string[]; gone: string[] };
  /** Deletes files of ended processes. */
  forget(gone: string[]): void;
  leave(): void;
};

export function enter(folder: string, newId: () => string): Presence {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fileOf = (name: string) => join(folder, name + ENDING);
  for (;;) {
    const id = newId();
    const lock = tryLock(fileOf(id));
    // Another process may have deleted the new file before it was locked.
    if (!lock || !existsSync(fileOf(id))) {
      lock?.close();
      continue;
    }
    return {
      id,
      look: () => lookInto(folder, id),
      forget(gone) {
        for (const name of gone) {
          const file = fileOf(name);
          // The process may have created its file but not locked it yet.
          stateOf(file, (lock) => removeLocked(file, lock));
        }
      },
      leave: () => removeLocked(fileOf(id), lock),
    };
  }
}

export function lookInto(folder: string, own?: string): { alive: string[]; gone: string[] } {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(ENDING)) : [];
  const others = names.map((name) => name.slice(0, -ENDING.length)).filter((name) => name !== own);
  const { alive = [], gone = [] } = Object.groupBy(others, (name) => stateOf(join(folder, name + ENDING)));
  return { alive, gone };
}

/** The state of a file's process. If it is gone, `use` receives the lock and closes it. */
function stateOf(file: string, use = (lock: Database.Database): void => void lock.close()): "alive" | "gone" | "left" {
  let lock: Database.Database | undefined;
  try {
    lock = tryLock(file, { fileMustExist: true });
  } catch (error) {
    // Deleted since the folder was read.
    if (!existsSync(file)) return "left";
    throw error;
  }
  if (!lock) return "alive";
  use(lock);
  return "gone";
}

/**
 * Deletes a file while its lock is held. Windows refuses to delete open files of running processes.
 */
function removeLocked(file: string, lock: Database.Database): void {
  if (process.platform === "win32") lock.close();
  rmSync(file, { force: true });
  lock.close();
}

const [LOCK_POLL_MS, LOCK_WAIT_MS] = [50, 120_000];

/** Runs work that only one process may do at a time, such as creating tables. */
export async function oneAtATime<T>(folder: string, name: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, name);
  const until = performance.now() + LOCK_WAIT_MS;
  let lock = tryLock(file);
  while (!lock) {
    if (performance.now() > until)
      throw new Error(
        `Another process is still busy with "${name}" in ${folder} after two minutes. Wait for it, or stop it.`,
      );
    await delay(LOCK_POLL_MS);
    lock = tryLock(file);
  }
  try {
    return await work();
  } finally {
    lock.close();
  }
}

/** A database that holds the lock; undefined while another process does. */
export function tryLock(file: string, { fileMustExist = false } = {}): Database.Database | undefined {
  const db = new Database(file, { timeout: 0, fileMustExist });
  try {
    db.exec("BEGIN EXCLUSIVE");
    return db;
  } catch (error) {
    db.close();
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) return undefined;
    throw error;
  }
}
