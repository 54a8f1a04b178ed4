import {
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type RequestStateCodec,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Caller, Deps } from "#actions/context.ts";
import { AppError } from "#core/errors/errors.ts";
import { given } from "#domain/text/given.ts";
import type { Question, Visit } from "#tools/define.ts";
import { fingerprintOf } from "#tools/idempotency.ts";
import type { Call } from "#tools/invoke.ts";
import type { Catalogue, CatalogueTool } from "./catalogue.ts";
import { canElicit } from "./client-capabilities.ts";
import type { ToolAnswer } from "./view.ts";

export type Asked = {
  tool: string;
  digest: string;
  /** The idempotency key of the call that the person agrees to: one yes does one thing. */
  once: string;
  until: number;
  isFilledIn?: boolean;
  again?: Visit["again"];
};

export type States = RequestStateCodec<Asked>;

/** Checkouts are open for a day. */
const VISIT_MS = 24 * 3600 * 1000;
const CONFIRM_MS = 10 * 60_000;

/** Signed, so that what was agreed to is what is done, by the account that was asked. */
export const createStates = (key: string, callerOf: (ctx: ServerContext) => Caller): States =>
  createRequestStateCodec<Asked>({
    key,
    ttlSeconds: VISIT_MS / 1000,
    bind(ctx) {
      const caller = callerOf(ctx);
      return caller.kind === "member" ? caller.accountId : "";
    },
  });

type Answers = Record<string, string>;
type Asking = { deps: Deps; catalogue: Catalogue; call: Call; states: States; ctx: ServerContext };

export type Step = { ask: InputRequiredResult } | { answer: ToolAnswer } | { once?: string; answers?: Answers };

/** For the log; a call that goes on has none yet. */
export const outcomeOf = (step: Step): string | undefined =>
  "ask" in step ? "asked" : "answer" in step ? "ok" : undefined;

const CONFIRM = "confirm";
const VISIT = "visit";

/** Asks what must be asked before a call. Throws `declined`. */
export async function askFirst(tool: CatalogueTool, args: unknown, asking: Asking): Promise<Step> {
  const { ctx, call } = asking;
  if (!tool.question && !tool.visit) return {};
  const state = stateOf(tool, args, asking);
  if (state?.again && ctx.mcpReq.inputResponses?.[VISIT]) return { answer: await readAgain(state.again, asking) };
  if (!tool.question || !canElicit(ctx, "form")) return {};
  const response = inputResponse(ctx.mcpReq.inputResponses, CONFIRM);
  if (state && response.kind === "elicit") {
    const { once, isFilledIn } = state;
    if (response.action === "accept" && isFilledIn) return { once, answers: textsOf(response.content) };
    if (response.action === "accept" && response.content?.agreed === true) return { once };
    throw new AppError("declined", "The person declined, so nothing was done or sent.");
  }
  const question = await tool.question(args, call);
  if (!question) return {};
  const confirm = inputRequired.elicit({ message: question.message, requestedSchema: formOf(question) });
  return {
    ask: await withState({ [CONFIRM]: confirm }, tool, args, asking, {
      lastsMs: CONFIRM_MS,
      isFilledIn: question.texts !== undefined,
    }),
  };
}

export async function askToVisit(
  tool: CatalogueTool,
  args: unknown,
  { output }: ToolAnswer,
  asking: Asking,
): Promise<InputRequiredResult | undefined> {
  const page = tool.visit?.(output, asking.deps.settings);
  if (!page || !canElicit(asking.ctx, "url")) return undefined;
  const { url, message, again } = page;
  const visit = inputRequired.elicitUrl({ url, message });
  return withState({ [VISIT]: visit }, tool, args, asking, { lastsMs: VISIT_MS, again });
}

async function readAgain({ tool, input, item }: Visit["again"], { catalogue, call }: Asking): Promise<ToolAnswer> {
  const { output } = await given(catalogue.find(tool)).run(input, { ...call, isAdmitted: true });
  if (!item) return { output };
  const items: Record<string, unknown>[] = Array.isArray(output.items) ? output.items : [];
  const isIt = (one: Record<string, unknown>) => Object.entries(item).every(([name, value]) => one[name] === value);
  return { output: items.find(isIt) ?? output };
}

function stateOf(tool: CatalogueTool, args: unknown, { deps, ctx }: Asking): Asked | undefined {
  const state = ctx.mcpReq.requestState<Asked>();
  const isThis = state?.tool === tool.listed.name && state.digest === fingerprintOf(args ?? {});
  return isThis && deps.now().getTime() < state.until ? state : undefined;
}

async function withState(
  inputRequests: Parameters<typeof inputRequired>[0]["inputRequests"] & object,
  { listed: { name: tool } }: CatalogueTool,
  args: unknown,
  { deps, states, ctx }: Asking,
  { lastsMs, ...more }: { lastsMs: number } & Pick<Asked, "isFilledIn" | "again">,
): Promise<InputRequiredResult> {
  const until = deps.now().getTime() + lastsMs;
  const asked = { tool, digest: fingerprintOf(args ?? {}), once: deps.uuid(), until, ...more };
  return inputRequired({ inputRequests, requestState: await states.mint(asked, ctx) });
}

/** Forms have flat texts only. Without texts, the person agrees or not. */
function formOf({ texts }: Question) {
  const fields = Object.entries(texts ?? {});
  if (fields.length === 0) {
    const agreed = { type: "boolean" as const, title: "Yes, go ahead", default: false };
    return { type: "object" as const, properties: { agreed }, required: ["agreed"] };
  }
  return {
    type: "object" as const,
    properties: Object.fromEntries(fields.map(([name, text]) => [name, { type: "string" as const, ...text }])),
    required: fields.map(([name]) => name),
  };
}

const textsOf = (content: Record<string, unknown> = {}): Answers =>
  Object.fromEntries(
    Object.entries(content).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
