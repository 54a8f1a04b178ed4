import type { Deps } from "../actions/context.ts";
import { vitally } from "../core/runtime/vital.ts";
import type { Job } from "../store/repos/runtime/jobs.ts";
import type { Presence } from "../store/sqlite/presence.ts";

/** Another process now runs the job, so this one may no longer write. */
export class LeaseLost extends Error {
  override name = "LeaseLost";
  constructor(job: string) {
    super(`Another process has taken over ${job}.`);
  }
}

/** A process that did not renew its leases for so many heartbeats of the watching one counts as hung. */
const BEATS_MISSED = 3;
/** A job that ran alone so often when its process ended is given up. */
export const MOST_INTERRUPTIONS = 3;
/** A process that something else ends again and again does not live for so many heartbeats, so no job is blamed for it. */
const BEATS_UNTIL_CALM = 3;

/**
 * The leases of this process on its jobs, and its watch over those of others. Time is counted in heartbeats of the
 * watching process and never read from a clock, so that no clock change makes two processes run one job.
 */
export function createLeases(
  { store, log }: Pick<Deps, "store" | "log">,
  presence: Presence,
  mayCrash: (kind: string) => boolean,
) {
  const owner = presence.id;
  let beats = 0;
  const running = new Map<string, AbortController>();
  /** For how many beats the lease of another process has not changed. */
  let stillFor = new Map<string, number>();

  /** Renews all leases; a job whose lease is lost is aborted. */
  async function renew(): Promise<void> {
    const begun = [...running];
    if (begun.length === 0) return;
    const held = new Set(await store.change((tx) => tx.jobs.beat(owner), []));
    for (const [id, controller] of begun) if (!held.has(id)) controller.abort(new LeaseLost(id));
  }

  /** Queues the jobs of processes that ended or hang; returns how many. */
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
        for (const job of left) if (await tx.jobs.takeOver(job, mayCrash(job.kind))) count++;
      });
    presence.forget(gone);
    if (count) log.info({ jobs: count }, "resuming interrupted jobs");
    return count;
  }

  return {
    owner,
    takeOver,
    /** One heartbeat; returns how many jobs of others are due again. */
    beat: (): Promise<number> =>
      vitally(async () => {
        beats++;
        await renew();
        return takeOver();
      }),
    /** Whether this process has lived long enough to run a job that may end it. */
    isCalm: () => beats >= BEATS_UNTIL_CALM,
    /** The signal aborts when the lease ends. */
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
     * What a job works with. Its changes need the lease, and wait while nothing can be written, so that
     * a full disk at its end does not cause the work to be repeated.
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
    clear: () => store.change((tx) => tx.jobs.clear(owner)),
    release: () => store.change((tx) => tx.jobs.release(owner)),
  };
}

const leaseOf = ({ id, owner, beats }: Job): string => `${owner} ${beats} ${id}`;
