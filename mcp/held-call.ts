import type { BaseContext } from "@modelcontextprotocol/server";
import type { Caller, Deps } from "#actions/context.ts";
import type { Patience } from "#actions/job-ends.ts";
import { given } from "#domain/text/given.ts";
import type { Stage } from "#tools/define.ts";
import { retryAfterOf } from "#tools/define.ts";
import { hold } from "#tools/hold.ts";
import type { Catalogue, CatalogueTool } from "./catalogue.ts";
import type { ToolAnswer } from "./view.ts";

type Holding = {
  deps: Deps;
  catalogue: Catalogue;
  caller: Caller;
  patience: (() => AbortSignal) | undefined;
  mcpReq: Pick<BaseContext["mcpReq"], "notify" | "signal" | "_meta">;
  isTask: boolean;
};

/**
 * Runs a tool, and keeps the request open while its output is not final. Says how far it is, if the
 * client has sent a progress token.
 */
export async function runHeld(
  tool: CatalogueTool,
  run: (patience?: Patience) => Promise<ToolAnswer>,
  { deps, catalogue, caller, patience, mcpReq, isTask }: Holding,
): Promise<ToolAnswer> {
  const { later, working = tool.listed.title } = tool;
  if (!patience || !(tool.working || later)) return run();
  const { MCP_HOLD_MS: ms } = deps.settings;
  const signal = AbortSignal.any([patience(), mcpReq.signal]);
  const ended = new AbortController();
  let output: Record<string, unknown> | undefined;
  const stage = () => (output && later?.again?.stage(output)) ?? { message: working };

  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken !== undefined)
    void tellProgress(
      stage,
      (progress) => mcpReq.notify({ method: "notifications/progress", params: { progressToken, ...progress } }),
      deps.sleep,
      ended.signal,
    ).catch((error: unknown) => deps.log.debug({ err: error }, "progress could not be sent"));
  try {
    const first = await run({ ms: Math.max(deps.checkWaitMs, ms), signal });
    if (isTask) return first;
    output = first.output;
    const read = async (name: string, input: object) => {
      const answer = await given(catalogue.find(name)).run(input, { deps, caller, interface: "mcp", isAdmitted: true });
      output = answer.output;
      return output;
    };
    const last = await hold(tool, first.output, read, { ms, signal }, deps);
    return last === first.output
      ? first
      : { ...first, document: undefined, output: last, retryAfter: retryAfterOf(tool, last) };
  } finally {
    ended.abort();
  }
}

/** Clients wait anew after each message. */
const BEAT_MS = 1500;

type Progress = { progress: number; total?: number | undefined; message: string };

/**
 * Says how far a call is until `ended`. The figure rises each time, as the protocol asks, even if
 * nothing has happened.
 */
async function tellProgress(
  stage: () => Stage,
  tell: (progress: Progress) => Promise<void>,
  sleep: (ms: number, signal: AbortSignal) => Promise<void>,
  ended: AbortSignal,
): Promise<void> {
  for (let told = 0; ; ) {
    await sleep(BEAT_MS, ended);
    if (ended.aborted) return;
    const { at = 0, of, message } = stage();
    told = Math.max(at, of === undefined ? told + 1 : told + (of - told) / 20);
    await tell({ progress: told, ...(of !== undefined && { total: of }), message });
  }
}
