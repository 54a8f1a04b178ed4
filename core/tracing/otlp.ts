import { AsyncLocalStorage } from "node:async_hooks";
import { type Context, defaultTextMapGetter, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { VERSION } from "../runtime/version.ts";
import { watchFetches } from "./outbound.ts";
import type { Trace, TraceOptions } from "./trace.ts";

export type TracingSettings = {
  endpoint: string;
  sampler: string;
  samplerArg: number | undefined;
};

const KINDS: Record<NonNullable<TraceOptions["kind"]>, SpanKind> = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
};

/**
 * OpenTelemetry traces, sent as OTLP over HTTP. Registers nothing global, so two apps in one
 * process are separate. The SDK reads its other standard variables from the environment.
 */
export function createTracing({ endpoint, sampler, samplerArg }: TracingSettings): {
  trace: Trace;
  close: () => Promise<void>;
} {
  const url = `${endpoint.replace(/\/+$/, "")}/v1/traces`;
  const service = resourceFromAttributes({ "service.name": "debut", "service.version": VERSION });
  const provider = new TracerProvider({
    resource: service.merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(sampler, samplerArg),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  const tracer = provider.getTracer("debut", VERSION);
  const propagator = new W3CTraceContextPropagator();
  const current = new AsyncLocalStorage<Context>();

  const run: Trace = (name, { kind = "internal", attributes = {}, headers, isFailure = () => true }, work) => {
    // Jobs start a new trace: whatever woke the runner may be unrelated.
    const above = kind === "consumer" ? ROOT_CONTEXT : (current.getStore() ?? ROOT_CONTEXT);
    const parent = headers ? propagator.extract(above, headers, defaultTextMapGetter) : above;
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent);
    const fail = (reason: string) => {
      span.setAttribute("error.type", reason);
      span.setStatus({ code: SpanStatusCode.ERROR, message: reason });
    };
    return current.run(trace.setSpan(parent, span), async () => {
      try {
        return await work({
          rename: (better) => void span.updateName(better),
          set: (more) => void span.setAttributes(more),
          fail,
        });
      } catch (error) {
        if (isFailure(error)) {
          span.recordException(error instanceof Error ? error : String(error));
          fail(nameOf(error));
        }
        throw error;
      } finally {
        span.end();
      }
    });
  };

  const unwatch = watchFetches(tracer, () => current.getStore(), new URL(url).origin);
  return {
    trace: run,
    async close() {
      unwatch();
      await provider.shutdown();
    },
  };
}

const nameOf = (error: unknown): string =>
  error instanceof Error ? ("code" in error ? String(error.code) : error.name) : "unknown";

function samplerOf(name: string, ratio = 1): Sampler {
  if (name.startsWith("parentbased_"))
    return new ParentBasedSampler({ root: samplerOf(name.slice("parentbased_".length), ratio) });
  if (name === "always_off") return new AlwaysOffSampler();
  if (name === "traceidratio") return new TraceIdRatioBasedSampler(ratio);
  return new AlwaysOnSampler();
}
