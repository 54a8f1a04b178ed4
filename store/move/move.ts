import { differences } from "./differences.ts";
import type { Source, Table, Target } from "./tables.ts";

export type Moved = { tables: number; rows: number; corrected: number; lockedMs: number };

type Steps = {
  tables: readonly Table[];
  from: Source;
  to: Target & { finish(lastIds: ReadonlyMap<string, number>): void | Promise<void> };
  /** From now on, nobody can write where the rows come from. */
  lock: () => Promise<void>;
  now: () => number;
  tell: (text: string) => void;
};

/**
 * Copies all rows while the site goes on. Then it stops writes, compares both databases row by row, corrects what has
 * changed meanwhile, and compares that again. The target is complete or has nothing.
 */
export async function move({ tables, from, to, lock, now, tell }: Steps): Promise<Moved> {
  let copied = 0;
  for (const table of tables)
    for await (const rows of from.rows(table)) {
      await to.insert(table, rows).catch((error: unknown) => {
        throw new Error(`Rows of ${table.name} cannot be moved: ${(error as Error).message}`, { cause: error });
      });
      copied += rows.length;
    }
  tell(`Copied ${copied} rows of ${tables.length} tables. The site is read-only from now on.`);
  const since = now();
  await lock();
  const moved = { tables: tables.length, rows: 0, corrected: 0 };
  for (const table of tables) {
    const found = await differences(table, from.rows(table), to.rows(table));
    moved.rows += found.rows;
    if (found.missing.length + found.extra.length === 0) continue;
    moved.corrected += Math.max(found.missing.length, found.extra.length);
    if (found.extra.length) await to.remove(table, found.extra);
    if (found.missing.length) await to.insert(table, found.missing);
    const left = await differences(table, from.rows(table), to.rows(table));
    if (left.missing.length + left.extra.length)
      throw new Error(
        `${left.missing.length + left.extra.length} rows of ${table.name} are not the same after the move.`,
      );
  }
  await to.finish(await from.lastIds());
  return { ...moved, lockedMs: Math.round(now() - since) };
}
