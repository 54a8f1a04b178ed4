import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Deps } from "../../actions/context.ts";
import { untraced } from "../../core/tracing/trace.ts";
import { createJobRunner, type JobKind, type JobRunner } from "../../jobs/runner.ts";
import { createDatabase } from "../helpers/database.ts";
import { presenceOf } from "../helpers/presence.ts";

let db: Awaited<ReturnType<typeof createDatabase>>;
let clock: number;
/** Processes that have ended without a word. */
let gone: string[];
let runners: JobRunner[];
beforeEach(async () => {
  db = await createDatabase();
  clock = Date.parse("2026-11-18T10:00:00Z");
  gone = [];
  runners = [];
});
afterEach(async () => {
  for (const runner of runners) await runner.stop(0);
  await db.close();
});

const log = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };
/** A process of its own on the one database. */
function process(name: string, kinds: Record<string, JobKind>): JobRunner {
  const deps = { store: db.store, now: () => new Date(clock), log, trace: untraced } as unknown as Deps;
  const runner = createJobRunner(
    deps,
    kinds,
    presenceOf(name, {
      get gone() {
        return gone.filter((other) => other !== name);
      },
    }),
  );
  runners.push(runner);
  return runner;
}
const add = (id: string, kind = "work", runAt = clock) =>
  db.store.change((tx) =>
    tx.jobs.add({ id, kind, payload: { id }, runAt: new Date(runAt), createdAt: new Date(clock) }),
  );
const find = (id: string) => db.store.jobs.find(id);
const quick = (ran: string[]): JobKind => ({
  concurrency: 2,
  retryDelaysMs: [],
  run: async ({ id }: { id: string }) => void ran.push(id),
});

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

/** A kind whose job waits for the test, and then makes a change. */
function slow() {
  const begun = Promise.withResolvers<AbortSignal>();
  const gate = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<unknown>();
  const kind: JobKind = {
    concurrency: 2,
    retryDelaysMs: [],
    async run({ id }: { id: string }, { store }: Deps, signal: AbortSignal) {
      begun.resolve(signal);
      await gate.promise;
      const effect = { id: `effect of ${id}`, kind: "effect", payload: {}, runAt: new Date(0), createdAt: new Date(0) };
      await store
        .change((tx) => tx.jobs.add(effect))
        .then(ended.resolve, (error) => {
          ended.resolve(error);
          throw error;
        });
    },
  };
  return { kind, begun: begun.promise, finish: () => gate.resolve(), ended: ended.promise };
}

/** A process in the middle of a job. */
async function busy() {
  const { kind, begun, ...job } = slow();
  const one = process("one", { work: kind });
  await add("job");
  await one.start();
  return { one, signal: await begun, ...job };
}

describe("a job that runs in one process", () => {
  it("is not claimed by another process that sees its heartbeat, whatever the clock says", async () => {
    const { one, finish, ended } = await busy();
    const ran: string[] = [];
    const two = process("two", { work: quick(ran) });
    await two.start();
    for (const hours of [9, -30, 48, 0, 0]) {
      clock += hours * 3600_000;
      await one.beat();
      await two.beat();
      await two.drain();
    }
    expect(ran).toEqual([]);
    finish();
    expect(await ended).toBeUndefined();
    await one.drain();
    expect(await find("job")).toMatchObject({ state: "done", attempts: 1, interruptions: 0, owner: null });
    expect(await find("effect of job")).toBeDefined();
  });

  it("is claimed at once when that process has ended", async () => {
    await busy();
    const ran: string[] = [];
    gone.push("one");
    const two = process("two", { work: quick(ran) });
    await two.start();
    await two.drain();
    expect(ran).toEqual(["job"]);
    expect(await find("job")).toMatchObject({ state: "done", attempts: 1, interruptions: 1 });
  });

  it("is claimed when that process hangs, which can then neither write nor record a result", async () => {
    const { one, signal, finish, ended } = await busy();
    const ran: string[] = [];
    const two = process("two", { work: quick(ran) });
    await two.start();
    for (const beats of [1, 2]) {
      await two.beat();
      await two.drain();
      expect(ran, `after ${beats}`).toEqual([]);
    }
    await two.beat();
    await two.drain();
    expect(ran).toEqual(["job"]);
    finish();
    expect(await ended).toMatchObject({ name: "LeaseLost" });
    await one.drain();
    expect(await find("effect of job")).toBeUndefined();
    expect(await find("job")).toMatchObject({ state: "done", interruptions: 1 });
    expect(signal.aborted).toBe(false);
  });

  it("is aborted at the first heartbeat after another process claimed it", async () => {
    const { one, signal, finish } = await busy();
    const two = process("two", { other: quick([]) });
    await two.start();
    for (let beat = 0; beat < 3; beat++) await two.beat();
    expect(await find("job")).toMatchObject({ state: "queued", owner: null });
    await one.beat();
    expect(signal.reason).toMatchObject({ name: "LeaseLost" });
    finish();
  });
});

