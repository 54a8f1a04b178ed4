import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import Database from "better-sqlite3";

const ENDING = ".lock";

/**
 * Which processes serve from a folder. Each holds SQLite's lock on a file with its name; the
 * operating system releases it when the process ends. It needs no process ids or clocks, so it
 * works across containers too, wherever SQLite itself is safe.
 */
export type Presence = {
  /** The name of this process. */
  id: string;
  look(): { alive: string[]; gone: string[] };
  /** Deletes files of ended processes that are no longer needed. */
  forget(gone: string[]): void;
  leave(): void;
};

export function enter(folder: string, newId: () => string): Presence {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fileOf = (name: string) => join(folder, name + ENDING);
  for (;;) {
    const id = newId();
    const lock = tryLock(fileOf(id));
    // Another process may have taken the new file for a forgotten one before it was locked.
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
          // The process was not gone if it had made the file, and not yet locked it.
          stateOf(file, (lock) => removeLocked(file, lock));
        }
      },
      leave: () => removeLocked(fileOf(id), lock),
    };
  }
}

/** The processes in a folder other than `own`. */
export function lookInto(folder: string, own?: string): { alive: string[]; gone: string[] } {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(ENDING)) : [];
  const others = names.map((name) => name.slice(0, -ENDING.length)).filter((name) => name !== own);
  const { alive = [], gone = [] } = Object.groupBy(others, (name) => stateOf(join(folder, name + ENDING)));
  return { alive, gone };
}

/** What became of the process of a file. Of one that is gone, `use` gets the lock, and closes it. */
function stateOf(file: string, use = (lock: Database.Database): void => void lock.close()): "alive" | "gone" | "left" {
  let lock: Database.Database | undefined;
  try {
    lock = tryLock(file, { fileMustExist: true });
  } catch (error) {
    // Its process left, or a neighbour forgot it, since the folder was read, the file opened or locked.
    if (!existsSync(file)) return "left";
    throw error;
  }
  if (!lock) return "alive";
  use(lock);
  return "gone";
}

/** Deletes a file while its lock is held. Windows deletes no open file, and so none of a process that runs. */
function removeLocked(file: string, lock: Database.Database): void {
  if (process.platform === "win32") lock.close();
  rmSync(file, { force: true });
  lock.close();
}

const [LOCK_POLL_MS, LOCK_WAIT_MS] = [50, 120_000];

/** Runs something that only one process may do at a time, like creating tables. */
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

/** An open database that holds the lock, or undefined while another process does. */
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
