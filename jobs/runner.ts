import PQueue from "p-queue";
import type { Deps } from "#actions/context.ts";
import type { Settings } from "#core/settings/config.ts";
import { messageOf } from "#domain/text/failure.ts";
import { given } from "#domain/text/given.ts";
import type { Job, JobEnd } from "#store/repos/runtime/jobs.ts";
import type { Presence } from "#store/sqlite/presence.ts";
import { databaseTroubleOf } from "#store/unavailable.ts";
import { createLeases, LeaseLost, MOST_INTERRUPTIONS } from "./leases.ts";

/** A job kind. It must be idempotent, because a crash may repeat it. */
export type JobKind = {
  /** Default: 1. */
  concurrency?: number;
  retryDelaysMs: number[];
  run(payload: unknown, deps: Deps, signal: AbortSignal): Promise<void>;
  /** Whether it can never crash the process: it is not given up for that, and may run beside a suspect. */
  cannotCrash?: true;
  giveUp?(payload: unknown, deps: Deps, reason: string): Promise<void>;
  /** Interval in ms; missed runs happen as soon as possible. May depend on settings; undefined disables it. */
  everyMs?: number | ((settings: Settings) => number | undefined);
};

export type JobRunner = {
  start(): Promise<void>;
  wake(): void;
  beat(): Promise<void>;
  drain(): Promise<void>;
  stop(graceMs: number): Promise<void>;
};

const BEAT_MS = 10_000;
/** Pause after a failed poll, such as on a full disk. */
const REST_MS = 5000;

/**
 * Runs job rows with p-queue, one queue and concurrency per kind. Rows are claimed only when they
 * can run; others wait in the store for any process.
 */
