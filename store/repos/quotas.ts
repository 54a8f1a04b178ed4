import { statement } from "../sql/statement.ts";
import { lt, sql } from "../sqlite/drizzle.ts";
import type { Db } from "../sqlite/open.ts";
import { quotaWindows } from "../sqlite/tables.ts";

type Counted = { id: string; points: number; at: Date; endsAt: Date };

export const quotaWrites = (db: Db) => {
  const t = quotaWindows;
  const add = statement(({ id, points, first, at, endsAt }: Counted & { first: number }) => {
    const isOver = sql`${t.endsAt} <= ${at}`;
    return db
      .insert(t)
      .values({ id, count: sql`${first}`, endsAt })
      .onConflictDoUpdate({
        target: t.id,
        set: {
          count: sql`case when ${isOver} or ${t.count} + ${points} < 0 then ${first} else ${t.count} + ${points} end`,
          endsAt: sql`case when ${isOver} then excluded.ends_at else ${t.endsAt} end`,
        },
      })
      .returning({ count: t.count, endsAt: t.endsAt });
  });
  return {
    /** Adds to the count of a window, or begins a new one. Takes no more away than there is. */
    async add({ id, points, at, endsAt }: Counted): Promise<{ count: number; leftMs: number }> {
      const window = (await add.get({ id, points, first: Math.max(0, points), at, endsAt }))!;
      return { count: window.count, leftMs: window.endsAt.getTime() - at.getTime() };
    },
    async forgetBefore(at: Date): Promise<void> {
      await db.delete(t).where(lt(t.endsAt, at));
    },
  };
};
