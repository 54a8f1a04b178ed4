import type pg from "pg";
import { detached } from "../in-change.ts";
import { StoreUnavailable } from "../unavailable.ts";
import { DatabaseFailure } from "./failures.ts";
import { AGAIN, codeOf, named, turnOf } from "./turn-queries.ts";

/** How many changes share a turn, and for how long it admits more: other nodes wait meanwhile. */
const [MOST, MOST_MS] = [32, 50];
const [OPEN, KEEP] = [named("savepoint change"), named("release change")];
const UNDO = named("rollback to change");

/** A commit in flight, and the copying of its changes unless that begins later. */
export type End = { answer: Promise<pg.QueryResult>; copying: Promise<void> | undefined };

export function afterwards(copying: End["copying"], release: () => void): void {
  if (copying) copying.then(release, release);
  else release();
}

type Tell = (copying: End["copying"]) => void;

type Member = {
  /** Runs in the caller's context. */
  on(client: pg.PoolClient): Promise<Tell>;
  /** Runs in its own turn. Never throws. */
  alone(): Promise<void>;
  reject(error: unknown): void;
  cameAt: number;
};

type Options = {
  connect: () => Promise<pg.PoolClient>;
  begin: pg.QueryConfig;
  inTurn: (work: () => Promise<void>) => Promise<void>;
  /** Sends the commit. */
  end: (client: pg.PoolClient) => End;
  /** Why a change that arrived then is refused without a turn. */
  refusalOf: (cameAt: number) => unknown;
  noTurn: (error: unknown) => void;
  noted: (error: unknown) => unknown;
  committed: () => void;
};

/**
 * Waiting changes share a turn and a commit; one that fails is rolled back alone. If the turn
 * fails, or work continues after a failed statement, each runs again in its own turn.
 */
export function createSharedTurns({ connect, begin, inTurn, end, refusalOf, noTurn, noted, committed }: Options) {
  const queue: Member[] = [];
  let isServing = false;

  /**
   * Runs changes while there is time. Returns how to notify their callers, and those to run again.
   */
  async function runEach(members: readonly Member[], client: pg.PoolClient) {
    const told: Tell[] = [];
    const again: Member[] = [];
    const send = (query: pg.QueryConfig): Promise<unknown> => {
      const answered = client.query(query);
      answered.catch(() => undefined);
      return answered;
    };
    // The first change queries at once: PostgreSQL answers when its turn has come.
    const begun = Promise.all([send(begin), send(turnOf(undefined))]);
    begun.catch(noTurn);
    let until = Number.POSITIVE_INFINITY;
    for (const member of members) {
      if (performance.now() > until) break;
      const opened = send(OPEN);
      const [worked] = await Promise.allSettled([member.on(client), opened]);
      await begun;
      await opened;
      if (until === Number.POSITIVE_INFINITY) until = performance.now() + MOST_MS;
      if (worked.status === "fulfilled") {
        void send(KEEP);
        told.push(worked.value);
        continue;
      }
      await Promise.all([send(UNDO), send(KEEP)]);
      if (AGAIN.has(codeOf(worked.reason) ?? "")) again.push(member);
      else told.push(() => member.reject(noted(worked.reason)));
    }
    return { told, again };
  }

  /** Returns the changes to run again alone. */
  async function runTogether(members: readonly Member[]): Promise<readonly Member[]> {
    const client = await connect();
    let broken: Error | undefined;
    let hasEnded = false;
    let copying: End["copying"];
    try {
      const { told, again } = await runEach(members, client);
      const begun = members.slice(0, told.length + again.length);
      queue.unshift(...members.slice(begun.length));
      try {
        const ending = end(client);
        copying = ending.copying;
        const { command } = await ending.answer;
        hasEnded = true;
        if (command !== "COMMIT") throw new DatabaseFailure("The turn was not kept.");
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) return begun;
        // Without an answer the outcome is unknown, so none runs again.
        for (const { reject } of begun) reject(noted(error));
        return [];
      }
      committed();
      for (const tell of told) tell(copying);
      return again;
    } catch (error) {
      noted(error);
      return members;
    } finally {
      if (!hasEnded)
        await client.query("rollback").catch((lost: Error) => {
          broken = lost;
        });
      afterwards(copying, () => client.release(broken));
    }
  }

  async function serveNext(): Promise<void> {
    const members = queue.splice(0, MOST).filter(({ cameAt, reject }) => {
      const refusal = refusalOf(cameAt);
      if (refusal) reject(refusal);
      return !refusal;
    });
    try {
      const alone = members.length > 1 ? await runTogether(members) : members;
      for (const member of alone) await member.alone();
    } catch (error) {
      for (const { reject } of members) reject(noted(error));
    }
  }

  const serve = detached(async (): Promise<void> => {
    isServing = true;
    while (queue.length > 0) await inTurn(serveNext);
    isServing = false;
  });

  return (member: Member): void => {
    queue.push(member);
    if (!isServing) void serve();
  };
}
