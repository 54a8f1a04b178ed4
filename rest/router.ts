import type { IncomingMessage, ServerResponse } from "node:http";
import type { Request, RequestHandler, Response } from "express";
import type { Caller, Deps } from "../actions/context.ts";
import { AppError, asAppError, problemOf, quotaExceeded } from "../core/errors.ts";
import { addressKey, type LimitState, limitHeaders } from "../core/limiter.ts";
import { challenge } from "../http/challenge.ts";
import { factsOf } from "../http/facts.ts";
import type { Metrics } from "../http/metrics.ts";
import type { AnyTool } from "../tools/define.ts";
import { acceptsJson, CORS, etagOf, matchesEtag, PUBLIC, preflight } from "./headers.ts";
import { compileOperation, type Exchange, giveBack, type Operation, type Reply } from "./operation.ts";
import { type Match, Routes } from "./routes.ts";

type OnLimit = (state: LimitState, key: string) => void;

/** Who sends this Authorization header; throws AppError for a credential that is not valid. */
type Identify = (
  authorization: string | undefined,
  request: {
    address: string;
    audiences: readonly string[];
    allowApiKey: boolean;
    scopes: readonly string[];
    onLimit: OnLimit;
  },
) => Promise<Caller>;

export type RestOptions = {
  identify: Identify;
  tools: readonly AnyTool[];
  openApiDocument: () => object;
  metrics?: Metrics;
};

/** The REST door; mount it at /api/v1. Dispatch is its own because every route is known at start and most requests are small reads. */
export function createRest(deps: Deps, { identify, tools, openApiDocument, metrics }: RestOptions): RequestHandler {
  const base = `${deps.settings.BASE_URL}/api/v1`;
  const metadata = `${deps.settings.BASE_URL}/.well-known/oauth-protected-resource/api/v1`;
  // REST takes tokens for /mcp too: the scopes are the same, and clients often know one resource only.
  const audiences = [base, `${deps.settings.BASE_URL}/mcp`, `${deps.settings.BASE_URL}/mcp/account`];
  const observe: Metrics["observe"] = metrics ? metrics.observe : (_door, _operation, run) => run();

  const routes = new Routes<Operation>();
  for (const tool of tools) {
    const operation = compileOperation(tool, { deps, base, tools, observe });
    routes.add(operation.binding.method, operation.binding.segments, operation);
  }
  let description: ReturnType<typeof describe> | undefined;

  async function identified(req: Request, scopes: readonly string[], onLimit: OnLimit): Promise<Caller> {
    const { authorization } = req.headers;
    const address = req.ip ?? "unknown";
    if (authorization === undefined) return { kind: "anonymous", address };
    if (req.headersDistinct.authorization!.length > 1)
      throw new AppError("unauthenticated", "Send one Authorization header.", { scopes: [...scopes] });
    return identify(authorization, { address, audiences, allowApiKey: true, scopes, onLimit });
  }

  async function reply(req: Request, { match, path, query }: Target, counted: Exchange["counted"]): Promise<Reply> {
    if (path === DOCUMENT_PATH) {
      const key = addressKey(req.ip ?? "unknown");
      const state = await deps.limiter.take("read-anonymous", key);
      counted.push({ state, key });
      if (!state.allowed) throw quotaExceeded(state);
      description ??= describe(Buffer.from(JSON.stringify(openApiDocument())));
      const answer = description(req);
      if (answer.status === 304) await giveBack(counted, deps);
      return answer;
    }
    if (!match)
      throw new AppError(
        "not_found",
        `There is no such address in this API. Its operations are listed at ${base}/openapi.json.`,
      );
    const { methods } = match.leaf;
    const operation = methods.get(req.method === "HEAD" ? "GET" : req.method!);
    if (!operation) return other(req, [...methods.keys()]);
    refuseUnreadable(req, query);
    const caller = await identified(req, operation.scopes, (state, key) => counted.push({ state, key }));
    factsOf(req).caller = caller.kind === "member" ? caller.via : "anonymous";
    return operation.answer({ req, caller, values: match.values, query, counted });
  }

  /** Any failure as a problem document, with the headers that tell a client what to do about it. */
  function problem(thrown: unknown, req: Request, scopes: readonly string[]): Reply {
    const error = asAppError(thrown);
    const requestId = factsOf(req).id;
    if (error.status >= 500) deps.log.error({ err: error.cause ?? error, request_id: requestId }, "request failed");
    const { originalUrl } = req;
    const at = originalUrl.indexOf("?");
    const instance = at < 0 ? originalUrl : originalUrl.slice(0, at);
    const isRefusal = error.status === 401 || error.status === 403;
    return {
      status: error.status,
      headers: {
        "Content-Type": "application/problem+json",
        "Cache-Control": "no-store",
        ...(error.retryAfter !== undefined && { "Retry-After": String(error.retryAfter) }),
        ...(error.replayed && { "Idempotent-Replayed": "true" }),
        ...(error.status === 413 && { Connection: "close" }),
        ...(error instanceof MethodRefused && { Allow: error.allow }),
        ...(isRefusal && {
          "WWW-Authenticate": challenge({
            code: error.code,
            sent: req.headers.authorization !== undefined,
            scopes: error.scopes.length ? error.scopes : scopes,
            metadata,
          }),
        }),
      },
      body: Buffer.from(JSON.stringify(problemOf(error, { baseUrl: deps.settings.BASE_URL, requestId, instance }))),
    };
  }

  return async (req, res) => {
    const target = targetOf(req.url, routes);
    const counted: Exchange["counted"] = [];
    const { match } = target;
    const answer = await reply(req, target, counted).catch((error: unknown) =>
      problem(error, req, match?.leaf.methods.get(req.method!)?.scopes ?? []),
    );
    const route = match?.leaf.label ?? (target.path === DOCUMENT_PATH ? DOCUMENT_PATH : undefined);
    if (route !== undefined) factsOf(req).route = `${req.baseUrl}${route}`;
    send(res, answer, limitHeaders(counted.map(({ state }) => state)));
  };
}

