import PQueue from "p-queue";
import type { Sleep } from "./robots.ts";

/** Runs `task` when the host is free: never two at a time, and at least `gapMs`, ten seconds at most, after the last one ended. */
export type HostQueue = <T>(host: string, gapMs: number, task: () => Promise<T>, signal: AbortSignal) => Promise<T>;

const LONGEST_GAP_MS = 10_000;

/**
 * Builds the queue that keeps the crawler polite, however many crawls run. `host` is the registrable domain, so that a site
 * with many subdomains is one host. Aborting `signal` removes the task from the queue and throws the reason.
 */
export function createHostQueue(deps: { now: () => Date; sleep: Sleep }): HostQueue {
  const { now, sleep } = deps;
  const hosts = new Map<string, { line: PQueue; endedAt: number }>();

  /** A host without waiting tasks is remembered only until its pause is over. */
  function forgetIdle() {
    for (const [name, { line, endedAt }] of hosts) {
      if (line.pending + line.size === 0 && endedAt + LONGEST_GAP_MS < now().getTime()) hosts.delete(name);
    }
  }

  return (name, gapMs, task, signal) => {
    forgetIdle();
    const host = hosts.get(name) ?? { line: new PQueue({ concurrency: 1 }), endedAt: -Infinity };
    hosts.set(name, host);
    return host.line.add(
      async () => {
        const waitMs = host.endedAt + Math.min(gapMs, LONGEST_GAP_MS) - now().getTime();
        if (waitMs > 0) await sleep(waitMs, signal);
        try {
          return await task();
        } finally {
          host.endedAt = now().getTime();
        }
      },
      { signal },
    );
  };
}
