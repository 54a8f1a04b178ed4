import PQueue from "p-queue";
import type { Sleep } from "./robots.ts";

/** Runs `task` when the host is free: never two at a time, and at least `gapMs`, ten seconds at most, after the last one ended. */
export type HostQueue = <T>(host: string, gapMs: number, task: () => Promise<T>, signal: AbortSignal) => Promise<T>;

const LONGEST_GAP_MS = 10_000;
/** How long a process that ends in the middle of a request keeps the others away from a host. */
export const HOLD_MS = 30_000;
/** Between two questions whether a host is free. */
const ASK_MS = 1000;

/** The turns of hosts that all processes share. Without it there is but one, or it cannot be asked. */
export type HostTurns = {
  /** Takes a host; otherwise says in how many milliseconds to ask again. */
  take(host: string, gapMs: number, holdMs: number): Promise<number>;
  leave(host: string): Promise<void>;
};

/**
 * Builds the queue that keeps the crawler polite, however many crawls run. `host` is the registrable domain, so that a site
 * with many subdomains is one host. Aborting `signal` removes the task from the queue and throws the reason.
 */
export function createHostQueue(deps: { now: () => Date; sleep: Sleep; turns?: HostTurns | undefined }): HostQueue {
  const { now, sleep, turns } = deps;
  const hosts = new Map<string, { line: PQueue; endedAt: number }>();

  /** A host without waiting tasks is remembered only until its pause is over. */
  function forgetIdle() {
    for (const [name, { line, endedAt }] of hosts) {
      if (line.pending + line.size === 0 && endedAt + LONGEST_GAP_MS < now().getTime()) hosts.delete(name);
    }
  }

  async function waitForTurn(host: string, gapMs: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      const waitMs = (await turns?.take(host, gapMs, HOLD_MS)) ?? 0;
      if (waitMs === 0) return;
      await sleep(Math.min(waitMs, ASK_MS), signal);
    }
  }

  return (name, wantedGapMs, task, signal) => {
    forgetIdle();
    const gapMs = Math.min(wantedGapMs, LONGEST_GAP_MS);
    const host = hosts.get(name) ?? { line: new PQueue({ concurrency: 1 }), endedAt: -Infinity };
    hosts.set(name, host);
    return host.line.add(
      async () => {
        const waitMs = host.endedAt + gapMs - now().getTime();
        if (waitMs > 0) await sleep(waitMs, signal);
        await waitForTurn(name, gapMs, signal);
        try {
          return await task();
        } finally {
          host.endedAt = now().getTime();
          await turns?.leave(name);
        }
      },
      { signal },
    );
  };
}
