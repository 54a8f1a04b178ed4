import PQueue from "p-queue";
import type { Settings } from "../config.ts";
import type { Deps } from "../context.ts";
import type { Job } from "../store/repos/jobs.ts";
import type { Store } from "../store/store.ts";

/** One kind of work. It may run twice (a crash after the effect, before the note of it), so it must be safe to. */
export type JobKind = {
  concurrency: number;
  /** Pauses before each retry, in ms; when they are used up the job has failed. */
  retryDelaysMs: number[];
  run: (payload: never, deps: Deps, signal: AbortSignal) => Promise<void>;
  /** Leaves the world in order when the last try failed. */
  giveUp?: (payload: never, deps: Deps) => Promise<void>;
  /** Runs once in each stretch of this many ms, and at the first chance after a pause. Settings may decide it, or that it never runs. */
  everyMs?: number | ((settings: Settings) => number | undefined);
};

export type JobRunner = {
  /** Takes up what an earlier process left, then runs what is due, now and later. */
  start(): Promise<void>;
  /** New rows may be due. */
  wake(): void;
  /** Resolves when nothing is due and nothing runs. */
  drain(): Promise<void>;
  /** Starts nothing new; waits for what runs, then aborts it. What was aborted is due again at the next start. */
  stop(graceMs: number): Promise<void>;
};

const LONGEST_NAP_MS = 60_000;
/** After a look that failed, because the disk is full for one, the next one waits. */
const REST_MS = 5000;
/** Rows of one kind that are taken up at a time; all others wait in the store, where they cost no memory. */
const BATCH = 50;

