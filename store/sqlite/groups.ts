import { AsyncLocalStorage } from "node:async_hooks";
import type Database from "better-sqlite3";
import { gather } from "#core/runtime/gather.ts";
import { given } from "#domain/text/given.ts";
import { detached } from "../in-change.ts";
import { createTransactions } from "./transactions.ts";

const MOST = 64;
/**
 * A group collects and starts changes for four times the duration of a commit, within these limits,
 * so that commits take a fifth of the time.
 */
const [COMMITS, LEAST_MS, MOST_MS] = [4, 10, 100];
/** Requests that wait for a change delay the next one by four rounds: http/turns.ts. */
const QUIET_ROUNDS = 6;

type Outcome = { isKept: boolean; deliver: () => void };
type Member = { run: () => Promise<Outcome>; reject: (error: unknown) => void };

type Hooks = { noted: (error: unknown) => unknown; committed: () => void };

/**
 * Runs changes in turn. Waiting changes share a transaction and so one disk write. A failed one is
 * rolled back alone, and callers are notified after the commit.
 */
export function createGroups(writer: Database.Database, { noted, committed }: Hooks) {
  const { begin, commit, rollBack } = createTransactions(writer);
  const queue: Member[] = [];
  /** How many at the front failed together and must run again alone. */
  let alone = 0;
  let serving: Promise<void> | undefined;
  let patienceMs = LEAST_MS;

  function commitAll(): void {
    const started = performance.now();
    commit();
    patienceMs = Math.min(Math.max(COMMITS * (performance.now() - started), LEAST_MS), MOST_MS);
    committed();
  }

  async function runAlone({ run, reject }: Member): Promise<void> {
    try {
      const { deliver } = await run();
      commitAll();
      deliver();
    } catch (error) {
      rollBack();
      reject(noted(error));
    }
  }

  async function runGroup(group: Member[]): Promise<void> {
    const until = performance.now() + patienceMs;
    const outcomes: Outcome[] = [];
    try {
      while (outcomes.length < group.length && performance.now() < until)
        outcomes.push(await runUndoably(given(group[outcomes.length])));
      if (outcomes.some(({ isKept }) => isKept)) commitAll();
      else rollBack();
      queue.splice(0, outcomes.length);
      for (const { deliver } of outcomes) deliver();
    } catch (error) {
      rollBack();
      noted(error);
      // They have seen each other's writes, and nobody was notified yet.
      alone = group.length;
    }
  }

  async function runUndoably({ run, reject }: Member): Promise<Outcome> {
    writer.exec("SAVEPOINT change");
    try {
      const outcome = await run();
      writer.exec("RELEASE change");
      return outcome;
    } catch (error) {
      const thrown = noted(error);
      // Fails if SQLite has rolled back the transaction, as when the disk is full.
      writer.exec("ROLLBACK TO change; RELEASE change");
      return { isKept: false, deliver: () => reject(thrown) };
    }
  }

  const serve = detached(async (): Promise<void> => {
    while (queue.length > 0) {
      if (alone === 0) await gather(() => queue.length, { most: MOST, quietRounds: QUIET_ROUNDS, mostMs: patienceMs });
      const waiting = queue.length;
      try {
        await begin();
      } catch (error) {
        const thrown = noted(error);
        for (const { reject } of queue.splice(0, waiting)) reject(thrown);
        alone = 0;
        continue;
      }
      if (alone > 0 || queue.length === 1) {
        await runAlone(given(queue.shift()));
        alone = Math.max(0, alone - 1);
      } else await runGroup(queue.slice(0, MOST));
    }
    serving = undefined;
  });

  return {
    /** Runs in the caller's context, possibly twice. */
    join<T>(work: () => Promise<T>): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const run = AsyncLocalStorage.bind(async (): Promise<Outcome> => {
        const value = await work();
        return { isKept: true, deliver: () => resolve(value) };
      });
      queue.push({ run, reject });
      serving ??= serve();
      return promise;
    },
    settled: async () => serving,
  };
}
