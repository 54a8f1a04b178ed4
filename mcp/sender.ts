import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import { AppError } from "../core/errors/errors.ts";
import type { Settings } from "../core/settings/config.ts";
import { rpcError } from "./refusals.ts";

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);
/** Origins of assistants. Credentials are never cookies, so an origin grants no rights. */
const ASSISTANT_ORIGINS = new Set(["https://claude.ai", "https://claude.com", "https://chatgpt.com"]);
const EXPOSED = "MCP-Protocol-Version, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id";

/** The headers that depend on the host and the origin of a request, and why it is refused, if it is. */
export type JudgeSender = (req: IncomingMessage) => { headers: Record<string, string>; refusal?: string };

/** Refuses hosts and origins that indicate DNS rebinding. */
export function createSenderJudge({ BASE_URL, MCP_ORIGINS }: Settings): JudgeSender {
  const base = new URL(BASE_URL);
  const ourHosts = new Set([base.host, `${base.hostname}:${base.port || (base.protocol === "https:" ? 443 : 80)}`]);
  const isOurHost = (req: IncomingMessage): boolean => {
    const host = (req.headers.host ?? "").toLowerCase();
    if (ourHosts.has(host)) return true;
    const [, name = "", port = "80"] = /^(\[[\da-f:]+\]|[^:]*)(?::(\d+))?$/.exec(host) ?? [];
    return LOOPBACK.has(name) && (port === base.port || port === String(req.socket.localPort));
  };
  const allowed = new Set([
    ...ASSISTANT_ORIGINS,
    base.origin,
    ...MCP_ORIGINS.map((origin) => origin.replace(/\/$/, "")),
  ]);
  const isKnownOrigin = (origin: string): boolean => {
    if (allowed.has("*") || allowed.has(origin)) return true;
    const url = URL.parse(origin);
    return url?.origin === origin && url.protocol === "http:" && LOOPBACK.has(url.hostname);
  };

  return (req) => {
    const headers: Record<string, string> = {};
    if (!isOurHost(req))
      return { headers, refusal: `This server is ${BASE_URL}. A reverse proxy must pass the Host header on.` };
    const { origin } = req.headers;
    headers.vary = "Origin";
    if (origin === undefined) return { headers };
    if (!isKnownOrigin(origin))
      return {
        headers,
        refusal: `${origin} may not call this MCP server from a browser. Its operator can allow it with MCP_ORIGINS.`,
      };
    headers["access-control-allow-origin"] = origin;
    headers["access-control-expose-headers"] = EXPOSED;
    return { headers };
  };
}

/** Refuses what the judge refuses, and answers preflights. */
export function checkSender(settings: Settings): RequestHandler {
  const judge = createSenderJudge(settings);
  return (req, res, next) => {
    const { headers, refusal } = judge(req);
    res.set(headers);
    if (refusal !== undefined) return rpcError(res, 403, 403, refusal);
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

/**
 * Only POST is supported. A person who opens the endpoint in a browser gets a page that explains
 * it.
 */
export const postOnly: RequestHandler = (req, res, next) => {
  if (req.method === "POST") return next();
  const accepted = req.headers.accept ?? "";
  if (req.method === "GET" && accepted.includes("text/html") && !accepted.includes("text/event-stream"))
    return res.redirect(302, "/connect");
  res.set("allow", "POST, OPTIONS");
  throw new AppError("method_not_allowed", "Method not allowed. Send MCP messages with POST.");
};
