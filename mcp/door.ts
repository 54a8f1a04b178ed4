import type { ErrorRequestHandler, Request, RequestHandler } from "express";
import type { Deps } from "../actions/context.ts";
import type { Settings } from "../core/config.ts";
import { AppError, asAppError, problemOf } from "../core/errors.ts";
import { factsOf } from "../http/facts.ts";
import { readJson } from "../http/request-body.ts";
import { RPC, rpcError } from "./reply.ts";

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);
/** Assistants that may call from a page of theirs. Credentials are never cookies, so an origin gives no rights. */
const ASSISTANT_ORIGINS = new Set(["https://claude.ai", "https://claude.com", "https://chatgpt.com"]);
const EXPOSED = "MCP-Protocol-Version, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id";
/** Names under which clients put credentials into addresses, where logs and histories keep them. */
const CREDENTIAL_NAMES = ["access_token", "api_key", "apikey", "key", "token", "authorization"];

/** Refuses names and origins that a page in a browser could only have by DNS rebinding, and answers preflights. */
export function checkSender({ BASE_URL }: Settings): RequestHandler {
  const base = new URL(BASE_URL);
  const ourHosts = new Set([base.host, `${base.hostname}:${base.port || (base.protocol === "https:" ? 443 : 80)}`]);
  const isOurHost = (req: Request): boolean => {
    const host = (req.headers.host ?? "").toLowerCase();
    if (ourHosts.has(host)) return true;
    const [, name = "", port = "80"] = /^(\[[\da-f:]+\]|[^:]*)(?::(\d+))?$/.exec(host) ?? [];
    return LOOPBACK.has(name) && (port === base.port || port === String(req.socket.localPort));
  };
  const isKnownOrigin = (origin: string): boolean => {
    const url = URL.parse(origin);
    if (!url || url.origin !== origin) return false;
    return (
      origin === base.origin ||
      ASSISTANT_ORIGINS.has(origin) ||
      (url.protocol === "http:" && LOOPBACK.has(url.hostname))
    );
  };

  return (req, res, next) => {
    res.set("x-content-type-options", "nosniff");
    if (!isOurHost(req))
      return rpcError(res, 403, 403, `This server is ${BASE_URL}. A reverse proxy must pass the Host header on.`);
    const { origin } = req.headers;
    res.vary("Origin");
    if (origin !== undefined) {
      if (!isKnownOrigin(origin)) return rpcError(res, 403, 403, "This origin may not call the MCP server.");
      res.set({ "access-control-allow-origin": origin, "access-control-expose-headers": EXPOSED });
    }
    if (req.method !== "OPTIONS") return next();
    res.set({
      allow: "POST, OPTIONS",
      "access-control-allow-methods": "POST, OPTIONS",
      "access-control-allow-headers": req.get("access-control-request-headers") ?? "authorization, content-type",
      "access-control-max-age": "7200",
    });
    res.status(204).end();
  };
}

/** A credential in the address is refused even where it would not be read, so that nobody gets used to it. */
export const refuseQueryCredentials =
  ({ BASE_URL }: Settings): RequestHandler =>
  (req, res, next) => {
    const [, query = ""] = req.originalUrl.split("?");
    if (![...new URLSearchParams(query).keys()].some((name) => CREDENTIAL_NAMES.includes(name.toLowerCase())))
      return next();
    const error = new AppError(
      "credential_in_query",
      "Send the credential in the Authorization header, not in the address.",
    );
    rpcError(res, 400, RPC.invalidRequest, error.message, {
      data: problemOf(error, { baseUrl: BASE_URL, requestId: factsOf(req).id }),
    });
  };

/** Only POST speaks the protocol. A person who opens the address in a browser gets the page that explains it. */
export const postOnly: RequestHandler = (req, res, next) => {
  if (req.method === "POST") return next();
  const accepted = req.headers.accept ?? "";
  if (req.method === "GET" && accepted.includes("text/html") && !accepted.includes("text/event-stream"))
    return res.redirect(302, "/connect");
  res.set("allow", "POST, OPTIONS");
  rpcError(res, 405, 405, "Method not allowed. Send MCP messages with POST.");
};

/** The message or messages in a request's body. It is read here and nowhere else, so that what was checked is what runs. */
export async function readMessages(req: Request): Promise<object> {
  if (!req.is("application/json"))
    throw new AppError("unsupported_media_type", "Content-Type must be application/json.");
  const body = await readJson(req);
  if (typeof body === "object" && body !== null) return body;
  throw new AppError("malformed_json", "The body must be a JSON-RPC message.");
}

/** What reading the body can go wrong with, and last of all our own faults. */
export const answerError =
  ({ log, settings: { BASE_URL } }: Deps): ErrorRequestHandler =>
  (error, req, res, next) => {
    if (res.headersSent) return next(error);
    const known = asAppError(error);
    if (known.status < 500)
      return rpcError(
        res,
        known.status,
        known.code === "malformed_json" ? RPC.parseError : RPC.invalidRequest,
        known.message,
      );
    const requestId = factsOf(req).id;
    log.error({ err: known.cause ?? known, request_id: requestId }, "mcp request");
    if (known.retryAfter !== undefined) res.set("retry-after", String(known.retryAfter));
    rpcError(res, known.status, RPC.internalError, known.message, {
      data: problemOf(known, { baseUrl: BASE_URL, requestId }),
    });
  };
