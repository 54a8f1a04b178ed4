import type Database from "better-sqlite3";

/**
 * A number that any commit changes, of this process or another. For the connection that writes, which sees what it has
 * not committed, it is NaN, which equals nothing.
 */
export function versionOf(client: Database.Database): () => number {
  if (!client.readonly) return () => Number.NaN;
  const version = client.prepare<[], number>("pragma data_version").pluck();
  return () => version.get()!;
}
