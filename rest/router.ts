import type { IncomingMessage, ServerResponse } from "node:http";
import type { Deps } from "#actions/context.ts";
import { AppError, asAppError } from "#core/errors/errors.ts";
import { addressKey, limitHeaders, type OnLimit, takeQuota } from "#core/limits/limiter.ts";
import { onceFor } from "#domain/text/once.ts";
import { callerOf, type Identify, refuseCredentialIn } from "#http/credentials.ts";
import { knownTag } from "#http/etag.ts";
import { factsOf } from "#http/facts.ts";
import type { Incoming } from "#http/incoming.ts";
import type { Metrics } from "#http/metrics.ts";
import { createPatience } from "#http/patience.ts";
import { PROBLEM_TYPE, refusalOf } from "#http/refusal.ts";
import type { Send } from "#http/send.ts";
import type { AnyTool } from "#tools/define.ts";
import { Document } from "#tools/document.ts";
import { acceptsJson, CORS, preflight, sharedHeaders } from "./headers.ts";
import { compileOperation, type Exchange, giveBack, type Operation, type Reply } from "./operation.ts";
import { type Match, Routes } from "./routes.ts";

export type RestOptions = {
  identify: Identify;
  tools: readonly AnyTool[];
  openApiDocument: () => object;
  observe: Metrics["observe"];
  send: Send;
};

export type Rest = (req: Incoming, res: ServerResponse) => Promise<void>;

const RESOURCE = "/api/v1";

/** The REST interface. Own dispatch: routes are fixed and most requests are small. */
export function createRest(deps: Deps, { identify, tools, openApiDocument, observe, send }: RestOptions): Rest {
  const base = deps.settings.BASE_URL + RESOURCE;
  // REST accepts tokens for /mcp too: scopes are the same, and clients often know only one
  // resource.
  const audiences = [base, `${deps.settings.BASE_URL}/mcp`, `${deps.settings.BASE_URL}/mcp/account`];

  const routes = new Routes<Operation>();
  for (const tool of tools) {
    const operation = compileOperation(tool, { deps, base, tools, observe, patienceFor: createPatience() });
    routes.add(operation.binding.method, operation.binding.segments, operation);
  }
  const description = onceFor(openApiDocument, (document) => describe(new Document(JSON.stringify(document))));

  async function reply(req: Incoming, { match, path, query }: Target, counted: Exchange["counted"]): Promise<Reply> {
    if (req.method !== "OPTIONS") refuseCredentialIn(query);
    const onLimit: OnLimit = (state, key) => void counted.push({ state, key });
    if (path === DOCUMENT_PATH) {
      await takeQuota(deps.limiter, "read-anonymous", addressKey(req.ip ?? "unknown"), { onLimit });
      const answer = description()(req);
      if (answer.status === 304) await giveBack(counted, deps);
      return answer;
    }
    if (!match)
      throw new AppError(
        "not_found",
        `There is no such endpoint in this API. See ${base}/openapi.json for its operations.`,
      );
    const { methods } = match.leaf;
    const operation = methods.get(req.method === "HEAD" ? "GET" : req.method);
    if (!operation) return other(req, [...methods.keys()]);
    if (!acceptsJson(req.headers.accept))
      throw new AppError("not_acceptable", "Responses are JSON. Send Accept: application/json.");
    const { scopes } = operation;
    const caller = await callerOf(req, identify, { audiences, allowApiKey: true, scopes, onLimit });
    return operation.answer({ req, caller, values: match.values, query, counted, onLimit });
  }

  function problem(thrown: unknown, req: Incoming, needed: readonly string[]): Reply {
    const { scopes } = asAppError(thrown);
    const asked = { resource: RESOURCE, scopes: scopes.length > 0 ? scopes : needed };
    const { error, problem, headers } = refusalOf(thrown, req, deps, asked);
    return {
      status: error.status,
      headers: {
        "Content-Type": PROBLEM_TYPE,
        ...headers,
        ...(error instanceof MethodRefused && { Allow: error.allow }),
      },
      body: new Document(JSON.stringify(problem)),
    };
  }

  return async (req, res) => {
    const target = targetOf(req.url.slice(RESOURCE.length), routes);
    const counted: Exchange["counted"] = [];
    const { match } = target;
    const answered = await reply(req, target, counted).catch((error: unknown) =>
      problem(error, req, match?.leaf.methods.get(req.method)?.scopes ?? []),
    );
    const route = match?.leaf.label ?? (target.path === DOCUMENT_PATH ? DOCUMENT_PATH : undefined);
    if (route !== undefined) factsOf(req).route = RESOURCE + route;
    const { status, headers, body } = answered;
    const limits = limitHeaders(counted.map(({ state }) => state));
    const vary = status === 204 ? undefined : { Vary: "Accept-Encoding" };
    await send(req, res, {
      status,
      headers: { ...CORS, ...headers, ...limits, ...vary },
      body: body?.body,
      tag: headers.ETag,
    });
  };
}

const DOCUMENT_PATH = "/openapi.json";

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

function other(req: IncomingMessage, methods: string[]): Reply {
  const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
  if (req.method !== "OPTIONS") throw new MethodRefused(allow);
  return { status: 204, headers: { Allow: allow, "Cache-Control": "no-store", ...preflight(allow) }, body: undefined };
}

function describe(document: Document): (req: IncomingMessage) => Reply {
  const headers = sharedHeaders(document.etag);
  return (req) => {
    if (req.method !== "GET" && req.method !== "HEAD") return other(req, ["GET"]);
    const known = knownTag(req.headers["if-none-match"] ?? "", headers.ETag);
    if (known === undefined) return { status: 200, headers, body: document };
    return { status: 304, headers: { ...headers, ETag: known }, body: undefined };
  };
}
