import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { isVital } from "#core/runtime/vital.ts";
import { given } from "#domain/text/given.ts";
import type { Runner } from "../changes.ts";
import { inChange, requireChange } from "../in-change.ts";
import { repositoriesOn } from "../repositories.ts";
import type { Db } from "../sqlite/open.ts";
import { asCommitFault, DatabaseFailure } from "./failures.ts";
import { createLanes } from "./lanes.ts";
import { afterwards, createSharedTurns, type End } from "./shared-turns.ts";
import { AGAIN, BEGIN, COMMIT, codeOf, LOCKED, turnOf } from "./turn-queries.ts";

const [MOST_TRIES, PAUSE_MS] = [5, 20];
/** The lane of changes without `touched`. */
const ALONE = "";

type Turns = {
  pool: pg.Pool;
  /** For changes of `vitally`, which do not queue behind others of this node. */
  reserve: pg.Pool;
  begin?: pg.QueryConfig | undefined;
  most: number;
  databaseOf: (connection: () => pg.PoolClient, hooks: { admit: (text: string) => void }) => Db;
  /**
   * Starts copying a commit's changes on the connection that sent it. Undefined if others are
   * copying.
   */
  copyBehind: (client: pg.PoolClient) => Promise<void> | undefined;
  afterCommit: (copying: Promise<void> | undefined) => Promise<void>;
};

/** A committed change, and the copying that began with its commit. */
type Done<T> = { value: T; copying?: Promise<void> | undefined };

/**
 * Runs the changes of all nodes in turn: those with the same `touched` among themselves, all others
 * alone. Changes of one node queue here, so that waiting ones need no connection.
 */
export const createTurns =
  ({ pool, reserve, begin = BEGIN, most, databaseOf, copyBehind, afterCommit }: Turns): Runner =>
  ({ noted, committed }) => {
    const current = new AsyncLocalStorage<pg.PoolClient>();
    const connection = () => given(current.getStore());
    const tx = repositoriesOn(databaseOf(connection, { admit: requireChange }), "writes");
    const open = new Set<Promise<unknown>>();
    const inLane = createLanes(most);
    let refused: { at: number; error: unknown } | undefined;

    /** Commits and starts copying in the same round trip. */
    function end(client: pg.PoolClient): End {
      const answer = client.query(COMMIT).catch((error: unknown) => {
        throw asCommitFault(error);
      });
      return { answer, copying: copyBehind(client) };
    }

    /** Changes that queued behind one whose turn did not come would wait as long again. */
    const refusalOf = (cameAt: number) => (refused && cameAt < refused.at ? noted(refused.error) : undefined);
    const noTurn = (error: unknown) => {
      if (codeOf(error) === LOCKED) refused = { at: performance.now(), error };
    };

    async function once<T>(
      work: (given: typeof tx) => Promise<T>,
      touched: readonly string[] | undefined,
    ): Promise<Done<T>> {
      const client = await (isVital() ? reserve : pool).connect();
      let broken: Error | undefined;
      let copying: Promise<void> | undefined;
      try {
        const runs = () => current.run(client, () => inChange(() => work(tx)));
        if (touched?.length === 0) return { value: await runs() };
        // The work starts at once: PostgreSQL answers when its turn has come.
        const begun = Promise.all([client.query(begin), client.query(turnOf(touched))]);
        // Both must end before the rollback: later queries of the work would be outside the change.
        const [worked, began] = await Promise.allSettled([runs(), begun]);
        if (began.status === "rejected") {
          noTurn(began.reason);
          throw began.reason;
        }
        if (worked.status === "rejected") throw worked.reason;
        const ending = end(client);
        copying = ending.copying;
        const { command } = await ending.answer;
        // A failed statement has rolled back the change even if the work continued.
        if (command !== "COMMIT") throw new DatabaseFailure("A statement of the change failed, and its work went on.");
        return { value: worked.value, copying };
      } catch (error) {
        if (touched?.length !== 0)
          await client.query("rollback").catch((lost: Error) => {
            broken = lost;
          });
        throw error;
      } finally {
        afterwards(copying, () => client.release(broken));
      }
    }

    async function attempt<T>(
      work: (given: typeof tx) => Promise<T>,
      touched: readonly string[] | undefined,
    ): Promise<Done<T>> {
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
    ): Promise<Done<T>> {
      const refusal = refusalOf(cameAt);
      if (refusal) throw refusal;
      const done = await attempt(work, touched);
      // A change that locks nothing runs even while all others are kept out.
      if (touched?.length !== 0) committed();
      return done;
    }

    /**
     * Waits until this node has copied the change. The next change need not: it reads its own
     * connection.
     */
    async function copied<T>(changed: Promise<Done<T>>, touched: readonly string[] | undefined): Promise<T> {
      const { value, copying } = await changed;
      if (touched?.length !== 0) await afterCommit(copying).catch(() => undefined);
      return value;
    }

    const share = createSharedTurns({
      connect: () => pool.connect(),
      inTurn: (work) => inLane([ALONE], work),
      ...{ begin, end, refusalOf, noTurn, committed, noted },
    });
    /** A change that touches everything, with those waiting beside it. */
    function together<T>(work: (given: typeof tx) => Promise<T>, cameAt: number): Promise<Done<T>> {
      const { promise, resolve, reject } = Promise.withResolvers<Done<T>>();
      share({
        on: AsyncLocalStorage.bind(async (client) => {
          const value = await current.run(client, () => inChange(() => work(tx)));
          return (copying) => resolve({ value, copying });
        }),
        alone: AsyncLocalStorage.bind(() => change(work, undefined, cameAt).then(resolve, reject)),
        ...{ cameAt, reject },
      });
      return promise;
    }

    return {
      run(work, touched) {
        const cameAt = performance.now();
        const inTurn = () => change(work, touched, cameAt);
        const changed = isVital() ? inTurn() : touched ? inLane(touched, inTurn) : together(work, cameAt);
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
