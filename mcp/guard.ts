import type { ServerResponse } from "node:http";
import type { Caller, Deps } from "#actions/context.ts";
import { AppError, asAppError, invalid } from "#core/errors/errors.ts";
import { addressKey, type LimitState, limitHeaders, quotaExceeded } from "#core/limits/limiter.ts";
import { callerOf, type Identify } from "#http/credentials.ts";
import { factsOf } from "#http/facts.ts";
import type { Incoming } from "#http/incoming.ts";
import { createPatience } from "#http/patience.ts";
import { authorise } from "#tools/authorise.ts";
import { takeTurns } from "./batch.ts";
import type { Endpoint } from "./endpoint.ts";
import { type Body, calledTools, type Message, readMessages } from "./messages.ts";
import { refuse, wantsResult } from "./refusals.ts";
import type { Exchange } from "./server.ts";

type Entry = { caller: Caller; count: (messages: number) => Promise<LimitState>; first: LimitState };

/**
 * Identifies the caller from the headers, counts messages, and checks that the tools allow the
 * call, before the SDK: clients sign in only on an HTTP 401. Undefined if it has refused.
 */
export type Guard = (req: Incoming, res: ServerResponse) => Promise<(Body & { exchange: Exchange }) | undefined>;

export function createGuard(deps: Deps, endpoint: Endpoint, identify: Identify): Guard {
  const patienceFor = createPatience();
  const { settings, limiter } = deps;
  const { catalogue, path } = endpoint;
  // A client that names no resource gets a token for /mcp, and both endpoints are the same service.
  const audiences = [...new Set([settings.BASE_URL + path, `${settings.BASE_URL}/mcp`])];

  const identified = async (req: Incoming, res: ServerResponse): Promise<Caller> => {
    if (endpoint.signIn === "never") return { kind: "anonymous", address: req.ip ?? "unknown" };
    return callerOf(req, identify, {
      audiences,
      allowApiKey: settings.API_KEYS_ON_MCP,
      onLimit: (state) => setLimit(res, state),
    });
  };

  async function enter(req: Incoming, res: ServerResponse): Promise<Entry> {
    const caller = await identified(req, res);
    const count = async (messages: number): Promise<LimitState> => {
      const state =
        caller.kind === "member"
          ? limiter.count("mcp", caller.accountId, messages)
          : limiter.count("mcp-anonymous", addressKey(caller.address), messages);
      setLimit(res, state);
      return state;
    };
    const first = await count(1);
    if (first.isFlood) throw quotaExceeded(first);
    if (endpoint.signIn === "always" && caller.kind !== "member")
      throw new AppError("unauthenticated", "Sign in to use this address.", { scopes: [...endpoint.scopes] });
    return { caller, count, first };
  }

  async function judge(messages: readonly Message[], { caller, count, first }: Entry): Promise<void> {
    authorise(
      calledTools(messages, catalogue, settings).map(({ listed: { name }, access }) => ({ name, access })),
      caller,
    );
    const state = first.allowed && messages.length > 1 ? await count(messages.length - 1) : first;
    if (!state.allowed) throw quotaExceeded(state);
    for (const message of messages) refuseDropped(message);
  }

  return async (req, res) => {
    const facts = factsOf(req);
    let known: Body | undefined;
    try {
      const entry = await enter(req, res).catch(async (error: unknown) => {
        // A result belongs to a message, so the message is read first.
        const { status } = asAppError(error);
        if (status < 500 && status !== 429 && wantsResult(req)) known = await readMessages(req);
        throw error;
      });
      known ??= await readMessages(req);
      const { body, messages } = known;
      await judge(messages, entry);
      const exchange: Exchange = {
        caller: entry.caller,
        facts,
        client: req.headers["user-agent"],
        ...(Array.isArray(body) ? { inTurn: takeTurns() } : { patience: () => patienceFor(req) }),
      };
      return { body, messages, exchange };
    } catch (error) {
      const { body, messages = [] } = known ?? {};
      const called = calledTools(messages, catalogue, settings);
      if (called.length > 0)
        facts.calls = called.map(({ listed }) => ({ operation: listed.name, outcome: asAppError(error).code }));
      const message = Array.isArray(body) ? undefined : messages[0];
      refuse(error, { deps, req, res, endpoint, ...(message && { message }) });
      return undefined;
    }
  };
}

const setLimit = (res: ServerResponse, state: LimitState): void =>
  void res.setHeaders(new Map(Object.entries(limitHeaders([state]))));

/** The SDK drops this name from arguments; our schemas would refuse it. */
const DROPPED = "__proto__";

function refuseDropped({ method, params }: Message): void {
  const given = params?.arguments;
  if (method !== "tools/call" || typeof given !== "object" || given === null || !Object.hasOwn(given, DROPPED)) return;
  throw invalid([
    { pointer: `/${DROPPED}`, code: "unknown_field", detail: `"${DROPPED}" is not a known field. Leave it out.` },
  ]);
}
