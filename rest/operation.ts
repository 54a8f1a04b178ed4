import type { IncomingMessage } from "node:http";
import { z } from "zod";
import type { Caller, Deps } from "#actions/context.ts";
import type { Patience } from "#actions/job-ends.ts";
import { AppError, invalid } from "#core/errors/errors.ts";
import { faultsOf } from "#core/errors/faults.ts";
import type { LimitState, OnLimit } from "#core/limits/limiter.ts";
import type { Fault } from "#domain/text/fault.ts";
import { given } from "#domain/text/given.ts";
import { isRecord } from "#domain/text/record.ts";
import { knownTag } from "#http/etag.ts";
import { headerOf } from "#http/incoming.ts";
import type { Metrics } from "#http/metrics.ts";
import type { PatienceFor } from "#http/patience.ts";
import { readJson } from "#http/request-body.ts";
import { type AnyTool, retryAfterOf } from "#tools/define.ts";
import { Document } from "#tools/document.ts";
import { hold } from "#tools/hold.ts";
import { type Answer, admit, type Call, perform } from "#tools/invoke.ts";
import { asRestFaults, type Binding, bind, type Read, readBody, readUrl } from "./binding.ts";
import { linkHeader, PRIVATE, PUBLIC, preferredWait } from "./headers.ts";

export type Exchange = {
  req: IncomingMessage;
  caller: Caller;
  values: string[];
  query: URLSearchParams | undefined;
  counted: { state: LimitState; key: string }[];
  onLimit: OnLimit;
};

export type Reply = { status: number; headers: Record<string, string>; body: Document | undefined };

export type Operation = { binding: Binding; scopes: readonly string[]; answer: (exchange: Exchange) => Promise<Reply> };

type Surroundings = {
  deps: Deps;
  base: string;
  tools: readonly AnyTool[];
  observe: Metrics["observe"];
  patienceFor: PatienceFor;
};

export function compileOperation(tool: AnyTool, surroundings: Surroundings): Operation {
  const { deps, base, tools, observe, patienceFor } = surroundings;
  const binding = bind(tool);
  const linkOf = compileLink(tool, binding, base);
  const locationOf = tool.status === 201 ? compileLocation(tool, tools, base) : undefined;

  async function read({ req, values, query }: Exchange): Promise<Read> {
    const path: Record<string, string> = {};
    binding.pathNames.forEach((name, index) => {
      path[name] = given(values[index]);
    });
    return binding.from === "query"
      ? readUrl(binding, path, query)
      : readBody(binding, path, query, await readObject(req));
  }

  async function run({ patience, ...exchange }: Exchange & { patience: Patience | undefined }): Promise<Answer> {
    const { req, caller, query, onLimit } = exchange;
    const idempotencyKey = headerOf(req, "idempotency-key");
    const call: Call = { deps, caller, interface: "rest", idempotencyKey, onLimit, patience };
    await admit(tool, call, (name) => binding.from === "query" && Boolean(query?.get(name)));
    const { input, repeated, misplaced } = await read(exchange);
    try {
      if (misplaced.length > 0) throw misplacedError(input, misplaced);
      return await perform(tool, input, call);
    } catch (error) {
      throw asRestError(error, binding, repeated);
    }
  }

  async function held(first: Answer, { caller }: Exchange, patience: Patience): Promise<Answer> {
    const read = async (name: string, input: object) =>
      (await perform(given(tools.find((other) => other.name === name)), input, { deps, caller, interface: "rest" }))
        .output;
    return { ...first, output: await hold(tool, first.output, read, patience, deps) };
  }

  async function answer(exchange: Exchange): Promise<Reply> {
    const { req, counted } = exchange;
    const wait = tool.later && preferredWait(headerOf(req, "prefer"));
    const patience = wait === undefined ? undefined : { ms: wait * 1000, signal: patienceFor(req) };
    const first = await observe("rest", tool.name, () => run({ ...exchange, patience }));
    const result = patience ? await held(first, exchange, patience) : first;
    const { status, replayed, isPublic } = result;
    const isShared = isPublic && binding.method === "GET";
    const body = result.document ?? new Document(JSON.stringify(result.output));
    const retryAfter = tool.later && retryAfterOf(tool, result.output);
    const headers: Record<string, string> = {
      "Content-Type": "application/json",
      "Cache-Control": isShared ? PUBLIC : PRIVATE,
      ...(replayed && { "Idempotent-Replayed": "true" }),
      ...(retryAfter !== undefined && { "Retry-After": String(retryAfter) }),
      ...(wait !== undefined && { "Preference-Applied": `wait=${wait}` }),
      ...linkOf?.(exchange, result.output),
      ...(status === 201 && locationOf?.(result.output)),
    };
    if (!isShared) return { status, headers, body };
    headers.ETag = body.etag;
    const known = knownTag(headerOf(req, "if-none-match") ?? "", body.etag);
    if (known === undefined) return { status, headers, body };
    await giveBack(counted, deps);
    return { status: 304, headers: { ...headers, ETag: known }, body: undefined };
  }

  function misplacedError(input: unknown, misplaced: readonly Fault[]): AppError {
    const { error } = tool.input.safeParse(input, { reportInput: true });
    return invalid([...misplaced, ...(error ? faultsOf(error, tool.input) : [])]);
  }

  return { binding, scopes: tool.access === "public" ? [] : [tool.access], answer };
}

