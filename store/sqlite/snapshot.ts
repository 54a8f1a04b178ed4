import type Database from "better-sqlite3";
import { given } from "../../domain/text/given.ts";

/**
 * What everything sees of the database that runs without a pause: one state of it. In one
 * transaction reads need no locks of their own, which cost more than most rows.
 */
export type Snapshot = {
  /** The next reads see one state, until the pause. */
  hold(): void;
  /** A number that any commit changes, of this process or another. Asked once until the pause. */
  version(): number;
  /** The next read sees all that is committed. */
  release(): void;
};

const byReader = new WeakMap<Database.Database, Snapshot>();
const byWriter = new WeakMap<Database.Database, Snapshot[]>();

function createSnapshot(reader: Database.Database): Snapshot {
  const begin = reader.prepare("begin");
  /** A damaged file cannot be left by a commit. */
  const ends = ["commit", "rollback"].map((text) => reader.prepare(text));
  const askVersion = reader.prepare<[], number>("pragma data_version").pluck();
  let version: number | undefined;
  let isEnding = false;

  function release(): void {
    version = undefined;
    for (const end of ends) {
      // Some errors have ended it already.
      if (!reader.open || !reader.inTransaction) return;
      try {
        end.run();
      } catch {}
    }
  }

  /** After all promises that settle without waiting for anything outside. */
  function endAtPause(): void {
    if (isEnding) return;
    isEnding = true;
    queueMicrotask(() =>
      process.nextTick(() => {
        isEnding = false;
        release();
      }),
    );
  }

  return {
    hold() {
      if (!reader.inTransaction) begin.run();
      endAtPause();
    },
    version() {
      if (version === undefined) {
        version = given(askVersion.get());
        endAtPause();
      }
      return version;
    },
    release,
  };
}

/** The snapshot of a connection that only reads. */
export function snapshotOf(reader: Database.Database): Snapshot {
  const known = byReader.get(reader) ?? createSnapshot(reader);
  byReader.set(reader, known);
  return known;
}

/** Another object for the same reader has the same snapshot. */
export const shareSnapshot = (reader: Database.Database, other: Database.Database): void =>
  void byReader.set(other, snapshotOf(reader));

/** Tells which readers have to see what a writer commits. */
export const pairWith = (writer: Database.Database, reader: Database.Database): void =>
  void byWriter.set(writer, [...(byWriter.get(writer) ?? []), snapshotOf(reader)]);

/** Call it before a writer commits: its readers see that at once, and none keeps the log from being copied. */
export const beforeCommit = (writer: Database.Database): void =>
  byWriter.get(writer)?.forEach(({ release }) => void release());