export function createJobRunner(deps: Deps, kinds: Record<string, JobKind>, presence: Presence): JobRunner {
  const { store, now, log } = deps;
  const mayCrash = (kind: string): boolean => !kinds[kind]?.cannotCrash;
  const leases = createLeases(deps, presence, mayCrash);
  const queues = new Map(
    Object.entries(kinds).map(([name, { concurrency = 1 }]) => [name, new PQueue({ concurrency })]),
  );
  const kindOf = ({ kind }: Job): JobKind => given(kinds[kind]);
  const queueOf = (kind: string): PQueue => given(queues.get(kind));
  let suspect: Job | undefined;
  let isHeldBack = false;
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  let heart: NodeJS.Timeout | undefined;
  let isAsleep = true;
  let looking: Promise<number> | undefined;
  let again = false;
  /** Time of the last poll: jobs due by then wait for another of their kind to end. */
  let seen = new Date(0);
  /** The latest time that the clock has shown; unknown at the start. */
  let latestMs = Infinity;

  const periodicNow = () =>
    Object.entries(kinds).flatMap(([name, { everyMs }]) => {
      const ms = typeof everyMs === "function" ? everyMs(deps.settings) : everyMs;
      return ms === undefined ? [] : [[name, ms] as const];
    });
  const planned = new Map<string, string>();

  const names = [...queues.keys()];
  const risky = names.filter(mayCrash);
  const harmless = names.filter((kind) => !mayCrash(kind));
  const all = [...queues.values()];
  const isBusy = (some: string[]): boolean => some.map(queueOf).some(({ size, pending }) => size + pending > 0);
  /** Ended jobs may start others in idle queues, so all are checked again. */
  async function idle(): Promise<void> {
    while (isBusy(names)) await Promise.all(all.map((queue) => queue.onIdle()));
  }

  function noteTime(): Date {
    const at = now();
    latestMs = Math.max(latestMs, at.getTime());
    return at;
  }

  async function addPeriodic(): Promise<void> {
    const at = noteTime();
    const due = periodicNow().flatMap(([kind, everyMs]) => {
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

  async function look(): Promise<number> {
    await addPeriodic();
    const at = now();
    if (at.getTime() < latestMs) await store.change((tx) => tx.jobs.setBack(at));
    latestMs = at.getTime();
    const roomOf = (kind: string): number => {
      const { concurrency, pending, size } = queueOf(kind);
      return Math.max(0, concurrency - pending - size);
    };
    const isSuspectDue = !suspect && leases.isCalm() && (await store.jobs.dueSuspect(risky, at)) !== undefined;
    isHeldBack = isSuspectDue || suspect !== undefined;
    const isAlone = isSuspectDue && !isBusy(risky);
    const due = (await store.jobs.dueKinds(isHeldBack ? harmless : names, at)).filter((kind) => roomOf(kind) > 0);
    const claimed: Job[] = [];
    if (due.length || isAlone)
      await store.change(async (tx) => {
        claimed.length = 0;
        if (isAlone) claimed.push(...(await tx.jobs.claimSuspect(risky, leases.owner, at)));
        for (const kind of due) claimed.push(...(await tx.jobs.claim(kind, leases.owner, at, roomOf(kind))));
      });
    for (const job of claimed) enqueue(job);
    seen = at;
    return claimed.length;
  }

  function enqueue(job: Job): void {
    const signal = leases.begin(job);
    if (job.crashes > 1) suspect = job;
    const ended = queueOf(job.kind).add(async () => {
      try {
        const end = await run(job, signal);
        if (end) await settle(job, end, signal);
      } catch (error) {
        if (error instanceof LeaseLost) log.warn({ job: job.id }, error.message);
        else log.error({ job: job.id, err: error }, "the result of a job could not be saved");
      } finally {
        leases.end(job);
        if (suspect === job) suspect = undefined;
      }
    });
    void ended.then(() => isHeldBack && lookSoon());
  }

  /** Undefined if the lease was lost. */
  async function run(job: Job, signal: AbortSignal): Promise<JobEnd | undefined> {
    const started = now().getTime();
    if (job.interruptions >= MOST_INTERRUPTIONS) {
      const lastError = `Given up: its process ended ${job.interruptions} times while no other job ran that could end it. ${job.lastError}`;
      log.warn({ job: job.id, reason: lastError }, "job failed permanently");
      return { state: "failed", finishedAt: now(), lastError };
    }
    try {
      const fenced = leases.fenced(deps, job, signal);
      await deps.trace(job.kind, { kind: "consumer", attributes: { "debut.job_id": job.id } }, () =>
        kindOf(job).run(job.payload, fenced, signal),
      );
      log.debug({ job: job.id, ms: now().getTime() - started }, "job done");
      return { state: "done", finishedAt: now(), lastError: null };
    } catch (error) {
      if (signal.aborted || error instanceof LeaseLost) return undefined;
      const lastError = messageOf(error);
      const pause = kindOf(job).retryDelaysMs[job.attempts - 1];
      const outcome = pause === undefined ? "job failed permanently" : "job failed, will retry";
      log.warn({ job: job.id, attempt: job.attempts, err: error }, outcome);
      return pause === undefined
        ? { state: "failed", finishedAt: now(), lastError }
        : { state: "queued", runAt: new Date(now().getTime() + pause), lastError };
    }
  }

  /** Saves a job's result as soon as possible and claims the next of its kind in the same change. */
  async function settle(job: Job, end: JobEnd, signal: AbortSignal): Promise<void> {
    const fenced = leases.fenced(deps, job, signal);
    if (end.state === "failed") await giveUp(job, end.lastError, fenced);
    const next = await fenced.store.change(async (tx) => {
      await tx.jobs.settle(job.id, leases.owner, end);
      return isStopping || (isHeldBack && mayCrash(job.kind)) ? [] : tx.jobs.claim(job.kind, leases.owner, now(), 1);
    });
    next.forEach(enqueue);
    deps.jobEnds.tell(job.id);
    // Another suspect may run now; a retry may be due before the next poll.
    if (job.crashes > 0) lookSoon();
    else if (end.state === "queued" && !looking) void nap(0);
  }

  async function giveUp(job: Job, reason: string, fenced: Deps): Promise<void> {
    try {
      await kindOf(job).giveUp?.(job.payload, fenced, reason);
    } catch (error) {
      if (error instanceof LeaseLost || databaseTroubleOf(error)) throw error;
      log.error({ job: job.id, err: error }, "cleaning up after a failed job failed");
    }
  }

  /** One poll at a time; a wake during a poll triggers another. */
  function lookSoon(): void {
    if (isAsleep) return;
    noteTime();
    if (looking) again = true;
    else void lookNow();
  }

  function lookNow(): Promise<number> {
    clearTimeout(timer);
    let restMs = 0;
    looking = look()
      .catch((error) => {
        restMs = REST_MS;
        log.error({ err: error }, "polling for jobs failed");
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
    if (isAsleep) return;
    const next = await store.jobs.nextRunAt(seen).catch(() => undefined);
    if (isAsleep) return;
    const dueMs = next ? Math.min(Math.max(next.getTime() - now().getTime(), 10), BEAT_MS) : BEAT_MS;
    clearTimeout(timer);
    timer = setTimeout(lookSoon, Math.max(restMs, dueMs));
    timer.unref();
  }

  async function beat(): Promise<void> {
    if ((await leases.beat()) > 0) lookSoon();
  }

  function pulse(): void {
    heart = setTimeout(() => {
      void beat()
        .catch((error) => log.error({ err: error }, "the leases of jobs could not be renewed"))
        .finally(() => {
          if (heart) pulse();
        });
    }, BEAT_MS);
    heart.unref();
  }

  return {
    async start() {
      await leases.takeOver();
      isAsleep = false;
      pulse();
      lookSoon();
    },
    wake: lookSoon,
    beat,
    async drain() {
      do {
        while (looking) await looking;
        await idle();
      } while (looking || (await lookNow()) > 0 || looking);
    },
    async stop(graceMs) {
      isAsleep = true;
      clearTimeout(timer);
      isStopping = true;
      // The process may be killed before its jobs end, and none of them is to blame.
      const cleared = leases.clear().catch((error) => log.warn({ err: error }, "running jobs could not be cleared"));
      await looking;
      for (const queue of all) queue.clear();
      const grace = new Promise((resolve) => setTimeout(resolve, graceMs).unref());
      await Promise.race([idle(), grace]);
      leases.abort(new Error("The process is stopping."));
      await Promise.race([idle(), new Promise((resolve) => setTimeout(resolve, 1000).unref())]);
      clearTimeout(heart);
      heart = undefined;
      await cleared;
      await leases.release().catch((error) => log.error({ err: error }, "jobs could not be released"));
    },
  };
}
