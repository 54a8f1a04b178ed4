import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Deps } from "../../actions/context.ts";
import { untraced } from "../../core/tracing/trace.ts";
import { createJobRunner, type JobKind, type JobRunner } from "../../jobs/runner.ts";
import { createDatabase } from "../helpers/database.ts";
import { presenceOf } from "../helpers/presence.ts";

let db: Awaited<ReturnType<typeof createDatabase>>;
let clock: number;
let gone: string[];
let runners: JobRunner[];
beforeEach(async () => {
  db = await createDatabase();
  clock = Date.parse("2026-11-18T10:00:00Z");
  gone = [];
  runners = [];
});
afterEach(async () => {
  vi.useRealTimers();
  for (const runner of runners) await runner.stop(0);
  await db.close();
});

const log = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };
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

async function busy() {
  const { kind, begun, ...job } = slow();
  const one = process("one", { work: kind });
  await add("job");
  await one.start();
  return { one, signal: await begun, ...job };
}

describe("a job that runs in one process", () => {
  it("is not claimed by another process that sees its heartbeat, regardless of clocks", async () => {
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
    expect(await find("job")).toMatchObject({ state: "done", attempts: 1, interruptions: 0 });
  });

  it("is claimed if that process hangs, which then can neither write nor record a result", async () => {
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
    expect(await find("job")).toMatchObject({ state: "done", interruptions: 0 });
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
  /** Of all jobs named so far, only this one ends its process. */
  let deadly: string | undefined;
  let gaveUp: string[];
  let ran: string[];
  /** How many jobs hang in the process that was started last. */
  let hanging: number;
  beforeEach(() => {
    deadly = undefined;
    [gaveUp, ran] = [[], []];
    // A process that has ended looks for no more jobs, however long a test takes.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });
  const work = (given: Partial<JobKind> = {}): JobKind => ({
    concurrency: 9,
    retryDelaysMs: [],
    run: async ({ id }: { id: string }, _deps: Deps, signal: AbortSignal) => {
      if (id !== deadly && deadly !== "all") return void ran.push(id);
      hanging++;
      await untilAborted(signal);
    },
    giveUp: async ({ id }: { id: string }) => void gaveUp.push(id),
    ...given,
  });
  const kinds = () => ({ work: work(), mail: work({ cannotCrash: true }) });

  /** A process that lives for so many heartbeats, begins what it may, and ends without a word while a job runs. */
  async function live(beats: number, kindsNow = kinds()): Promise<JobRunner> {
    const name = `process ${gone.length}`;
    const runner = process(name, kindsNow);
    hanging = 0;
    await runner.start();
    for (let beat = 0; beat < beats; beat++) await runner.beat();
    await settled(runner);
    gone.push(name);
    return runner;
  }
  /** What does not hang has ended, and what may run with it has begun. */
  async function settled(runner: JobRunner): Promise<void> {
    const looks = vi.spyOn(db.store.jobs, "dueKinds");
    let [before, since] = ["", 0];
    // Looks begin one after the other: the second of three has found nothing more to begin.
    const looksSince = async () => {
      runner.wake();
      // Results that are being saved come first.
      await db.store.change(async () => undefined);
      const now = JSON.stringify([await db.store.jobs.countByState(), ran, hanging]);
      const { running = 0 } = await db.store.jobs.countByState();
      if (now !== before || running !== hanging) [before, since] = [now, looks.mock.calls.length];
      return looks.mock.calls.length - since;
    };
    await expect.poll(looksSince, { interval: 1 }).toBeGreaterThan(2);
    looks.mockRestore();
  }
  const [BRIEF, LONG] = [0, 3];

  it("runs alone after the second time, and is given up with a reason after three more attempts", async () => {
    for (const id of ["a", "b", "c"]) await add(id);
    deadly = "all";
    await live(BRIEF);
    deadly = "b";
    await live(BRIEF);
    expect(ran.toSorted()).toEqual(["a"]);
    await add("later");
    for (let life = 0; life < 3; life++) {
      await live(LONG);
      expect(await find("b")).toMatchObject({ state: "running", interruptions: life });
    }
    expect(gaveUp).toEqual([]);
    await live(LONG);
    expect(gaveUp).toEqual(["b"]);
    expect(await find("b")).toMatchObject({
      state: "failed",
      lastError: expect.stringMatching(
        /^Given up: its process ended 3 times while no other job ran .* 2026-11-18T10:00/,
      ),
    });
    // A kill between the end of a job and the row that says so runs it once more.
    expect([...new Set(ran)].toSorted()).toEqual(["a", "c", "later"]);
    await db.store.change((tx) => tx.jobs.again(new Date(clock), "b"));
    expect(await find("b")).toMatchObject({ state: "queued", crashes: 0, interruptions: 0 });
  });

  it.each([
    ["work", BRIEF, "something else ends the process soon after each start"],
    ["mail", LONG, "it is an email"],
  ])("is never blamed if %s and the process lives for %i heartbeats, because %s", async (kind, beats) => {
    for (const id of ["a", "b", "c"]) await add(id, kind);
    deadly = "all";
    for (let life = 0; life < 8; life++) await live(beats);
    deadly = undefined;
    await live(LONG);
    expect([ran.toSorted(), gaveUp]).toEqual([["a", "b", "c"], []]);
    for (const id of ran) expect(await find(id)).toMatchObject({ state: "done", interruptions: 0 });
  });

  it("holds up all work while it runs alone, but no email", async () => {
    await add("bad");
    deadly = "bad";
    for (let life = 0; life < 2; life++) await live(BRIEF);
    const runner = await live(LONG);
    expect(await find("bad")).toMatchObject({ state: "running" });
    await add("waits");
    await add("email", "mail");
    await settled(runner);
    expect(ran).toEqual(["email"]);
    expect(await find("waits")).toMatchObject({ state: "queued" });
  });

  it("is not blamed if the process was stopped without enough time", async () => {
    await add("slow");
    deadly = "slow";
    for (let life = 0; life < 2; life++) await live(BRIEF);
    const runner = await live(LONG);
    void runner.stop(3_600_000);
    await expect.poll(() => find("slow")).toMatchObject({ state: "running", crashes: 0 });
    await process("next", { other: quick([]) }).start();
    expect(await find("slow")).toMatchObject({ state: "queued", crashes: 1, interruptions: 0 });
  });
});
