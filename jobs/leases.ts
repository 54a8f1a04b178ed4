import type { Deps } from "#actions/context.ts";
import { vitally } from "#core/runtime/vital.ts";
import type { Job } from "#store/repos/runtime/jobs.ts";
import type { Presence } from "#store/sqlite/presence.ts";

/** Another process now runs the job, so this one must not write. */
export class LeaseLost extends Error {
  override name = "LeaseLost";
  constructor(job: string) {
    super(`Another process has taken over ${job}.`);
  }
}

/** Missed heartbeats after which a process counts as hung. */
const BEATS_MISSED = 3;
/** A job is given up after its process ended this often while it ran alone. */
export const MOST_INTERRUPTIONS = 3;
/** A process that is killed repeatedly does not live this long, so its jobs are not blamed. */
const BEATS_UNTIL_CALM = 3;

/**
 * Leases of this process, and its watch over others'. Counts own heartbeats instead of reading
 * clocks, so that clock changes cannot make two processes run one job.
 */
export function createLeases(
  { store, log }: Pick<Deps, "store" | "log">,
  presence: Presence,
  mayCrash: (kind: string) => boolean,
) {
  const owner = presence.id;
  let beats = 0;
  const running = new Map<string, AbortController>();
  let stillFor = new Map<string, number>();

  async function renew(): Promise<void> {
    const begun = [...running];
    if (begun.length === 0) return;
    const held = new Set(await store.change((tx) => tx.jobs.beat(owner), []));
    for (const [id, controller] of begun) if (!held.has(id)) controller.abort(new LeaseLost(id));
  }

  async function takeOver(): Promise<number> {
    const { gone } = presence.look();
    const others = await store.jobs.heldByOthers(owner);
    const stood = stillFor;
    stillFor = new Map(
      others.map((job) => [leaseOf(job), (stood.get(leaseOf(job)) ?? -1) + 1] satisfies [string, number]),
    );
    const left = others.filter(
      (job) => job.owner === null || gone.includes(job.owner) || (stillFor.get(leaseOf(job)) ?? 0) >= BEATS_MISSED,
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
    beat: (): Promise<number> =>
      vitally(async () => {
        beats++;
        await renew();
        return takeOver();
      }),
    isCalm: () => beats >= BEATS_UNTIL_CALM,
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
     * Dependencies whose changes require the lease and wait while writing is impossible, so that a
     * full disk does not cause repeated work.
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
