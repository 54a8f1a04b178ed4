import type { z } from "zod";
import type { Caller, Context, Deps, Interface } from "#actions/context.ts";
import type { Patience } from "#actions/job-ends.ts";
import { AppError, asAppError, invalid } from "#core/errors/errors.ts";
import { faultsOf } from "#core/errors/faults.ts";
import { addressKey, type LimitName, type OnLimit, takeQuota } from "#core/limits/limiter.ts";
import { canonicalJson } from "#domain/text/canonical-json.ts";
import type { Store } from "#store/store.ts";
import { authorise } from "./authorise.ts";
import type { AnyTool, Question } from "./define.ts";
import type { Document } from "./document.ts";
import { type OneCall, oneCall, reserve } from "./idempotency.ts";
import { keep } from "./kept.ts";

export type Call = {
  deps: Deps;
  caller: Caller;
  interface: Interface;
  /** As the client sent it. Only tools marked `idempotent` accept one. */
  idempotencyKey?: unknown;
  patience?: Patience | undefined;
  answers?: Readonly<Record<string, string>> | undefined;
  /** The call is part of another one, which was authorised and counted. */
  isAdmitted?: true;
  /** The input as the interface lists it, if that has more keys: an unknown key is answered with all of them. */
  listedInput?: z.ZodObject;
  onLimit?: OnLimit;
};

export type Answer<O = Record<string, unknown>> = {
  output: O;
  document?: Document;
  status: number;
  replayed: boolean;
  isPublic: boolean;
};

/**
 * Runs one call of an operation: authorise, limit, parse, replay, run, parse the output.
 * Throws AppError for everything a caller can cause.
 */
export async function invoke<O extends z.ZodObject>(
  tool: AnyTool & { output: O },
  rawInput: unknown,
  call: Call,
): Promise<Answer<z.output<O>>> {
  if (!call.isAdmitted)
    await admit(tool, call, (input) =>
      Object.entries(rawInput ?? {}).some(([name, value]) => name === input && Boolean(value)),
    );
  return perform(tool, rawInput, call);
}

/** Refuses a caller without the scope or over the quota, before the input is read. */
export async function admit(tool: AnyTool, call: Call, isSent: (input: string) => boolean): Promise<void> {
  authorise([tool], call.caller);
  const quota = quotaOf(tool, call, isSent);
  if (quota) await takeQuota(call.deps.limiter, quota.name, quota.key, call);
}

export const perform = <O extends z.ZodObject>(
  tool: AnyTool & { output: O },
  rawInput: unknown,
  call: Call,
): Promise<Answer<z.output<O>>> =>
  call.deps.trace(tool.name, { attributes: { "debut.interface": call.interface }, isFailure: isOurs }, () =>
    run(tool, rawInput, call),
  );

/** An error that a caller caused is a response, not a failure of the operation. */
const isOurs = (error: unknown): boolean => asAppError(error).status >= 500;

async function run<O extends z.ZodObject>(
  tool: AnyTool & { output: O },
  rawInput: unknown,
  call: Call,
): Promise<Answer<z.output<O>>> {
  const input = await readInput(tool, rawInput, call);
  const finish = (output: unknown) => tool.output.parse(output);
  const status = tool.status ?? 200;

  const one = oneCall(tool, input, call);
  if (one) return runOnce(tool, input, call, { one, status, finish });
  await limitByInput(tool, input, call);
  const { context, isPublic } = contextOf(tool, call, call.deps.store);
  const answer = () => counted(tool, input, call, async () => finish(await tool.handler(input, context)));
  if (!tool.documentOf && !tool.remembered)
    return { output: await answer(), status, replayed: false, isPublic: isPublic() };
  const written = await keep(tool, input, call.deps, answer, isPublic);
  return {
    ...{ status, replayed: false, isPublic: isPublic() },
    get document() {
      return written.document;
    },
    get output() {
      return written.output;
    },
  };
}

/**
 * The handler's context. A public tool's response is shared unless the handler asks for the caller.
 * `authorise` has already checked that the caller is a member, if the tool needs one.
 */
function contextOf(
  tool: AnyTool,
  { deps, caller, patience, answers }: Call,
  store: Store,
): { context: object; isPublic: () => boolean } {
  let isPublic = tool.access === "public";
  const askCaller = (): Caller => {
    isPublic = false;
    return caller;
  };
  const waiting = { checkWaitMs: patience?.ms ?? deps.checkWaitMs, gone: patience?.signal, answers };
  const parts = { ...deps, ...waiting, store, storeBefore: deps.store };
  const context = isPublic ? ({ ...parts, askCaller } satisfies Context<"public">) : { ...parts, caller };
  return { context, isPublic: () => isPublic };
}

/** Quotas of single operations count accepted requests only: after parsing, and never replays. */
async function limitByInput(tool: AnyTool, input: unknown, call: Call): Promise<void> {
  if (call.caller.kind !== "member") return;
  for (const name of tool.limits?.(input) ?? []) await takeQuota(call.deps.limiter, name, call.caller.accountId, call);
}

