import type pg from "pg";
import { isVisitor } from "#core/runtime/visitors.ts";
import type { Asked } from "./driver.ts";

/** Delay before asking a replica again: one that lags, and one that fails. */
const [BEHIND_MS, DOWN_MS] = [10, 1000];

/** A log position like 16/B374D848. */
const placeOf = (lsn: string): bigint => {
  const [high = "0", low = "0"] = lsn.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
};

/**
 * A streaming replica for visitors' reads, used only once it has everything this process knows of,
 * so that cached data is never older than the list of changes. Failed queries go to the primary.
 */
export function readCopy(pool: pg.Pool, known: () => string | undefined) {
  let has = 0n;
  let asking: NodeJS.Timeout | undefined;
  let isClosed = false;
  pool.on("error", () => undefined);

  function ask(afterMs: number): void {
    if (isClosed || asking) return;
    asking = setTimeout(async () => {
      let pauseMs = BEHIND_MS;
      try {
        const { rows } = await pool.query<{ lsn: string | null }>("select pg_last_wal_replay_lsn()::text as lsn");
        if (rows[0]?.lsn) has = placeOf(rows[0].lsn);
        else pauseMs = DOWN_MS;
      } catch {
        has = 0n;
        pauseMs = DOWN_MS;
      }
      asking = undefined;
      if (!isCurrent()) ask(pauseMs);
    }, afterMs);
    asking.unref();
  }
  const isCurrent = (): boolean => {
    const lsn = known();
    return lsn !== undefined && has >= placeOf(lsn);
  };

  let counts = { copy: 0, origin: 0 };
  return {
    of(origin: pg.Pool): Asked {
      if (!isVisitor()) return origin;
      if (!isCurrent()) {
        ask(0);
        counts.origin++;
        return origin;
      }
      counts.copy++;
      const query = (config: pg.QueryConfig) => pool.query(config).catch(() => origin.query(config));
      return { query } as Asked;
    },
    /** Queries answered by each since the last call. */
    taken() {
      const before = counts;
      counts = { copy: 0, origin: 0 };
      return before;
    },
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(asking);
      await pool.end();
    },
  };
}

export type ReadCopy = ReturnType<typeof readCopy>;