/** Runs job rows of the store with p-queue, each kind with its own concurrency, so that none waits for another kind. */
export function createJobRunner(deps: Deps, kinds: Record<string, JobKind>): JobRunner {
  const { store, now, log } = deps;
  const queues = new Map(Object.entries(kinds).map(([name, { concurrency }]) => [name, new PQueue({ concurrency })]));
  const abort = new AbortController();
  /** What a job did is written as soon as it can be, and not done again because the disk was full. */
  const inTime: Store["change"] = (work) => store.changeInTime(work, abort.signal);
  const depsInTime = (): Deps => ({ ...deps, store: { ...store, change: inTime } });
  let timer: NodeJS.Timeout | undefined;
  let stopped = true;
  let looking: Promise<number> | undefined;
  let again = false;
  /** The moment of the last look: what was due then and is not taken up waits for the end of another of its kind. */
  let seen = new Date(0);
  const hasMore = new Set<string>();

  const periodic = Object.entries(kinds).flatMap(([name, { everyMs }]) => {
    const ms = typeof everyMs === "function" ? everyMs(deps.settings) : everyMs;
    return ms === undefined ? [] : [[name, ms] as const];
  });
  /** The row of each kind of periodic work that is known to be there. */
  const planned = new Map<string, string>();

  const names = [...queues.keys()];
  const all = [...queues.values()];
  /** A job that ends may have started another one in a queue that was idle already, so all are asked again. */
  async function idle(): Promise<void> {
    while (all.some((queue) => queue.size + queue.pending > 0)) await Promise.all(all.map((queue) => queue.onIdle()));
  }

  async function addPeriodic(): Promise<void> {
    const at = now();
    const due = periodic.flatMap(([kind, everyMs]) => {
      const id = `${kind}:${Math.floor(at.getTime() / everyMs)}`;
      return planned.get(kind) === id ? [] : [{ id, kind, payload: {}, runAt: at, createdAt: at }];
    });
    const known = await Promise.all(due.map((job) => store.jobs.find(job.id)));
    const missing = due.filter((_, index) => !known[index]);
    if (missing.length)
      await store.change(async (tx) => {
        for (const job of missing) await tx.jobs.add(job);
      });
    for (const { kind, id } of due) planned.set(kind, id);
  }

  /** Marks due rows as running and hands them to their queues, as many as they have room for; gives how many. */
  async function look(): Promise<number> {
    await addPeriodic();
    const at = now();
    const due: Job[] = [];
    hasMore.clear();
    for (const kind of await store.jobs.dueKinds(names, at)) {
      const room = BATCH - queues.get(kind)!.size;
      const rows = await store.jobs.due(kind, at, room);
      if (rows.length === room) hasMore.add(kind);
      due.push(...rows);
    }
    if (due.length) await store.change((tx) => tx.jobs.start(due.map((job) => job.id)));
    for (const job of due) void queues.get(job.kind)!.add(() => runAndRefill(job));
    seen = at;
    return due.length;
  }

  async function runAndRefill(job: Job): Promise<void> {
    try {
      await run(job);
    } catch (error) {
      log.error({ job: job.id, err: error }, "the end of a job could not be noted; it runs again after the next start");
    }
    if (hasMore.has(job.kind) && queues.get(job.kind)!.size <= BATCH / 2) lookSoon();
  }

  async function run(job: Job): Promise<void> {
    const kind = kinds[job.kind]!;
    const started = now().getTime();
    try {
      await deps.trace(job.kind, { kind: "consumer", attributes: { "debut.job_id": job.id } }, () =>
        kind.run(job.payload as never, depsInTime(), abort.signal),
      );
      await inTime((tx) => tx.jobs.finish(job.id, now()));
      log.debug({ job: job.id, ms: now().getTime() - started }, "job done");
    } catch (error) {
      if (abort.signal.aborted) return; // still marked running: the next start takes it up
      await failed(job, kind, error);
    }
  }

  async function failed(job: Job, kind: JobKind, error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    const delay = kind.retryDelaysMs[job.attempts];
    log.warn(
      { job: job.id, attempt: job.attempts + 1, err: error },
      delay === undefined ? "job failed for good" : "job failed, will retry",
    );
    if (delay !== undefined) {
      await inTime((tx) => tx.jobs.retry(job.id, new Date(now().getTime() + delay), reason));
      return;
    }
    await kind.giveUp?.(job.payload as never, depsInTime());
    await inTime((tx) => tx.jobs.fail(job.id, now(), reason));
  }

  /** One look at a time; a wake during a look asks for another one. */
  function lookSoon(): void {
    if (stopped) return;
    if (looking) again = true;
    else void lookNow();
  }

  function lookNow(): Promise<number> {
    clearTimeout(timer);
    let restMs = 0;
    looking = look()
      .catch((error) => {
        log.error({ err: error }, "looking for jobs failed");
        restMs = REST_MS;
        return 0;
      })
      .finally(() => {
        looking = undefined;
        if (again) {
          again = false;
          lookSoon();
        } else void nap(restMs);
      });
    return looking;
  }

  async function nap(restMs: number): Promise<void> {
    if (stopped) return;
    const next = await store.jobs.nextRunAt(seen).catch(() => undefined);
    if (stopped) return;
    const dueMs = next ? Math.min(Math.max(next.getTime() - now().getTime(), 10), LONGEST_NAP_MS) : LONGEST_NAP_MS;
    clearTimeout(timer);
    timer = setTimeout(lookSoon, Math.max(restMs, dueMs));
    timer.unref();
  }

  return {
    async start() {
      const left = await store.change((tx) => tx.jobs.requeueInterrupted());
      if (left) log.info({ jobs: left }, "taking up interrupted jobs");
      stopped = false;
      lookSoon();
    },
    wake: lookSoon,
    async drain() {
      do {
        while (looking) await looking;
        await idle();
      } while (looking || (await lookNow()) > 0 || looking);
    },
    async stop(graceMs) {
      stopped = true;
      clearTimeout(timer);
      await looking;
      for (const queue of all) queue.clear();
      const grace = new Promise((resolve) => setTimeout(resolve, graceMs).unref());
      await Promise.race([idle(), grace]);
      abort.abort(new Error("The process is stopping."));
      await Promise.race([idle(), new Promise((resolve) => setTimeout(resolve, 1000).unref())]);
    },
  };
}
