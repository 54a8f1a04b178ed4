import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { isVital } from "../../core/runtime/vital.ts";
import { given } from "../../domain/text/given.ts";
import type { Runner } from "../changes.ts";
import { inChange, requireChange } from "../in-change.ts";
import { repositoriesOn } from "../repositories.ts";
import type { Db } from "../sqlite/open.ts";
import { asCommitFault, DatabaseFailure } from "./failures.ts";
import { createLanes } from "./lanes.ts";
import { afterwards, createSharedTurns, type End } from "./shared-turns.ts";
import { AGAIN, BEGIN, COMMIT, codeOf, LOCKED, turnOf } from "./turn-queries.ts";

const [MOST_TRIES, PAUSE_MS] = [5, 20];
/** The lane of changes that touch all. */
const ALONE = "";

type Turns = {
  pool: pg.Pool;
  /** Connections that changes of `vitally` take, which wait behind no others of this node. */
  reserve: pg.Pool;
  begin?: pg.QueryConfig | undefined;
  /** How many changes may run at once. */
  most: number;
  /** Repositories over the connection of the change that asks. */
  databaseOf: (connection: () => pg.PoolClient, hooks: { admit: (text: string) => void }) => Db;
  /** Begins to copy what a commit changes, on the connection where the commit was sent. Undefined if others are copying. */
  copyBehind: (client: pg.PoolClient) => Promise<void> | undefined;
  /** After a commit, before the change answers. */
  afterCommit: (copying: Promise<void> | undefined) => Promise<void>;
};

/** A change that was committed, and the copying that began with the commit. */
type Done<T> = { value: T; copying?: Promise<void> | undefined };

/**
 * Changes of all nodes in turn: those that name what they touch with those that name the same, and all others alone.
 * Those of one node that would wait for each other queue here, so that they take one connection and not all.
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

    /** Commits, and begins to copy with a question that leaves with it. */
    function end(client: pg.PoolClient): End {
      const answer = client.query(COMMIT).catch((error: unknown) => {
        throw asCommitFault(error);
      });
      return { answer, copying: copyBehind(client) };
    }

    /** Those who waited here for one whose turn did not come would wait as long again, one after the other. */
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
        // The work asks at once: PostgreSQL answers when the turn has come, and nothing if there is none.
        const begun = Promise.all([client.query(begin), client.query(turnOf(touched))]);
        // Both have ended before anything is undone: afterwards, what the work still asks would be no part of the change.
        const [worked, began] = await Promise.allSettled([runs(), begun]);
        if (began.status === "rejected") {
          noTurn(began.reason);
          throw began.reason;
        }
        if (worked.status === "rejected") throw worked.reason;
        const ending = end(client);
        copying = ending.copying;
        const { command } = await ending.answer;
        // A failed statement has undone the change, even if the work went on.
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
      committed();
      return done;
    }

    /** Waits until this node has copied the change. The next one does not: it reads its own connection. */
    async function copied<T>(changed: Promise<Done<T>>, touched: readonly string[] | undefined): Promise<T> {
      const { value, copying } = await changed;
      // What was committed stays so, whatever happens now.
      if (touched?.length !== 0) await afterCommit(copying).catch(() => undefined);
      return value;
    }

    const share = createSharedTurns({
      connect: () => pool.connect(),
      inTurn: (work) => inLane([ALONE], work),
      ...{ begin, end, refusalOf, noTurn, committed, noted },
    });
    /** A change that touches all, with those that wait beside it. */
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
