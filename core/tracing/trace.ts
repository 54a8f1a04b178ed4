import type { IncomingHttpHeaders } from "node:http";

/** Attributes named by OpenTelemetry's semantic conventions. */
export type Attributes = Record<string, string | number | boolean>;

export type Span = {
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** Marks work as failed although it does not throw. */
  fail(reason: string): void;
};

export type TraceOptions = {
  kind?: "internal" | "server" | "client" | "consumer";
  attributes?: Attributes;
  /** Request headers; their `traceparent` is continued. */
  headers?: IncomingHttpHeaders;
  isFailure?: (error: unknown) => boolean;
};

/** Runs work and records its duration and parent. */
export type Trace = <T>(name: string, options: TraceOptions, work: (span: Span) => Promise<T>) => Promise<T>;

const NO_SPAN: Span = { rename: () => undefined, set: () => undefined, fail: () => undefined };

export const untraced: Trace = (_name, _options, work) => work(NO_SPAN);
