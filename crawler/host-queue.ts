import PQueue from "p-queue";
import type { Sleep } from "./robots.ts";

/**
 * Runs `task` when the host is free: one at a time, and `gapMs` (at most ten seconds) after the
 * last one.
 */
export type HostQueue = <T>(host: string, gapMs: number, task: () => Promise<T>, signal: AbortSignal) => Promise<T>;

const LONGEST_GAP_MS = 10_000;
/** How long a process that dies during a request blocks a host for others. */
export const HOLD_MS = 30_000;
/** Interval for asking again whether a host is free. */
const ASK_MS = 1000;

/** Host locks shared by all processes. Absent with one process or if unavailable. */
export type HostTurns = {
  take(host: string, gapMs: number, holdMs: number): Promise<number>;
  leave(host: string): Promise<void>;
};

/**
 * Keeps the crawler polite across crawls. `host` is the registrable domain, so that subdomains
 * share a queue. Aborting `signal` removes the task and throws the reason.
 */
export function createHostQueue(deps: { now: () => Date; sleep: Sleep; turns?: HostTurns | undefined }): HostQueue {
  const { now, sleep, turns } = deps;
  const hosts = new Map<string, { line: PQueue; endedAt: number }>();

  /** Idle hosts are forgotten after their pause. */
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
        // No longer than the gap, in case the clock was set back.
        const waitMs = Math.min(gapMs, host.endedAt + gapMs - now().getTime());
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
