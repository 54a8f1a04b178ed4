import type { ServerResponse } from "node:http";
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Deps } from "#actions/context.ts";
import { type AppError, asAppError, type Problem } from "#core/errors/errors.ts";
import { challenge } from "#http/challenge.ts";
import type { Incoming } from "#http/incoming.ts";
import { refusalOf } from "#http/refusal.ts";
import { inEnglish } from "#languages/words.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Message } from "./messages.ts";

/** JSON-RPC error codes. Refusals by HTTP use the HTTP status, outside the reserved range. */
const RPC = { parseError: -32700, invalidRequest: -32600, internalError: -32603 } as const;
const OF_THE_MESSAGE = new Set([400, 413, 415]);

const rpcCodeOf = ({ code, status }: AppError): number => {
  if (code === "malformed_json") return RPC.parseError;
  if (status >= 500) return RPC.internalError;
  return OF_THE_MESSAGE.has(status) ? RPC.invalidRequest : status;
};

/** Ends a request that never reached the protocol. */
export function rpcError(
  res: ServerResponse,
  status: number,
  code: number,
  message: string,
  { id, data }: { id?: unknown; data?: unknown } = {},
): void {
  const isId = typeof id === "string" || typeof id === "number";
  const error = { code, message, ...(data !== undefined && { data }) };
  sendJson(res, status, { jsonrpc: "2.0", id: isId ? id : null, error });
}

function sendJson(res: ServerResponse, status: number, message: object): void {
  const text = JSON.stringify(message);
  res.statusCode = status;
  res.setHeader("Content-Type", "application/json; charset=utf-8");
  res.setHeader("Content-Length", Buffer.byteLength(text));
  res.end(text);
}

/** ChatGPT shows sign-in only for a result. The client's name decides the response's form, not access. */
export const wantsResult = ({ headers }: Incoming): boolean => /chatgpt|openai/i.test(headers["user-agent"] ?? "");

/** An error that a model can repair. No structuredContent, which older clients check and hide text. */
export function viewError(error: AppError, problem: Problem, { path }: Pick<Endpoint, "path">): CallToolResult {
  const lines = error.faults.map(
    ({ pointer, parameter, detail }) => `- ${pointer || parameter || "input"}: ${inEnglish(detail)}`,
  );
  return {
    isError: true,
    content: [{ type: "text", text: [`${error.code}: ${error.message}`, ...lines].join("\n") }],
    _meta: {
      // Stores for assistants want no ids of requests in results; the header has it.
      "dev.debut/problem": path === "/mcp/directory" ? { ...problem, request_id: undefined } : problem,
      ...(error.retryAfter !== undefined && { "dev.debut/retry-after": error.retryAfter }),
      ...(error.replayed && { "dev.debut/idempotent-replayed": true }),
    },
  };
}

type Refused = {
  deps: Deps;
  req: Incoming;
  res: ServerResponse;
  endpoint: Pick<Endpoint, "path" | "scopes">;
  message?: Message;
};

/**
 * Responds to a refusal at an endpoint. `message` is the only one of the body, if it could be read.
 */
export function refuse(thrown: unknown, { deps, req, res, endpoint, message }: Refused): void {
  // Requests all scopes at once, because many clients never ask again.
  const needed = asAppError(thrown);
  const { path, scopes } = endpoint;
  const asked = { resource: path, scopes: needed.code === "insufficient_scope" ? needed.scopes : scopes };
  const { error, problem, headers } = refusalOf(thrown, req, deps, asked);
  const { "WWW-Authenticate": signIn, ...rest } = headers;
  res.setHeaders(new Map(Object.entries(rest)));
  // Models read the result of a call; programs read the status.
  const isForModel = error.status === 400 || error.status === 429 || (error.status < 500 && wantsResult(req));
  if (message?.method === "tools/call" && message.id !== undefined && isForModel) {
    const { _meta, ...result } = viewError(error, problem, endpoint);
    const isModern = req.headers["mcp-protocol-version"] === "2026-07-28";
    // In a result, a challenge needs an error.
    const challenged = challenge({ ...asked, error, sent: true, baseUrl: deps.settings.BASE_URL });
    const meta = { ..._meta, ...(signIn && { "mcp/www_authenticate": [challenged] }) };
    const viewed = { ...(isModern && { resultType: "complete" }), ...result, _meta: meta };
    sendJson(res, 200, { jsonrpc: "2.0", id: message.id, result: viewed });
    return;
  }
  if (signIn) res.setHeader("WWW-Authenticate", signIn);
  rpcError(res, error.status, rpcCodeOf(error), error.message, { id: message?.id, data: problem });
}
