import type { Deps } from "../actions/context.ts";
import type { Job } from "../store/repos/jobs.ts";
import type { Presence } from "../store/sqlite/presence.ts";

/** Another process runs the job by now: whatever this one still wanted to write of it is refused. */
export class LeaseLost extends Error {
  override name = "LeaseLost";
  constructor(job: string) {
    super(`Another process has taken over ${job}.`);
  }
}

/** A process that is there but did not move for so many heartbeats of the one that watches is taken to hang. */
const BEATS_MISSED = 3;
/** A job whose process ended or hung so often while it ran may be what ended it, and is given up. */
export const MOST_INTERRUPTIONS = 3;
/** Before the last try, so that a process that is killed again and again by something else has come to rest by then. */
const LAST_TRY_PAUSE_MS = 60_000;

/**
 * The leases of this process on the jobs it runs, and its watch over those of others. Time is counted in heartbeats of the
 * one that watches and never read off a clock, so that no jump of a clock makes two processes run one job.
 */
export function createLeases({ store, now, log }: Pick<Deps, "store" | "now" | "log">, presence: Presence) {
  const owner = presence.id;
  const running = new Map<string, AbortController>();
  /** For how many beats the lease of another process has stood still. */
  let stillFor = new Map<string, number>();

  /** Renews all leases; whoever lost one stops working on that job. */
  async function renew(): Promise<void> {
    const begun = [...running];
    if (begun.length === 0) return;
    const held = new Set(await store.change((tx) => tx.jobs.beat(owner)));
    for (const [id, controller] of begun) if (!held.has(id)) controller.abort(new LeaseLost(id));
  }

  const nextTry = ({ interruptions, runAt }: Job): Date =>
    interruptions === MOST_INTERRUPTIONS - 2 ? new Date(now().getTime() + LAST_TRY_PAUSE_MS) : runAt;

  /** Queues what processes that ended or hang have left running; gives how many jobs. */
  async function takeOver(): Promise<number> {
    const { gone } = presence.look();
    const others = await store.jobs.heldByOthers(owner);
    const stood = stillFor;
    stillFor = new Map(
      others.map((job) => [leaseOf(job), (stood.get(leaseOf(job)) ?? -1) + 1] satisfies [string, number]),
    );
    const left = others.filter(
      (job) => job.owner === null || gone.includes(job.owner) || stillFor.get(leaseOf(job))! >= BEATS_MISSED,
    );
    let count = 0;
    if (left.length)
      await store.change(async (tx) => {
        count = 0;
        for (const job of left) if (await tx.jobs.takeOver(job, nextTry(job))) count++;
      });
    presence.forget(gone);
    if (count) log.info({ jobs: count }, "taking up interrupted jobs");
    return count;
  }

  return {
    owner,
    takeOver,
    /** One heartbeat; gives how many jobs of others are due again. */
    async beat(): Promise<number> {
      await renew();
      return takeOver();
    },
    /** The signal ends when the lease does. */
    begin({ id }: Job): AbortSignal {
      const controller = new AbortController();
      running.set(id, controller);
      return controller.signal;
    },
    end: ({ id }: Job): void => void running.delete(id),
    abort(reason: Error): void {
      for (const controller of running.values()) controller.abort(reason);
    },
    /**
     * What a job works with. Its changes happen only while the lease is held, and wait while nothing can be written: what it
     * did is not done again because the disk was full at its end.
     */
    fenced: (deps: Deps, { id }: Job, signal: AbortSignal): Deps => ({
      ...deps,
      store: {
        ...store,
        change: (work) =>
          store.changeInTime(async (tx) => {
            if (!(await tx.jobs.isHeld(id, owner))) throw new LeaseLost(id);
            return work(tx);
          }, signal),
      },
    }),
    release: () => store.change((tx) => tx.jobs.release(owner)),
  };
}

const leaseOf = ({ id, owner, beats }: Job): string => `${owner} ${beats} ${id}`;