function asRestError(error: unknown, binding: Binding, repeated: readonly string[]): unknown {
  if (!(error instanceof AppError) || error.faults.length === 0) return error;
  const { code, detail: whole, retryAfter, scopes, replayed, cause } = error;
  const faults = asRestFaults(error.faults, binding, repeated);
  const detail = faults.length === 1 && whole === given(error.faults[0]).detail ? given(faults[0]).detail : whole;
  return new AppError(code, detail, {
    faults,
    ...(retryAfter !== undefined && { retryAfter }),
    scopes,
    replayed,
    cause,
  });
}

/** A 304 costs no quota. */
export async function giveBack(counted: Exchange["counted"], { limiter }: Pick<Deps, "limiter">): Promise<void> {
  for (const count of counted) {
    await limiter.giveBack(count.state.name, count.key);
    count.state = { ...count.state, remaining: Math.min(count.state.limit, count.state.remaining + 1) };
  }
}

function compileLink(tool: AnyTool, { segments, pathNames }: Binding, base: string) {
  if (!("page" in tool.input.shape && "total_pages" in tool.output.shape)) return undefined;
  const { properties = {} } = z.toJSONSchema(tool.input, { io: "input" });
  const { page } = properties;
  const maximum = (typeof page === "object" && page.maximum) || Number.POSITIVE_INFINITY;
  return ({ values, query }: Exchange, output: Record<string, unknown>): Record<string, string> => {
    const paging = { page: Number(output.page), total_pages: Number(output.total_pages) };
    const path = segments.map((segment) =>
      segment.startsWith("{") ? encodeURIComponent(given(values[pathNames.indexOf(segment.slice(1, -1))])) : segment,
    );
    return { Link: linkHeader(`${base}/${path.join("/")}`, query ?? new URLSearchParams(), paging, maximum) };
  };
}

/** URL of a created object: the GET below or beside the POST whose last parameter the response has. */
function compileLocation(tool: AnyTool, tools: readonly AnyTool[], base: string) {
  const path = tool.rest.slice(tool.rest.indexOf("/"));
  const above = path.slice(0, path.lastIndexOf("/"));
  for (const { rest } of tools) {
    const [, folder, name = ""] = /^GET (\/[^{]+)\/\{(\w+)\}$/.exec(rest) ?? [];
    if ((folder !== path && folder !== above) || !(name in tool.output.shape)) continue;
    return (output: Record<string, unknown>): Record<string, string> => ({
      Location: `${base}${folder}/${encodeURIComponent(String(output[name]))}`,
    });
  }
  return undefined;
}

async function readObject(req: IncomingMessage): Promise<Record<string, unknown>> {
  const value = await readJson(req);
  if (value === undefined) return {};
  if (!isRecord(value))
    throw new AppError("validation_failed", "The body must be a JSON object.", {
      faults: [{ pointer: "", code: "type", detail: "Must be an object." }],
    });
  return value;
}
