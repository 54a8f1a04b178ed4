import type Database from "better-sqlite3";

const versions = new WeakMap<Database.Database, () => number>();

/**
 * A number that any commit changes, of this process or another. For the connection that writes, which sees what it has
 * not committed, it is NaN, which equals nothing.
 */
export function versionOf(client: Database.Database): () => number {
  if (!client.readonly) return () => Number.NaN;
  const known = versions.get(client) ?? askedOnce(client);
  versions.set(client, known);
  return known;
}

/**
 * Asks once for what runs without a pause, as a page asks dozens of times. Rows are then never older than the version,
 * and a change is only answered after a pause.
 */
function askedOnce(client: Database.Database): () => number {
  const version = client.prepare<[], number>("pragma data_version").pluck();
  let asked: number | undefined;
  const forget = () => {
    asked = undefined;
  };
  return () => {
    if (asked === undefined) {
      asked = version.get()!;
      queueMicrotask(forget);
    }
    return asked;
  };
}

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
