import { statement } from "../../sql/statement.ts";
import { eq, gt, lt, lte, sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { crawlHosts } from "../../sqlite/tables.ts";

type Turn = { host: string; at: Date; gapMs: number; holdMs: number };

export const crawlHostWrites = (db: Db) => {
  const busy = statement(({ host }: { host: string }) =>
    db.select({ busyUntil: crawlHosts.busyUntil }).from(crawlHosts).where(eq(crawlHosts.host, host)),
  );
  // A time further ahead is from a clock that was wrong.
  type Taking = { host: string; until: Date; freeSince: Date; latest: Date };
  const take = statement(({ host, until, freeSince, latest }: Taking) =>
    db
      .insert(crawlHosts)
      .values({ host, busyUntil: until })
      .onConflictDoUpdate({
        target: crawlHosts.host,
        set: { busyUntil: sql`excluded.busy_until` },
        setWhere: sql`${lte(crawlHosts.busyUntil, freeSince)} or ${gt(crawlHosts.busyUntil, latest)}`,
      })
      .returning({ host: crawlHosts.host }),
  );
  return {
    /**
     * Claims a host for one request, `gapMs` after the last one, for `holdMs` at most. Returns the
     * time to wait; 0 if claimed.
     */
    async take({ host, at, gapMs, holdMs }: Turn): Promise<number> {
      const now = at.getTime();
      const taken = await take.get({
        host,
        until: new Date(now + holdMs),
        freeSince: new Date(now - gapMs),
        latest: new Date(now + 2 * holdMs),
      });
      if (taken) return 0;
      const until = (await busy.get({ host }))?.busyUntil.getTime() ?? now;
      return Math.max(1, until + gapMs - now);
    },
    leave: statement((host: string, at: Date) =>
      db.update(crawlHosts).set({ busyUntil: at }).where(eq(crawlHosts.host, host)),
    ).run,
    async forgetBefore(before: Date): Promise<void> {
      await db.delete(crawlHosts).where(lt(crawlHosts.busyUntil, before));
    },
  };
};