describe("a job whose process is killed while it runs", () => {
  /** Lets one process after the other begin what is due, and end without a word. */
  async function crash(times: number, kinds: Record<string, JobKind>): Promise<void> {
    for (let time = 0; time < times; time++) {
      clock += 60_000;
      const name = `process ${gone.length}`;
      const runner = process(name, kinds);
      await runner.start();
      await expect.poll(() => db.store.jobs.countByState()).toMatchObject({ running: expect.any(Number) });
      gone.push(name);
    }
  }
  const endless = (given: Partial<JobKind> = {}): JobKind => ({
    concurrency: 3,
    retryDelaysMs: [],
    run: (_payload: never, _deps: Deps, signal: AbortSignal) => untilAborted(signal),
    ...given,
  });

  it("is given up with a reason after the third time", async () => {
    const gaveUp: string[] = [];
    const kind = endless({ giveUp: async ({ id }: { id: string }) => void gaveUp.push(id) });
    await add("bad");
    await crash(2, { work: kind });
    const calm = process("calm", { work: kind });
    await calm.start();
    await calm.drain();
    // The last try waits a minute: a process that something else kills again and again may come to rest.
    expect(await find("bad")).toMatchObject({ state: "queued", interruptions: 2, runAt: new Date(clock + 60_000) });
    await calm.stop(0);
    await crash(1, { work: kind });
    expect(gaveUp).toEqual([]);
    const last = process("last", { work: kind });
    await last.start();
    await last.drain();
    expect(gaveUp).toEqual(["bad"]);
    expect(await find("bad")).toMatchObject({
      state: "failed",
      interruptions: 3,
      lastError: expect.stringMatching(/^Given up after 3 interruptions\. .* 2026-11-18T10:03:00\.000Z\.$/),
    });
    await db.store.change((tx) => tx.jobs.again(new Date(clock), "bad"));
    expect(await find("bad")).toMatchObject({ state: "queued", interruptions: 0 });
  });

  it("does not fail other jobs, because interrupted jobs run one at a time", async () => {
    for (const id of ["a", "b", "c"]) await add(id);
    await crash(1, { work: endless() });
    for (const id of ["a", "b", "c"]) expect(await find(id)).toMatchObject({ state: "running" });
    // From here on only b ends its process.
    const ran: string[] = [];
    const deadly: JobKind = {
      concurrency: 3,
      retryDelaysMs: [],
      run: async ({ id }: { id: string }, _deps: Deps, signal: AbortSignal) =>
        id === "b" ? untilAborted(signal) : void ran.push(id),
    };
    for (let life = 0; life < 4; life++) {
      const name = `later ${life}`;
      const runner = process(name, { work: deadly });
      await runner.start();
      clock += 60_000;
      runner.wake();
      await expect.poll(async () => (await find("b"))!.state).toMatch(/running|failed/);
      if ((await find("b"))!.state === "failed") break;
      gone.push(name);
    }
    await expect.poll(() => ran.toSorted()).toEqual(["a", "c"]);
    expect(await find("b")).toMatchObject({ state: "failed", interruptions: 3 });
    for (const id of ["a", "c"]) expect(await find(id)).toMatchObject({ state: "done", interruptions: 1 });
  });
});
