import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "#core/errors/errors.ts";
import type { Settings } from "#core/settings/config.ts";
import type { Incoming } from "#http/incoming.ts";
import { rpcError } from "./refusals.ts";

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);
/** Origins of assistants. Credentials are never cookies, so an origin grants no rights. */
const ASSISTANT_ORIGINS = new Set(["https://claude.ai", "https://claude.com", "https://chatgpt.com"]);
const ALLOW = "POST, OPTIONS";
const PREFLIGHT = { Allow: ALLOW, "Access-Control-Allow-Methods": ALLOW, "Access-Control-Max-Age": "7200" };
const EXPOSED = "MCP-Protocol-Version, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id";

/** Lets a request in whose host and origin are ours. Answers preflights, and refuses what indicates DNS rebinding. */
export type CheckSender = (req: IncomingMessage, res: ServerResponse) => boolean;

export function createSenderCheck({ BASE_URL, MCP_ORIGINS }: Settings): CheckSender {
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

  return (req, res) => {
    const refuse = (detail: string): false => {
      rpcError(res, 403, 403, detail);
      return false;
    };
    if (!isOurHost(req)) return refuse(`This server is ${BASE_URL}. A reverse proxy must pass the Host header on.`);
    const { origin } = req.headers;
    res.setHeader("Vary", "Origin");
    if (origin !== undefined) {
      if (!isKnownOrigin(origin))
        return refuse(
          `${origin} may not call this MCP server from a browser. Its operator can allow it with MCP_ORIGINS.`,
        );
      res.setHeader("Access-Control-Allow-Origin", origin);
      res.setHeader("Access-Control-Expose-Headers", EXPOSED);
    }
    if (req.method !== "OPTIONS") return true;
    const wanted = req.headers["access-control-request-headers"] ?? "authorization, content-type";
    res.writeHead(204, { ...PREFLIGHT, "Access-Control-Allow-Headers": wanted }).end();
    return false;
  };
}

/** Only POST is supported. A person who opens the endpoint in a browser gets a page that explains it. */
export function isPost({ method, headers }: Incoming, res: ServerResponse): boolean {
  if (method === "POST") return true;
  const { accept = "" } = headers;
  if (method === "GET" && accept.includes("text/html") && !accept.includes("text/event-stream")) {
    res.writeHead(302, { Location: "/connect" }).end();
    return false;
  }
  res.setHeader("Allow", ALLOW);
  throw new AppError("method_not_allowed", "Method not allowed. Send MCP messages with POST.");
}
