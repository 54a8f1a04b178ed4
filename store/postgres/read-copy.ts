import type pg from "pg";
import { isVisitor } from "../../core/runtime/visitors.ts";
import type { Asked } from "./driver.ts";

/** Between two questions to a copy that is behind, and to one that cannot be asked. */
const [BEHIND_MS, DOWN_MS] = [10, 1000];

/** A place in the log, like 16/B374D848. */
const placeOf = (lsn: string): bigint => {
  const [high = "0", low = "0"] = lsn.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
};

/**
 * A streaming copy of the database, for what visitors read. It is asked while it has everything that this process knows of, so
 * that nothing older is remembered than what the list of changes has told. Whatever it refuses is asked where it came from.
 */
export function readCopy(pool: pg.Pool, known: () => string | undefined) {
  let has = 0n;
  let asking: NodeJS.Timeout | undefined;
  let isClosed = false;
  pool.on("error", () => undefined);

  /** Asks until it has what was known when it was needed. */
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
    /** The copy for a visitor, if it may be asked. */
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
    /** How many questions of visitors each has answered since the last call. */
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
