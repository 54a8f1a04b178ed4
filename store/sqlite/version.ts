import type Database from "better-sqlite3";
import { snapshotOf } from "./snapshot.ts";

/**
 * A number that changes with any commit of any process. NaN for the writing connection, which sees
 * uncommitted data.
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
