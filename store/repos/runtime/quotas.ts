import { given } from "#domain/text/given.ts";
import { once } from "#domain/text/once.ts";
import { lt } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { quotaWindows } from "../../sqlite/tables.ts";

export type Counted = { id: string; points: number; windowMs: number };
type Window = { count: number; leftMs: number };

export const quotaWrites = (db: Db) => {
  // New windows cannot begin below zero.
  const addAll = once(() =>
    db.$statement(`insert into quota_windows as known (id, count, ends_at)
      select value ->> 0, cast(value ->> 1 as bigint), cast(value ->> 2 as bigint) from json_each(?) where true
      on conflict (id) do update set
        count = max(0, excluded.count + case when known.ends_at <= ? then 0 else max(0, known.count) end),
        ends_at = case when known.ends_at <= ? then excluded.ends_at else known.ends_at end
      returning id, max(0, count), ends_at`),
  );
  return {
    /** Adds to windows or begins new ones. Counts never become negative. */
    async addAll(counted: readonly Counted[], at: Date): Promise<Window[]> {
      const now = at.getTime();
      const rows = [...Map.groupBy(counted, ({ id }) => id)].map(([id, of]) => [
        id,
        of.reduce((sum, { points }) => sum + points, 0),
        now + given(of[0]).windowMs,
      ]);
      // Sorted, to avoid deadlocks between processes.
      const found = await addAll().lists.all([JSON.stringify(rows.sort()), now, now]);
      const counts = new Map(
        found.map(([id, count, endsAt]) => [String(id), { count: Number(count), endsAt: Number(endsAt) }]),
      );
      return counted
        .toReversed()
        .map(({ id, points }) => {
          const { count, endsAt } = given(counts.get(id));
          counts.set(id, { count: Math.max(0, count - points), endsAt });
          return { count, leftMs: endsAt - now };
        })
        .toReversed();
    },
    async forgetBefore(at: Date): Promise<void> {
      await db.delete(quotaWindows).where(lt(quotaWindows.endsAt, at));
    },
  };
};