async function giveBackLimits(tool: AnyTool, input: unknown, { deps, caller }: Call): Promise<void> {
  if (caller.kind !== "member") return;
  for (const name of tool.limits?.(input) ?? []) await deps.limiter.giveBack(name, caller.accountId);
}

/** Gives the quotas of an operation back if its input was refused: nothing was made. */
async function counted<T>(tool: AnyTool, input: unknown, call: Call, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.status === 400) await giveBackLimits(tool, input, call);
    throw error;
  }
}

/** The parsed input of an operation. Throws `validation_failed` with every fault. */
export function parseInput<I extends z.ZodObject>(
  { input }: { input: I },
  rawInput: unknown,
  listedInput: z.ZodObject = input,
): z.output<I> {
  const parsed = input.safeParse(rawInput ?? {}, { reportInput: true });
  if (!parsed.success) throw invalid(faultsOf(parsed.error, listedInput));
  return parsed.data;
}

async function readInput(tool: AnyTool, rawInput: unknown, call: Call): Promise<Record<string, unknown>> {
  try {
    return parseInput(tool, rawInput, call.listedInput);
  } catch (error) {
    if (!tool.explain || !(error instanceof AppError)) throw error;
    throw invalid(await tool.explain(error.faults, rawInput, contextOf(tool, call, call.deps.store).context));
  }
}

/** What a person is asked before this call. If the input is wrong, nothing: the call itself says so. */
export async function questionOf(tool: AnyTool, rawInput: unknown, call: Call): Promise<Question | undefined> {
  const input = tool.input.safeParse(rawInput ?? {});
  if (!tool.confirm || !input.success) return undefined;
  return tool.confirm(input.data, contextOf(tool, call, call.deps.store).context);
}

/** Runs a call once: its answer commits with its effect, and is given to whoever repeats it. */
async function runOnce<O>(
  tool: AnyTool,
  input: Record<string, unknown>,
  call: Call,
  { one, status, finish }: { one: OneCall; status: number; finish: (output: unknown) => O },
): Promise<Answer<O>> {
  const { store } = call.deps;
  const repeated = (replay: () => { output: unknown; status: number }): Answer<O> => {
    const { output, status } = replay();
    // What is stored was parsed by this tool's schema.
    return { output: output as O, status, replayed: true, isPublic: false };
  };
  using reserved = reserve(one, call.deps);
  const before = await reserved.find();
  if (before) return repeated(before);
  await limitByInput(tool, input, call);
  let saved: unknown;
  // A change that returns an AppError has an effect too (an attempt was counted): it commits, and is refused.
  const keyed: Store = {
    ...store,
    change: async (work) => {
      if (saved !== undefined) throw new Error(`${tool.name} made two changes in one idempotent call.`);
      // The work may run again after its first run was undone, so what it did counts once the change is over.
      const { result, answer } = await store.change(async (tx) => {
        const result = await work(tx);
        const answer = result instanceof AppError ? result : finish(result);
        await reserved.commit(tx, answer instanceof AppError ? answer : { output: answer, status });
        return { result, answer };
      });
      saved = answer;
      return result;
    },
  };
  try {
    const output = await counted(tool, input, call, async () =>
      finish(await tool.handler(input, contextOf(tool, call, keyed).context)),
    );
    if (saved === undefined) await store.change((tx) => reserved.commit(tx, { output, status }));
    else if (canonicalJson(saved) !== canonicalJson(output))
      throw new Error(`${tool.name} did not return the result of its change.`);
    return { output, status, replayed: false, isPublic: false };
  } catch (error) {
    // Another process may have answered meanwhile: its effect prevents this one, like any other change.
    const elsewhere = saved === undefined ? await reserved.find() : undefined;
    if (elsewhere) {
      await giveBackLimits(tool, input, call);
      return repeated(elsewhere);
    }
    if (!one.isDerived && error instanceof AppError && error !== saved && isBusinessRule(error))
      await store.change((tx) => reserved.commit(tx, error));
    throw error;
  }
}

/** 4xx that the same request would get again. Validation, credentials, quotas and 5xx are not stored. */
const isBusinessRule = (error: AppError): boolean =>
  (error.status === 400 || error.status === 404) &&
  error.code !== "validation_failed" &&
  error.code !== "unknown_field";

type Asked = { caller: Caller; interface: Interface };

/**
 * The quota of a call before its input is read; undefined if the interface counts it itself: pages
 * count views, and MCP counts the messages of anonymous callers.
 */
function quotaOf(
  { annotations, anonymousLimits = {} }: Pick<AnyTool, "annotations" | "anonymousLimits">,
  { caller, interface: via }: Asked,
  isSent: (input: string) => boolean,
): { name: LimitName; key: string } | undefined {
  if (caller.kind === "member")
    return via === "site" ? undefined : { name: annotations.readOnlyHint ? "read" : "write", key: caller.accountId };
  if (via === "mcp") return undefined;
  const declared = Object.entries(anonymousLimits).find(([input]) => isSent(input))?.[1];
  const name = declared ?? (via === "site" ? undefined : "read-anonymous");
  return name && { name, key: addressKey(caller.address) };
}
