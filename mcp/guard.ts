import type { Request, RequestHandler, Response } from "express";
import { type Caller, type Deps, SCOPES } from "../actions/context.ts";
import type { Identify } from "../auth/identify.ts";
import { AppError, problemOf, quotaExceeded } from "../core/errors.ts";
import { addressKey, type LimitState, limitHeaders } from "../core/limiter.ts";
import { challenge } from "../http/challenge.ts";
import { factsOf } from "../http/facts.ts";
import { takeTurns } from "./batch.ts";
import type { Catalogue, CatalogueTool } from "./catalogue.ts";
import { readMessages } from "./door.ts";
import type { FindFilling } from "./prepared.ts";
import { RPC, rpcError } from "./reply.ts";
import { type Exchange, viewError } from "./server.ts";

/** One address of the server. Credentials are ignored where nobody is ever asked to sign in. */
export type Endpoint = {
  path: "/mcp" | "/mcp/account" | "/mcp/public";
  catalogue: Catalogue;
  fillingOf: FindFilling;
  signIn: "when_needed" | "always" | "never";
};

type Message = { id?: unknown; method?: unknown; params?: { name?: unknown; uri?: unknown } };

/** Of one body. JSON-RPC servers that take batches allow some hundred messages. */
const MAX_BATCH = 100;

/** What the headers of a request tell: who calls, and the first message counted; or why it is refused. */
type Entry =
  | { caller: Caller; count: (messages: number) => Promise<LimitState>; first: LimitState; refusal?: undefined }
  | { refusal: AppError };

/**
 * Finds out who calls from the headers and counts the messages, then whether the called tools allow it, before the SDK sees them:
 * clients begin to sign in only at a 401 of HTTP. What it found is left in `req.auth` for the server.
 */
export function createGuard(deps: Deps, endpoint: Endpoint, identify: Identify): RequestHandler {
  const { settings, limiter } = deps;
  const { catalogue } = endpoint;
  const resource = settings.BASE_URL + endpoint.path;
  // A client that names no resource gets a token for /mcp, and both addresses are the same service.
  const audiences = [...new Set([resource, `${settings.BASE_URL}/mcp`])];

  const callerOf = async (req: Request, res: Response): Promise<Caller> => {
    const address = req.ip ?? "";
    if (endpoint.signIn === "never") return { kind: "anonymous", address };
    return identify(req.headers.authorization, {
      address,
      audiences,
      allowApiKey: settings.API_KEYS_ON_MCP,
      onLimit: (state) => res.set(limitHeaders([state])),
    });
  };

  /** Each POST has one message at least, so that one is counted before the body is read. */
  async function enter(req: Request, res: Response): Promise<Entry> {
    try {
      const caller = await callerOf(req, res);
      factsOf(req).caller = caller.kind === "member" ? caller.via : "anonymous";
      const count = async (messages: number): Promise<LimitState> => {
        const state = await (caller.kind === "member"
          ? limiter.take("mcp", caller.accountId, messages)
          : limiter.take("mcp-anonymous", addressKey(caller.address), messages));
        res.set(limitHeaders([state]));
        return state;
      };
      const first = await count(1);
      if (first.isFlood) throw quotaExceeded(first);
      if (endpoint.signIn === "always" && caller.kind !== "member") throw signInFirst("Sign in to use this address.");
      return { caller, count, first };
    } catch (error) {
      if (error instanceof AppError && error.status < 500) return { refusal: error };
      throw error;
    }
  }

  /** Refuses what the tools in the body do not allow, then what is over the quota: in this order everywhere. */
  async function judge(messages: readonly Message[], { caller, count, first }: Exclude<Entry, { refusal: AppError }>) {
    requireScopes(caller, calledTools(messages, catalogue));
    const state = first.allowed && messages.length > 1 ? await count(messages.length - 1) : first;
    if (!state.allowed) throw quotaExceeded(state);
  }

  return async (req, res, next) => {
    const facts = factsOf(req);
    const where = { resource, baseUrl: settings.BASE_URL, requestId: facts.id };
    const refuse = (error: AppError, messages: readonly Message[] = [], isBatch = false): void => {
      facts.calls = calledTools(messages, catalogue).map(({ listed }) => ({
        operation: listed.name,
        outcome: error.code,
      }));
      sendRefusal(req, res, error, { ...where, message: isBatch ? undefined : messages[0] });
    };

    const entry = await enter(req, res);
    if (entry.refusal && (entry.refusal.status === 429 || !wantsResult(req))) return refuse(entry.refusal);
    const body = await readMessages(req);
    const isBatch = Array.isArray(body);
    const messages: Message[] = (isBatch ? body : [body]).map((message) => message ?? {});
    if (entry.refusal) return refuse(entry.refusal, messages, isBatch);
    if (messages.length > MAX_BATCH)
      return rpcError(
        res,
        400,
        RPC.invalidRequest,
        `A batch has at most ${MAX_BATCH} messages. Send the others in another request.`,
      );
    try {
      await judge(messages, entry);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return refuse(error, messages, isBatch);
    }
    const exchange: Exchange = {
      caller: entry.caller,
      facts,
      userAgent: req.headers["user-agent"],
      ...(isBatch ? { inTurn: takeTurns() } : { filling: endpoint.fillingOf(messages[0]!) }),
    };
    // The SDK passes `extra` through; its other fields are for its own checks, which are not used.
    Object.assign(req, { body, auth: { token: "", clientId: "", scopes: [], extra: exchange } });
    next();
  };
}

