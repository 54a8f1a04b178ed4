// Loaded into the server with --import: says on request how long its event loop stood still, what it used, and how long readers were in it.
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { performance } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";
import { quantile } from "../quantile.ts";
import { isReader } from "./stage.ts";

/** Since the last question. A block is wall time; `longestBusyMs` of it the thread was computing, the rest it waited for a processor. */
export type Pulse = {
  longestBlockMs: number;
  longestBusyMs: number;
  /** How late the event loop looks at what has come. */
  delay99Ms: number;
  /**
   * 99 of 100 requests of readers were answered so long after the server had read their head, and the main thread had computed so
   * long meanwhile, for whomever. The second is the same on a machine that has other work.
   */
  within99Ms: number;
  computed99Ms: number;
  processorMs: number;
  mainThreadMs: number;
  wallMs: number;
};

const EVERY_MS = 10;

if (isMainThread && process.send) {
  const threadMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  const here = () => ({ at: performance.now(), threadMs: threadMs() });
  const fresh = () => ({
    delays: [] as number[],
    busy: [] as number[],
    within: [] as number[],
    computed: [] as number[],
  });
  let figures = fresh();
  let seen = here();
  let since = { ...seen, processor: process.cpuUsage() };
  const look = () => {
    const now = here();
    figures.delays.push(Math.max(0, now.at - seen.at - EVERY_MS));
    figures.busy.push(now.threadMs - seen.threadMs);
    seen = now;
  };
  // A gap holds everything the loop did between two ticks: many small tasks as well as one long one.
  setInterval(look, EVERY_MS).unref();

  const begun = new WeakMap<IncomingMessage, ReturnType<typeof here>>();
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    if (isReader(request.socket.remoteAddress ?? "")) begun.set(request, here());
  });
  subscribe("http.server.response.finish", (message) => {
    const { request } = message as { request: IncomingMessage };
    const began = begun.get(request);
    if (!began) return;
    const now = here();
    figures.within.push(now.at - began.at);
    figures.computed.push(now.threadMs - began.threadMs);
  });

  process.on("message", (message) => {
    if (message !== "pulse") return;
    look();
    const { user, system } = process.cpuUsage(since.processor);
    const pulse: Pulse = {
      longestBlockMs: Math.max(...figures.delays),
      longestBusyMs: Math.max(...figures.busy),
      delay99Ms: quantile(figures.delays, 0.99),
      within99Ms: quantile(figures.within, 0.99),
      computed99Ms: quantile(figures.computed, 0.99),
      processorMs: (user + system) / 1000,
      mainThreadMs: seen.threadMs - since.threadMs,
      wallMs: seen.at - since.at,
    };
    figures = fresh();
    since = { ...seen, processor: process.cpuUsage() };
    process.send?.(pulse);
  });
  process.channel?.unref();
}
