import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import type { Runner } from "../changes.ts";
import { inChange, requireChange } from "../in-change.ts";
import { repositoriesOn } from "../repositories.ts";
import type { Db } from "../sqlite/open.ts";
import { asCommitFault, DatabaseFailure } from "./failures.ts";
import { createLanes } from "./lanes.ts";

/** Locks everything that changes touch; kept alone, or shared by changes that name what they touch. */
export const ALL_CHANGES = 734_001;
const [MOST_TRIES, PAUSE_MS] = [5, 20];
/** The lane of changes that touch all. */
const ALONE = "";
/** Serialization failure and deadlock: the same change may succeed when it runs again. */
const AGAIN = new Set(["40001", "40P01"]);
/** The turn did not come in time. */
const LOCKED = "55P03";

const [BEGIN, COMMIT] = ["begin", "commit"].map((text) => ({ name: text, text })) as [pg.QueryConfig, pg.QueryConfig];

/** The turn of a change, its first statement: what it reads afterwards is what earlier turns left. */
function turnOf(touched: readonly string[] | undefined): pg.QueryConfig {
  if (!touched) return { name: "turn", text: `select pg_advisory_xact_lock(${ALL_CHANGES})` };
  // In one order for all, so that no two wait for each other.
  const names = [...new Set(touched)].sort();
  const locks = names.map((_, at) => `pg_advisory_xact_lock(hashtextextended($${at + 1}, 0))`);
  return {
    name: `turn of ${names.length}`,
    text: `select ${[`pg_advisory_xact_lock_shared(${ALL_CHANGES})`, ...locks].join(", ")}`,
    values: names,
  };
}

type Turns = {
  pool: pg.Pool;
  /** How many changes may run at once. */
  most: number;
  /** Repositories over the connection of the change that asks. */
  databaseOf: (connection: () => pg.PoolClient, hooks: { admit: (text: string) => void }) => Db;
  /** After a commit, before the change answers. */
  afterCommit: () => Promise<void>;
};

/**
 * Changes of all nodes in turn: those that name what they touch with those that name the same, and all others alone.
 * Those of one node that would wait for each other queue here, so that they take one connection and not all.
 */
export const createTurns =
  ({ pool, most, databaseOf, afterCommit }: Turns): Runner =>
  ({ noted, committed }) => {
    const current = new AsyncLocalStorage<pg.PoolClient>();
    const connection = () => current.getStore()!;
    const tx = repositoriesOn(databaseOf(connection, { admit: requireChange }), "writes");
    const open = new Set<Promise<unknown>>();
    const inLane = createLanes(most);
    let refused: { at: number; error: unknown } | undefined;

    async function once<T>(work: (given: typeof tx) => Promise<T>, touched: readonly string[] | undefined): Promise<T> {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        const runs = () => current.run(client, () => inChange(() => work(tx)));
        if (touched?.length === 0) return await runs();
        // The work asks at once: PostgreSQL answers when the turn has come, and nothing if there is none.
        const begun = Promise.all([client.query(BEGIN), client.query(turnOf(touched))]);
        // Both have ended before anything is undone: afterwards, what the work still asks would be no part of the change.
        const [worked, began] = await Promise.allSettled([runs(), begun]);
        if (began.status === "rejected") {
          if (codeOf(began.reason) === LOCKED) refused = { at: performance.now(), error: began.reason };
          throw began.reason;
        }
        if (worked.status === "rejected") throw worked.reason;
        const { command } = await client.query(COMMIT).catch((error: unknown) => {
          throw asCommitFault(error);
        });
        // A failed statement has undone the change, even if the work went on.
        if (command !== "COMMIT") throw new DatabaseFailure("A statement of the change failed, and its work went on.");
        return worked.value;
      } catch (error) {
        if (touched?.length !== 0)
          await client.query("rollback").catch((lost: Error) => {
            broken = lost;
          });
        throw error;
      } finally {
        client.release(broken);
      }
    }

    async function attempt<T>(
      work: (given: typeof tx) => Promise<T>,
      touched: readonly string[] | undefined,
    ): Promise<T> {
      for (let tries = 1; ; tries++)
        try {
          return await once(work, touched);
        } catch (error) {
          if (tries === MOST_TRIES || !AGAIN.has(codeOf(error) ?? "")) throw noted(error);
          await delay(PAUSE_MS * tries);
        }
    }

    async function change<T>(
      work: (given: typeof tx) => Promise<T>,
      touched: readonly string[] | undefined,
      cameAt: number,
    ): Promise<T> {
      // Those who waited here for one whose turn did not come would wait as long again, one after the other.
      if (refused && cameAt < refused.at) throw noted(refused.error);
      const value = await attempt(work, touched);
      committed();
      return value;
    }

    /** Waits until this node has copied the change. The next one does not: it reads its own connection. */
    async function copied<T>(changed: Promise<T>, touched: readonly string[] | undefined): Promise<T> {
      const value = await changed;
      // What was committed stays so, whatever happens now.
      if (touched?.length !== 0) await afterCommit().catch(() => undefined);
      return value;
    }

    return {
      run(work, touched) {
        const cameAt = performance.now();
        const changed = inLane(touched ?? [ALONE], () => change(work, touched, cameAt));
        const running = copied(changed, touched);
        const settled = running.then(
          () => undefined,
          () => undefined,
        );
        open.add(settled);
        void settled.then(() => open.delete(settled));
        return running;
      },
      settled: () => Promise.all(open),
    };
  };

const codeOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  return "code" in error && typeof error.code === "string" ? error.code : codeOf(error.cause);
};
