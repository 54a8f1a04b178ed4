import type Database from "better-sqlite3";
import { type ChangeList, follow } from "./follow.ts";
import { createRank, type Key, type Rank, type Slice, type Some } from "./rank.ts";

/** An order of a table's rows, as SQL. */
export type Order = {
  table: string;
  /** Where keys of a few rows are read: the table or a narrow index. */
  keys: string;
  shown: string;
  /** Columns, each with an optional `desc`. The id comes last, so no two rows are equal. */
  by: string[];
};

/** Pages up to here are read from the order's index. */
const SHALLOW = 500;

/** Like SQLite: null is the smallest. */
function byColumns(by: readonly string[]): (a: Key, b: Key) => number {
  const signs = by.map((column) => (column.endsWith(" desc") ? -1 : 1));
  return (a, b) => {
    for (const [index, sign] of signs.entries()) {
      const [one, other] = [a[index] ?? null, b[index] ?? null];
      if (one === other) continue;
      return one === null || (other !== null && one < other) ? -sign : sign;
    }
    return 0;
  };
}

export function followRank(client: Database.Database, changes: ChangeList, { table, keys, shown, by }: Order) {
  const columns = by.map((column) => column.replace(" desc", "")).join(", ");
  const order = `order by ${by.join(", ")}`;
  const keysOf = client
    .prepare<[string], Key>(`select ${columns} from ${keys} where id in (select value from json_each(?)) and ${shown}`)
    .raw();
  const top = client
    .prepare<[number, number], number>(`select id from ${table} where ${shown} ${order} limit ? offset ?`)
    .pluck();
  const readKeys = (ids: Iterable<number>): Key[] => keysOf.all(JSON.stringify([...ids]));

  const followed = follow<Rank, Key>(client, changes, {
    rows: `select ${columns} from ${table} where ${shown} ${order}`,
    values: [],
    create: () => createRank(byColumns(by), readKeys),
    read: (rank, rows) => rank.append(rows),
    apply(rank, ids) {
      const found = new Map(readKeys(ids).map((key) => [key.at(-1), key]));
      for (const id of ids) rank.put(id, found.get(id));
    },
  });

  return {
    isReady: followed.isReady,
    /** Loads the order, which deep pages and filtered ones need. */
    warm: async (): Promise<void> => void (await followed.get()),
    /** Some or all rows, with exceptions. */
    async ids(slice: Slice, some?: Some, without?: ReadonlySet<number>): Promise<number[]> {
      const { offset, limit } = slice;
      if (!some && !without && offset + limit <= SHALLOW) return top.all(limit, offset);
      return (await followed.get()).slice(slice, some, without);
    },
  };
}

export type FollowedRank = ReturnType<typeof followRank>;
