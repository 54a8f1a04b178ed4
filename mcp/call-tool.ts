import type { Caller, Deps } from "#actions/context.ts";
import type { Patience } from "#actions/job-ends.ts";
import { type AppError, asAppError } from "#core/errors/errors.ts";
import type { CalledOperation, RequestFacts } from "#http/facts.ts";
import type { Metrics } from "#http/metrics.ts";
import type { CatalogueTool } from "./catalogue.ts";
import type { ToolAnswer } from "./view.ts";

/** Requests with an envelope (2026-07-28), or sessions that start with `initialize`. */
export type Era = "modern" | "legacy";

export const IDEMPOTENCY_KEY = "dev.debut/idempotency-key";
const MOST_OF_A_NAME = 80;

export type ToolCall = {
  tool: CatalogueTool;
  args: unknown;
  meta?: Record<string, unknown> | undefined;
  caller: Caller;
  facts: RequestFacts;
  era: Era;
  client: string | undefined;
  patience?: Patience | undefined;
  once?: string | undefined;
  answers?: Readonly<Record<string, string>> | undefined;
};

type Recorded = Pick<ToolCall, "tool" | "facts" | "era" | "client">;

export function noteCall(
  facts: RequestFacts,
  { era, client }: Pick<ToolCall, "era" | "client">,
  call: CalledOperation,
) {
  facts.era = era;
  facts.client = client?.slice(0, MOST_OF_A_NAME);
  facts.calls = [...(facts.calls ?? []), call];
}

/**
 * Runs a call and adds it to the log line of its request. Undefined is no outcome yet. Throws
 * AppError.
 */
export async function recordCall<T>(
  deps: Deps,
  { tool, facts, era, client }: Recorded,
  run: () => Promise<T>,
  outcomeOf: (result: T) => string | undefined = () => "ok",
): Promise<T> {
  const startedAt = deps.now().getTime();
  const done = (outcome: string | undefined, error?: AppError) => {
    if (outcome === undefined) return;
    const call = { operation: tool.listed.name, outcome, ms: deps.now().getTime() - startedAt };
    noteCall(facts, { era, client }, call);
    if (error?.code === "internal_error")
      deps.log.error({ ...call, request_id: facts.id, err: error.cause ?? error }, "mcp call");
  };
  try {
    const result = await run();
    done(outcomeOf(result));
    return result;
  } catch (thrown) {
    const error = asAppError(thrown);
    done(error.code, error);
    throw error;
  }
}

/** Runs a tool, with its metrics and its part of the log line. Throws AppError. */
export async function callTool(
  { deps, observe }: { deps: Deps; observe: Metrics["observe"] },
  { tool, args, meta, caller, patience, once, answers, ...at }: ToolCall,
): Promise<ToolAnswer> {
  const idempotencyKey = meta?.[IDEMPOTENCY_KEY] ?? once;
  const call = { deps, caller, interface: "mcp", idempotencyKey, patience, answers } as const;
  return recordCall(deps, { tool, ...at }, () => observe("mcp", tool.listed.name, () => tool.run(args, call)));
}
