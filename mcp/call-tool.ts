import type { Caller, Deps } from "../actions/context.ts";
import { type AppError, asAppError } from "../core/errors.ts";
import type { RequestFacts } from "../http/facts.ts";
import type { Metrics } from "../http/metrics.ts";
import type { CatalogueTool } from "./catalogue.ts";
import type { ToolAnswer } from "./view.ts";

/** Requests with an envelope (2026-07-28), or sessions that start with `initialize`. */
export type Era = "modern" | "legacy";

const IDEMPOTENCY_KEY = "dev.debut/idempotency-key";
const MOST_OF_A_NAME = 80;

type ToolCall = {
  tool: CatalogueTool;
  args: unknown;
  meta: Record<string, unknown> | undefined;
  caller: Caller;
  facts: RequestFacts;
  era: Era;
  /** The client's name for itself. */
  client: string | undefined;
};

/** Runs a tool, with its metrics and its part of the log line. Throws AppError. */
export async function callTool(
  { deps, observe }: { deps: Deps; observe: Metrics["observe"] },
  { tool, args, meta, caller, facts, era, client }: ToolCall,
): Promise<ToolAnswer> {
  const startedAt = deps.now().getTime();
  const operation = tool.listed.name;
  const done = (outcome: string, error?: AppError) => {
    const call = { operation, outcome, ms: deps.now().getTime() - startedAt };
    Object.assign(facts, { era, client: client?.slice(0, MOST_OF_A_NAME) });
    facts.calls = [...(facts.calls ?? []), call];
    if (error?.code === "internal_error")
      deps.log.error({ ...call, request_id: facts.id, err: error.cause ?? error }, "mcp call");
  };
  try {
    const call = { deps, caller, interface: "mcp", idempotencyKey: meta?.[IDEMPOTENCY_KEY] } as const;
    const answer = await observe("mcp", operation, () => tool.run(args, call));
    done("ok");
    return answer;
  } catch (thrown) {
    const error = asAppError(thrown);
    done(error.code, error);
    throw error;
  }
}
