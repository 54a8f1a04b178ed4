import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Deps } from "../../actions/context.ts";
import { untraced } from "../../core/tracing/trace.ts";
import { createJobRunner, type JobKind } from "../../jobs/runner.ts";
import { createDatabase } from "../helpers/database.ts";
import { presenceOf } from "../helpers/presence.ts";

let db: Awaited<ReturnType<typeof createDatabase>>;
let clock: number;
beforeEach(async () => {
  db = await createDatabase();
  clock = Date.parse("2026-11-18T10:00:00Z");
});
afterEach(() => {
  vi.useRealTimers();
  return db.close();
});

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };
const runner = (kinds: Record<string, JobKind>, presence = presenceOf()) =>
  createJobRunner(
    { store: db.store, now: () => new Date(clock), log: quiet, trace: untraced } as unknown as Deps,
    kinds,
    presence,
  );
/** What the runner plans passes when told. */
async function untilTimers(ms: number): Promise<void> {
  for (let leftMs = ms; leftMs > 0; leftMs -= 10) {
    await vi.advanceTimersByTimeAsync(10);
    // Enough for a poll that began: on PostgreSQL it takes a round trip.
    // Locking ends the connections to PostgreSQL, and this read may meet one of them.
    await db.store.jobs.countByState().catch(() => undefined);
  }
}
const add = (id: string, kind = "work", runAt = clock) =>
  db.store.change((tx) =>
    tx.jobs.add({ id, kind, payload: { id }, runAt: new Date(runAt), createdAt: new Date(clock) }),
  );
const kind = (run: (id: string) => Promise<void> | void, more: Partial<JobKind> = {}): JobKind => ({
  concurrency: 2,
  retryDelaysMs: [],
  run: async ({ id }: { id: string }) => run(id),
  ...more,
});

