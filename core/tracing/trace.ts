import type { IncomingHttpHeaders } from "node:http";

export type Attributes = Record<string, string | number | boolean>;

export type Span = {
  rename(name: string): void;
  set(attributes: Attributes): void;
  fail(reason: string): void;
};

export type TraceOptions = {
  kind?: "internal" | "server" | "client" | "consumer";
  attributes?: Attributes;
  headers?: IncomingHttpHeaders;
  isFailure?: (error: unknown) => boolean;
};

export type Trace = <T>(name: string, options: TraceOptions, work: (span: Span) => Promise<T>) => Promise<T>;

const NO_SPAN: Span = { rename: () => undefined, set: () => undefined, fail: () => undefined };

export const untraced: Trace = (_name, _options, work) => work(NO_SPAN);
