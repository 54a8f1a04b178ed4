// Loaded into the server with --import: says on request how long its event loop stood still, and what it used.
import { performance } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

/** Since the last question. A block is wall time; `busyMs` of it the thread was computing, the rest it waited for a processor. */
export type Pulse = {
  longestBlockMs: number;
  longestBusyMs: number;
  processorMs: number;
  mainThreadMs: number;
  wallMs: number;
};

const EVERY_MS = 10;

if (isMainThread && process.send) {
  let longestBlockMs = 0;
  let longestBusyMs = 0;
  const threadMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let seen = { at: performance.now(), threadMs: threadMs() };
  let since = { at: seen.at, threadMs: seen.threadMs, processor: process.cpuUsage() };
  const look = () => {
    const now = { at: performance.now(), threadMs: threadMs() };
    longestBlockMs = Math.max(longestBlockMs, now.at - seen.at - EVERY_MS);
    longestBusyMs = Math.max(longestBusyMs, now.threadMs - seen.threadMs);
    seen = now;
  };
  // A gap holds everything the loop did between two ticks: many small tasks as well as one long one.
  setInterval(look, EVERY_MS).unref();
  process.on("message", (message) => {
    if (message !== "pulse") return;
    look();
    const { user, system } = process.cpuUsage(since.processor);
    const pulse: Pulse = {
      longestBlockMs,
      longestBusyMs,
      processorMs: (user + system) / 1000,
      mainThreadMs: seen.threadMs - since.threadMs,
      wallMs: seen.at - since.at,
    };
    longestBlockMs = 0;
    longestBusyMs = 0;
    since = { at: seen.at, threadMs: seen.threadMs, processor: process.cpuUsage() };
    process.send?.(pulse);
  });
  process.channel?.unref();
}
