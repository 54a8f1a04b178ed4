import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Deps, Interface } from "#actions/context.ts";
import { asAppError } from "#core/errors/errors.ts";
import { VERSION } from "#core/runtime/version.ts";

export type Metrics = {
  observe<T>(via: Interface, operation: string, run: () => Promise<T>): Promise<T>;
  countRequest(labels: { interface: string; route: string; status: string }, seconds: number): void;
  contentType: string;
  text(): Promise<string>;
};

/** A state without rows is 0, not absent, so that alerts and sums always work. */
const JOB_STATES = ["queued", "running", "done", "failed"];
const MAIL_STATES = ["queued", "sent", "kept", "failed"];

/** A gauge that is read on demand; undefined while there is no value. */
export type GaugeSource = { name: string; help: string; read: () => number | undefined | Promise<number | undefined> };

type Figures = { gauges: readonly GaugeSource[]; jobKinds: readonly string[] };

/** The metrics of the process. Nothing ends the timers that measure them, so all apps in a process share them. */
let ofProcess: Registry | undefined;
function processMetrics(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/** Own registry, so that two apps in one process never mix their metrics. */
export function createMetrics(
  { store, limiter, now }: Pick<Deps, "store" | "limiter" | "now">,
  { gauges, jobKinds }: Figures,
): Metrics {
  const registry = new Registry();
  const calls = new Histogram({
    name: "debut_operation_seconds",
    help: "Calls of operations by interface, operation and outcome.",
    labelNames: ["interface", "operation", "outcome"] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const requests = new Histogram({
    name: "debut_request_seconds",
    help: "Requests by interface, route and status class.",
    labelNames: ["interface", "route", "status"] as const,
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  new Gauge({
    name: "debut_build_info",
    help: "Always 1; the labels have the versions.",
    labelNames: ["version", "node"] as const,
    registers: [registry],
  }).set({ version: VERSION, node: process.version }, 1);
  new Counter({
    name: "debut_limit_refusals_total",
    help: "Requests refused by a rate limit, by its name.",
    labelNames: ["quota"] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [quota, count] of limiter.refusals()) this.inc({ quota }, count);
    },
  });
  new Gauge({
    name: "debut_jobs",
    help: "Rows of the job queue by kind and state.",
    labelNames: ["kind", "state"] as const,
    registers: [registry],
    async collect() {
      this.reset();
      for (const kind of jobKinds) for (const state of JOB_STATES) this.set({ kind, state }, 0);
      for (const { kind, state, count } of await store.jobs.countByKind()) this.set({ kind, state }, count);
    },
  });
  new Gauge({
    name: "debut_job_oldest_due_seconds",
    help: "How long the oldest waiting job of a kind has been due; 0 if none is.",
    labelNames: ["kind"] as const,
    registers: [registry],
    async collect() {
      const at = now();
      this.reset();
      for (const kind of jobKinds) this.set({ kind }, 0);
      for (const { kind, since } of await store.jobs.oldestDue(at)) this.set({ kind }, secondsBetween(since, at));
    },
  });
  new Gauge({
    name: "debut_mails",
    help: "Rows of the outbox by state.",
    labelNames: ["state"] as const,
    registers: [registry],
    async collect() {
      const counts = await store.mails.countByState();
      for (const state of MAIL_STATES) this.set({ state }, counts[state] ?? 0);
    },
  });
  new Gauge({
    name: "debut_mail_oldest_queued_seconds",
    help: "How long the oldest unsent email has been waiting; 0 if there is none.",
    registers: [registry],
    async collect() {
      const since = await store.mails.oldestQueued();
      this.set(since ? secondsBetween(since, now()) : 0);
    },
  });
  for (const { name, help, read } of gauges)
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        // A missing folder removes only its own metrics.
        const value = await Promise.try(read).catch(() => undefined);
        if (value === undefined) this.reset();
        else this.set(value);
      },
    });

  const all = Registry.merge([processMetrics(), registry]);

  return {
    async observe(via, operation, run) {
      const started = performance.now();
      let outcome = "ok";
      try {
        return await run();
      } catch (error) {
        outcome = asAppError(error).code;
        throw error;
      } finally {
        calls.observe({ interface: via, operation, outcome }, (performance.now() - started) / 1000);
      }
    },
    countRequest: (labels, seconds) => requests.observe(labels, seconds),
    contentType: all.contentType,
    text: () => all.metrics(),
  };
}

const secondsBetween = (since: Date, until: Date): number => Math.max(0, (until.getTime() - since.getTime()) / 1000);