const signInFirst = (detail: string): AppError => new AppError("unauthenticated", detail, { scopes: [...SCOPES] });

function requireScopes(caller: Caller, called: readonly CatalogueTool[]): void {
  const needed = new Set(called.flatMap(({ scope }) => scope ?? []));
  if (needed.size === 0) return;
  const tools = called.flatMap(({ scope, listed }) => (scope ? [listed.name] : [])).join(", ");
  if (caller.kind !== "member") throw signInFirst(`Sign in to use ${tools}.`);
  const granted = new Set(caller.scopes);
  const missing = [...needed].filter((scope) => !granted.has(scope));
  if (missing.length > 0) {
    throw new AppError(
      "insufficient_scope",
      `${tools} needs the scope ${missing.join(" ")}. Connect again and allow it.`,
      {
        scopes: SCOPES.filter((scope) => granted.has(scope) || needed.has(scope)),
      },
    );
  }
}

/** Tools that the messages call; 2025-03-26 allows several messages in one body. */
const calledTools = (messages: readonly Message[], catalogue: Catalogue): CatalogueTool[] =>
  messages.flatMap(({ method, params }) => (method === "tools/call" && catalogue.find(params?.name)) || []);

/** ChatGPT shows its sign-in for a result only. The name decides the form of the answer, never what is allowed. */
const wantsResult = (req: Request): boolean => /chatgpt|openai/i.test(req.headers["user-agent"] ?? "");

type Refusal = { resource: string; baseUrl: string; requestId: string; message: Message | undefined };

function sendRefusal(req: Request, res: Response, error: AppError, { resource, message, ...where }: Refusal): void {
  const isQuota = error.status === 429;
  // All scopes are asked for at once, because many clients never ask a second time.
  const scopes = error.code === "insufficient_scope" ? error.scopes : SCOPES;
  const metadata = `${where.baseUrl}/.well-known/oauth-protected-resource${resource.slice(where.baseUrl.length)}`;
  const challengeTo = (sent: boolean) => challenge({ code: error.code, sent, detail: error.message, scopes, metadata });
  // A model reads the result of its call, and so learns when to go on; programs read the status. In a result a challenge has an error.
  if (message?.method === "tools/call" && message.id !== undefined && (isQuota || wantsResult(req))) {
    const { _meta, ...result } = viewError(error, where);
    const isModern = req.headers["mcp-protocol-version"] === "2026-07-28";
    res.json({
      jsonrpc: "2.0",
      id: message.id,
      result: {
        ...(isModern && { resultType: "complete" }),
        ...result,
        _meta: { ..._meta, ...(!isQuota && { "mcp/www_authenticate": [challengeTo(true)] }) },
      },
    });
    return;
  }
  if (!isQuota) res.set("www-authenticate", challengeTo(req.headers.authorization !== undefined));
  if (error.retryAfter !== undefined) res.set("retry-after", String(error.retryAfter));
  res.set("cache-control", "no-store");
  rpcError(res, error.status, error.status, error.message, { id: message?.id, data: problemOf(error, where) });
}
