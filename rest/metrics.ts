import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Deps, Door } from "../context.ts";
import { asAppError } from "../errors.ts";

export type Metrics = {
  /** Runs one call of an operation; counts its outcome ("ok" or an error code) and its seconds. */
  observe<T>(door: Door, operation: string, run: () => Promise<T>): Promise<T>;
  contentType: string;
  /** All figures, in the format of Prometheus. */
  text(): Promise<string>;
};

/** A state without rows is 0 and not absent, so that alerts and sums work from the first day. */
const JOB_STATES = ["queued", "running", "done", "failed"];
const MAIL_STATES = ["queued", "sent", "kept", "failed"];

/** A figure that is read when somebody asks for it. Undefined while there is none. */
export type GaugeSource = { name: string; help: string; read: () => number | undefined | Promise<number | undefined> };

/** A registry of its own, so that two apps in one process never mix their figures. */
export function createMetrics({ store }: Pick<Deps, "store">, gauges: readonly GaugeSource[] = []): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const calls = new Histogram({
    name: "debut_operation_seconds",
    help: "Calls of operations by door, operation and outcome.",
    labelNames: ["door", "operation", "outcome"] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  new Gauge({
    name: "debut_jobs",
    help: "Rows of the job queue by state.",
    labelNames: ["state"] as const,
    registers: [registry],
    async collect() {
      const counts = await store.jobs.countByState();
      for (const state of JOB_STATES) this.set({ state }, counts[state] ?? 0);
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
  for (const { name, help, read } of gauges)
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        // A folder that is gone takes its own figures with it, and no others.
        const value = await Promise.try(read).catch(() => undefined);
        if (value === undefined) this.reset();
        else this.set(value);
      },
    });

  return {
    async observe(door, operation, run) {
      const started = performance.now();
      let outcome = "ok";
      try {
        return await run();
      } catch (error) {
        outcome = asAppError(error).code;
        throw error;
      } finally {
        calls.observe({ door, operation, outcome }, (performance.now() - started) / 1000);
      }
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}
