// Loaded into the server with --import: says on request how long its event loop stood still since the last time.
import { isMainThread } from "node:worker_threads";

/** A block is wall time; `busyMs` of it the thread was computing, the rest it waited for a processor. */
export type Pulse = { blockMs: number; busyMs: number };

const EVERY_MS = 10;

if (isMainThread && process.send) {
  const threadMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  const here = () => ({ at: performance.now(), threadMs: threadMs() });
  let longest: Pulse = { blockMs: 0, busyMs: 0 };
  let seen = here();
  const look = () => {
    const now = here();
    const blockMs = Math.max(longest.blockMs, now.at - seen.at - EVERY_MS);
    longest = { blockMs, busyMs: Math.max(longest.busyMs, now.threadMs - seen.threadMs) };
    seen = now;
  };
  // A gap holds everything the loop did between two ticks: many small tasks as well as one long one.
  setInterval(look, EVERY_MS).unref();
  process.on("message", (message) => {
    if (message !== "pulse") return;
    look();
    process.send?.(longest);
    longest = { blockMs: 0, busyMs: 0 };
  });
  process.channel?.unref();
}
