import type Database from "better-sqlite3";
import { snapshotOf } from "./snapshot.ts";

/**
 * A number that any commit changes, of this process or another. For the connection that writes, which sees what it has
 * not committed, it is NaN, which equals nothing.
 */
export const versionOf = (client: Database.Database): (() => number) =>
  client.readonly ? snapshotOf(client).version : () => Number.NaN;

/** Reads a value again only after a commit. */
export function untilCommit<T>(client: Database.Database, read: () => T): () => T {
  const versionNow = versionOf(client);
  let known: { version: number; value: T } | undefined;
  return () => {
    const version = versionNow();
    if (known?.version !== version) known = { version, value: read() };
    return known.value;
  };
}
