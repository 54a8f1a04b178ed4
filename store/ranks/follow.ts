import { setImmediate as breathe } from "node:timers/promises";
import Database from "better-sqlite3";
import { given } from "#domain/text/given.ts";
import { versionOf } from "../sqlite/version.ts";

/** A list of changes written by triggers, as SQL. */
export type ChangeList = {
  newest: string;
  /** Up to a number of changes after another: each with its number and row id, null if unknown. */
  since: string;
};

const AT_ONCE = 200;
/** After more changes, reading all rows again is faster. The lists keep 20,000. */
const MOST_BEHIND = { share: 1 / 8, atLeast: 5000, atMost: 15_000 };
const ROWS_AT_ONCE = 5000;

/**
 * In-memory data about many rows, updated with the writes of every process. `read` adds rows in the
 * order of `rows`, once; `apply` updates changed ones.
 */
export function follow<T, Row>(
  client: Database.Database,
  { newest, since }: ChangeList,
  {
    rows,
    values,
    create,
    read,
    apply,
  }: {
    rows: string;
    values: string[];
    create: () => T;
    read: (kept: T, rows: Row[]) => void;
    apply: (kept: T, ids: number[]) => void;
  },
) {
  const last = client.prepare<[], number>(newest).pluck();
  const changes = client.prepare<[number, number], [seq: number, id: number | null]>(since).raw();
  const versionNow = versionOf(client);
  /**
   * Changes up to `seen` are applied, which are all until `version`; after too many, it is rebuilt.
   */
  let current: { kept: T; seen: number; version: number; mostBehind: number } | undefined;
  let building: Promise<void> | undefined;

  /** Uses its own connection, so no row changes while others run. */
  async function build(): Promise<void> {
    const snapshot = new Database(client.name, { readonly: true });
    try {
      snapshot.exec("begin");
      const seen = given(snapshot.prepare<[], number>(newest).pluck().get());
      const kept = create();
      let some: Row[] = [];
      let count = 0;
      for (const row of snapshot
        .prepare<string[], Row>(rows)
        .raw()
        .iterate(...values)) {
        count++;
        if (some.push(row) < ROWS_AT_ONCE) continue;
        read(kept, some);
        some = [];
        await breathe();
      }
      read(kept, some);
      const { share, atLeast, atMost } = MOST_BEHIND;
      const mostBehind = Math.max(atLeast, Math.min(atMost, count * share));
      current = { kept, seen, version: Number.NaN, mostBehind };
    } finally {
      snapshot.close();
    }
  }

  return {
    isReady: () => current !== undefined,
    async get(): Promise<T> {
      for (;;) {
        if (building) await building;
        const version = versionNow();
        if (current?.version === version) return current.kept;
        if (!current || given(last.get()) - current.seen > current.mostBehind) {
          building ??= build().finally(() => {
            building = undefined;
          });
          continue;
        }
        const batch = changes.all(current.seen, AT_ONCE);
        if (!batch.length) {
          current.version = version;
          return current.kept;
        }
        const ids = new Set<number>();
        for (const [, id] of batch) {
          if (id === null) current = undefined;
          else ids.add(id);
        }
        if (!current) continue;
        apply(current.kept, [...ids]);
        current.seen = given(batch.at(-1))[0];
        if (batch.length === AT_ONCE) await breathe();
      }
    },
  };
}
