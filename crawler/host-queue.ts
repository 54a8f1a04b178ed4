import PQueue from "p-queue";
import type { Sleep } from "./robots.ts";

/** Runs `task` when the host is free: never two at a time, and at least `gapMs` after the last one ended. */
export type HostQueue = <T>(host: string, gapMs: number, task: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/**
 * Builds the queue that keeps the crawler polite, however many crawls run. `host` is the registrable domain, so that a site
 * with many subdomains is one host. Aborting `signal` takes the task out of the line and throws the reason.
 */
export function createHostQueue(deps: { now: () => Date; sleep: Sleep }): HostQueue {
  const { now, sleep } = deps;
  const hosts = new Map<string, { line: PQueue; endedAt: number; restMs: number }>();

  /** Hosts that rest no longer and wait for nothing need no memory. */
  function forgetIdle() {
    for (const [name, { line, endedAt, restMs }] of hosts) {
      if (line.pending + line.size === 0 && endedAt + restMs <= now().getTime()) hosts.delete(name);
    }
  }

  return (name, gapMs, task, signal) => {
    forgetIdle();
    const host = hosts.get(name) ?? { line: new PQueue({ concurrency: 1 }), endedAt: -Infinity, restMs: 0 };
    hosts.set(name, host);
    return host.line.add(
      async () => {
        const waitMs = host.endedAt + gapMs - now().getTime();
        if (waitMs > 0) await sleep(waitMs, signal);
        try {
          return await task();
        } finally {
          host.endedAt = now().getTime();
          host.restMs = gapMs;
        }
      },
      { signal },
    );
  };
}