describe("the job runner", () => {
  it("runs each due job once, and keeps the others for later", async () => {
    const ran: string[] = [];
    await add("now");
    await add("now"); // the same id is the same job
    await add("later", "work", clock + 1000);
    const jobs = runner({ work: kind((id) => void ran.push(id)) });
    await jobs.drain();
    expect(ran).toEqual(["now"]);
    clock += 1000;
    await jobs.drain();
    expect(ran).toEqual(["now", "later"]);
    expect((await db.store.jobs.find("now"))?.state).toBe("done");
  });

  it("retries after the pauses of the job kind, then fails with the reason", async () => {
    let tries = 0;
    const gaveUp: string[] = [];
    await add("bad");
    const jobs = runner({
      work: kind(
        () => {
          tries++;
          throw new Error("no luck");
        },
        { retryDelaysMs: [1000, 5000], giveUp: async ({ id }: { id: string }) => void gaveUp.push(id) },
      ),
    });
    await jobs.drain();
    await jobs.drain();
    expect(tries).toBe(1);
    clock += 1000;
    await jobs.drain();
    expect(tries).toBe(2);
    clock += 5000;
    await jobs.drain();
    expect(tries).toBe(3);
    expect(gaveUp).toEqual(["bad"]);
    expect(await db.store.jobs.find("bad")).toMatchObject({ state: "failed", lastError: "no luck", attempts: 3 });
  });

  it("runs what a clock ahead of time has planned once the clock is right again", async () => {
    const right = clock;
    let isBroken = true;
    const ran: string[] = [];
    const work = kind(
      (id) => {
        if (id === "retried" && isBroken) throw new Error("no luck");
        ran.push(id);
      },
      { retryDelaysMs: [1000] },
    );
    const jobs = runner({ work });
    await add("retried");
    clock += 5 * 3_600_000;
    await jobs.drain();
    await add("at once");
    await add("later", "work", clock + 60_000);
    isBroken = false;
    clock = right;
    await jobs.drain();
    expect(ran).toEqual(["at once"]);
    clock += 1000;
    await jobs.drain();
    clock += 59_000;
    await runner({ work }).drain();
    expect(ran).toEqual(["at once", "retried", "later"]);
  });

  it("respects the concurrency of a job kind", async () => {
    let running = 0;
    let most = 0;
    for (let index = 0; index < 10; index++) await add(`job${index}`);
    await runner({
      work: kind(async () => {
        most = Math.max(most, ++running);
        await new Promise(setImmediate);
        running--;
      }),
    }).drain();
    expect(most).toBe(2);
  });

  it("claims a long queue in small batches, without delaying other kinds", async () => {
    for (let index = 0; index < 180; index++) await add(`slow${String(index).padStart(3, "0")}`, "slow", clock - 1000);
    await add("quick", "quick");
    const gate = Promise.withResolvers<void>();
    const quick = Promise.withResolvers<void>();
    const ran: string[] = [];
    const jobs = runner({
      slow: kind(async (id) => {
        await gate.promise;
        ran.push(id);
      }),
      quick: kind(() => quick.resolve()),
    });
    await jobs.start();
    await quick.promise;
    const { queued = 0, running = 0 } = await db.store.jobs.countByState();
    expect(running).toBeLessThanOrEqual(60);
    expect(queued).toBeGreaterThanOrEqual(120);
    gate.resolve();
    // Nothing wakes it: the line goes on by itself, to its end and in its order.
    await expect.poll(() => ran.length).toBe(180);
    expect(ran).toEqual(ran.toSorted());
    await jobs.stop(0);
  });

  describe("while nothing can be written", () => {
    const lock = () => db.writer.pragma("query_only = ON");
    const unlock = () => db.writer.pragma("query_only = OFF");
    const states = async (...ids: string[]) =>
      Promise.all(ids.map(async (id) => (await db.store.jobs.find(id))?.state));

    it("keeps a job's result, starts no other in its place, and saves it as soon as possible", async () => {
      await add("one");
      await add("two");
      const ran: string[] = [];
      const work = kind(
        (id) => {
          if (ran.push(id) === 1) lock();
        },
        { concurrency: 1 },
      );
      const jobs = runner({ work });
      await jobs.start();
      await expect.poll(() => db.store.waiting()).toBe(1);
      expect([ran, await states("one")]).toEqual([["one"], ["running"]]);
      unlock();
      await expect.poll(() => states("one", "two")).toEqual(["done", "done"]);
      expect(ran).toEqual(["one", "two"]);
      await jobs.stop(0);
    });

    it("also delays the job's writes, so that it does not run twice", async () => {
      await add("one");
      let runs = 0;
      const jobs = runner({
        work: {
          concurrency: 1,
          retryDelaysMs: [],
          run: async (_payload: never, { store }: Deps) => {
            runs++;
            lock();
            await store.change((tx) => tx.reference.saveSecret("result", "1"));
          },
        },
      });
      await jobs.start();
      await expect.poll(() => db.store.waiting()).toBe(1);
      unlock();
      await expect.poll(() => states("one")).toEqual(["done"]);
      expect([runs, await db.store.reference.findSecret("result")]).toEqual([1, "1"]);
      await jobs.stop(0);
    });

    it("leaves the job to the next start if the process is stopped meanwhile", async () => {
      await add("one");
      const ran: string[] = [];
      const work = kind((id) => {
        ran.push(id);
        lock();
      });
      const jobs = runner({ work });
      await jobs.start();
      await expect.poll(() => db.store.waiting()).toBe(1);
      await jobs.stop(0);
      unlock();
      // On PostgreSQL that ends all connections, and a read meets one before it is known.
      await expect.poll(() => states("one")).toEqual(["running"]);
      const next = runner({ work: kind((id) => void ran.push(id)) }, presenceOf("next", { gone: ["one"] }));
      await next.start();
      await next.drain();
      await next.stop(0);
      expect([ran, await states("one")]).toEqual([["one", "one"], ["done"]]);
    });

    it("polls again only after a pause", async () => {
      const jobs = runner({ work: kind(() => undefined) });
      await jobs.start();
      await add("due");
      lock();
      const looks = vi.spyOn(db.store.jobs, "dueKinds");
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      jobs.wake();
      await untilTimers(4_900);
      expect(looks.mock.calls.length).toBeLessThan(4);
      unlock();
      vi.useRealTimers();
      await jobs.stop(0);
    });
  });

  it("ignores unknown job kinds", async () => {
    await add("strange", "of-a-newer-version");
    const jobs = runner({ work: kind(() => undefined) });
    const looks = vi.spyOn(db.store.jobs, "dueKinds");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await jobs.start();
    await untilTimers(4_900);
    expect(looks.mock.calls.length).toBeLessThan(4);
    vi.useRealTimers();
    expect((await db.store.jobs.find("strange"))?.state).toBe("queued");
    await jobs.stop(0);
  });

  it("runs periodic jobs once per interval, also after downtime", async () => {
    let count = 0;
    const jobs = runner({
      tidy: { concurrency: 1, retryDelaysMs: [], everyMs: 3600_000, run: async () => void count++ },
    });
    await jobs.drain();
    await jobs.drain();
    expect(count).toBe(1);
    clock += 5 * 3600_000;
    await jobs.drain();
    expect(count).toBe(2);
  });

  it("aborts jobs that do not end in time on stop, and returns them as if they had not started", async () => {
    await add("slow");
    const begun = Promise.withResolvers<void>();
    const jobs = runner({
      work: {
        concurrency: 1,
        retryDelaysMs: [],
        run: (_payload: never, _deps: Deps, signal: AbortSignal) =>
          new Promise((_resolve, reject) => {
            begun.resolve();
            signal.addEventListener("abort", () => reject(signal.reason));
          }),
      },
    });
    await jobs.start();
    await begun.promise;
    await jobs.stop(10);
    const left = { state: "queued", attempts: 0, interruptions: 0, owner: null };
    expect(await db.store.jobs.find("slow")).toMatchObject(left);
  });
});
