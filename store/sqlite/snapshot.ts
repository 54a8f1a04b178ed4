import type Database from "better-sqlite3";
import { given } from "#domain/text/given.ts";

/**
 * Synchronous reads see one state of the database. In one transaction they need no locks, which
 * cost more than most reads.
 */
export type Snapshot = {
  /** Keeps one state until the pause. */
  hold(): void;
  /** Changes with any commit of any process. Read once until the pause. */
  version(): number;
  /** The next read sees all commits. */
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
      if (!reader.open || !reader.inTransaction) return;
      try {
        end.run();
      } catch {}
    }
  }

  /** After all promises that settle without external events. */
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

export function snapshotOf(reader: Database.Database): Snapshot {
  const known = byReader.get(reader) ?? createSnapshot(reader);
  byReader.set(reader, known);
  return known;
}

/** Another object for the same reader shares its snapshot. */
export const shareSnapshot = (reader: Database.Database, other: Database.Database): void =>
  void byReader.set(other, snapshotOf(reader));

/** Registers a reader that must see the writer's commits. */
export const pairWith = (writer: Database.Database, reader: Database.Database): void =>
  void byWriter.set(writer, [...(byWriter.get(writer) ?? []), snapshotOf(reader)]);

/** Call before a commit: the writer's readers then see it at once and do not block checkpoints. */
export const beforeCommit = (writer: Database.Database): void =>
  byWriter.get(writer)?.forEach(({ release }) => void release());