const DOCUMENT_PATH = "/openapi.json";

/** What a URL below /api/v1 points at. */
type Target = { path: string; query: URLSearchParams | undefined; match: Match<Operation> | undefined };

function targetOf(url: string, routes: Routes<Operation>): Target {
  const at = url.indexOf("?");
  const path = at < 0 ? url : url.slice(0, at);
  return { path, query: at < 0 ? undefined : new URLSearchParams(url.slice(at + 1)), match: routes.find(path) };
}

class MethodRefused extends AppError {
  readonly allow: string;
  constructor(allow: string) {
    super("method_not_allowed", `Use one of: ${allow}.`);
    this.allow = allow;
  }
}

/** OPTIONS, with or without a preflight; any other method is refused. */
function other(req: IncomingMessage, methods: string[]): Reply {
  const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
  if (req.method !== "OPTIONS") throw new MethodRefused(allow);
  return { status: 204, headers: { Allow: allow, "Cache-Control": "no-store", ...preflight(allow) }, body: undefined };
}

/** What no operation can answer, whoever asks. */
function refuseUnreadable(req: IncomingMessage, query: URLSearchParams | undefined): void {
  if (!acceptsJson(req.headers.accept))
    throw new AppError("not_acceptable", "Answers are JSON. Send Accept: application/json.");
  if (query && (query.has("access_token") || query.has("api_key"))) {
    throw new AppError(
      "credential_in_query",
      "Addresses end up in logs. Send the credential as Authorization: Bearer, and replace this one.",
    );
  }
}

/** The OpenAPI document, written once at start. */
function describe(document: Buffer): (req: IncomingMessage) => Reply {
  const headers = { "Content-Type": "application/json", "Cache-Control": PUBLIC, ETag: etagOf(document) };
  return (req) => {
    if (req.method !== "GET" && req.method !== "HEAD") return other(req, ["GET"]);
    const isKnown = matchesEtag(req.headers["if-none-match"] ?? "", headers.ETag);
    return isKnown ? { status: 304, headers, body: undefined } : { status: 200, headers, body: document };
  };
}

function send(res: Response | ServerResponse, { status, headers, body }: Reply, more: Record<string, string>): void {
  const length = body === undefined ? undefined : { "Content-Length": String(body.length) };
  res.writeHead(status, { ...CORS, "X-Content-Type-Options": "nosniff", ...headers, ...more, ...length });
  res.end(body);
}
