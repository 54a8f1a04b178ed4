import type { Request, RequestHandler, Response } from "express";
import { challenge } from "../auth/challenge.ts";
import type { Identify } from "../auth/identify.ts";
import { type Caller, type Deps, SCOPES, type Scope } from "../context.ts";
import { AppError, problemOf } from "../errors.ts";
import { factsOf } from "../requests/facts.ts";
import type { Catalogue } from "./catalogue.ts";
import { rpcError } from "./reply.ts";
import { type Exchange, viewError } from "./server.ts";

/** One address of the server. Credentials are ignored where nobody is ever asked to sign in. */
export type Endpoint = {
  path: "/mcp" | "/mcp/account" | "/mcp/public";
  catalogue: Catalogue;
  signIn: "when_needed" | "always" | "never";
};

type Message = { id?: unknown; method?: unknown; params?: { name?: unknown } };

/**
 * Finds out who calls and whether the called tools allow it, before the SDK sees the message: clients begin to sign in only at a
 * 401 of HTTP. What it found is left in `req.auth` for the server.
 */
export function createGuard(deps: Deps, endpoint: Endpoint, identify: Identify): RequestHandler {
  const { settings } = deps;
  const resource = settings.BASE_URL + endpoint.path;
  // A client that names no resource gets a token for /mcp, and both addresses are the same service.
  const audiences = [...new Set([resource, `${settings.BASE_URL}/mcp`])];

  const callerOf = async (req: Request): Promise<Caller> => {
    const address = req.ip ?? "";
    if (endpoint.signIn === "never") return { kind: "anonymous", address };
    return identify(req.headers.authorization, { address, audiences, allowApiKey: settings.API_KEYS_ON_MCP });
  };

  return async (req, res, next) => {
    const facts = factsOf(req);
    const called = calledTools(req.body);
    const scoped = called.filter((name) => endpoint.catalogue.find(name)?.scope);
    const needed = new Set(scoped.map((name) => endpoint.catalogue.find(name)!.scope!));
    try {
      const caller = await callerOf(req);
      facts.caller = caller.kind === "member" ? caller.via : "anonymous";
      if (endpoint.signIn === "always" && caller.kind !== "member") throw signInFirst("Sign in to use this address.");
      if (scoped.length > 0) requireScopes(caller, needed, scoped.join(", "));
      const exchange: Exchange = { caller, facts, userAgent: req.headers["user-agent"] };
      // The SDK passes `extra` through; its other fields are for its own checks, which are not used.
      Object.assign(req, { auth: { token: "", clientId: "", scopes: [], extra: exchange } });
    } catch (error) {
      if (!(error instanceof AppError) || (error.status !== 401 && error.status !== 403)) return next(error);
      facts.calls = scoped.map((operation) => ({ operation, outcome: error.code }));
      return refuse(req, res, error, { resource, baseUrl: settings.BASE_URL, isToolCall: called.length > 0 });
    }
    next();
  };
}

const signInFirst = (detail: string): AppError => new AppError("unauthenticated", detail, { scopes: [...SCOPES] });

function requireScopes(caller: Caller, needed: ReadonlySet<Scope>, tools: string): void {
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

/** Names in tools/call messages; 2025-03-26 allows several messages in one body. */
const calledTools = (body: unknown): string[] =>
  [body].flat().flatMap((message) => {
    const { method, params } = (message ?? {}) as Message;
    return method === "tools/call" && typeof params?.name === "string" ? [params.name.slice(0, 64)] : [];
  });

type Refusal = { resource: string; baseUrl: string; isToolCall: boolean };

function refuse(req: Request, res: Response, error: AppError, { resource, baseUrl, isToolCall }: Refusal): void {
  // All scopes are asked for at once, because many clients never ask a second time.
  const scopes = error.code === "insufficient_scope" ? error.scopes : SCOPES;
  const metadata = `${baseUrl}/.well-known/oauth-protected-resource${resource.slice(baseUrl.length)}`;
  const challengeTo = (sent: boolean) => challenge({ code: error.code, sent, detail: error.message, scopes, metadata });
  const where = { baseUrl, requestId: factsOf(req).id };
  const message: Message | undefined = Array.isArray(req.body) ? undefined : req.body;
  // ChatGPT shows its sign-in for a result of this form only, with an error in it. The name decides the form of the answer, never what is allowed.
  if (isToolCall && message && /chatgpt|openai/i.test(req.headers["user-agent"] ?? "")) {
    const { _meta, ...result } = viewError(error, where);
    const isModern = req.headers["mcp-protocol-version"] === "2026-07-28";
    res.json({
      jsonrpc: "2.0",
      id: message.id ?? null,
      result: {
        ...(isModern && { resultType: "complete" }),
        ...result,
        _meta: { ..._meta, "mcp/www_authenticate": [challengeTo(true)] },
      },
    });
    return;
  }
  res.set({ "www-authenticate": challengeTo(req.headers.authorization !== undefined), "cache-control": "no-store" });
  rpcError(res, error.status, error.status, error.message, { id: message?.id, data: problemOf(error, where) });
}
