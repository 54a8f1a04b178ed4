import type { IncomingHttpHeaders } from "node:http";

/** Facts about a piece of work, under the names of OpenTelemetry's semantic conventions. */
export type Attributes = Record<string, string | number | boolean>;

/** What the work learns while it runs. */
export type Span = {
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** Marks the work as failed although it does not throw. */
  fail(reason: string): void;
};

export type TraceOptions = {
  kind?: "internal" | "server" | "client" | "consumer";
  attributes?: Attributes;
  /** Headers of a request, whose `traceparent` is continued. */
  headers?: IncomingHttpHeaders;
  /** Whether an error that the work throws is a failure. Default: every error is. */
  isFailure?: (error: unknown) => boolean;
};

/** Runs work and records its duration and its parent. */
export type Trace = <T>(name: string, options: TraceOptions, work: (span: Span) => Promise<T>) => Promise<T>;

const NO_SPAN: Span = { rename: () => undefined, set: () => undefined, fail: () => undefined };

/** Only runs the work, if traces are off. */
export const untraced: Trace = (_name, _options, work) => work(NO_SPAN);
