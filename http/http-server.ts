import { createServer, type Server } from "node:http";
import type { Request, RequestHandler } from "express";
import type { Deps } from "../actions/context.ts";
import type { Settings } from "../core/config.ts";
import { AppError } from "../core/errors.ts";
import { addressKey } from "../core/limiter.ts";
import { factsOf } from "./facts.ts";
import { refusalOf, sendProblem } from "./refusal.ts";

/** How long a connection may take. A request that is late is answered 408, and its connection ended. */
export type ServerTimes = {
  keepAliveMs: number;
  /** From the first byte of a request, or from the start of a connection that sends none. */
  headersMs: number;
  /** Until the last byte of the body: 1 MiB at 140 kbit/s. The answer may take longer. */
  requestMs: number;
  /** In which nothing of an answer is read that waits for it. */
  unreadMs: number;
  /** How exact those of requests are. */
  checkEveryMs: number;
};

export const SERVER_TIMES: ServerTimes = {
  // Longer than proxies keep an idle connection (nginx 60 s, Caddy 120 s): one that the server ends first may take a request with it.
  keepAliveMs: 125_000,
  headersMs: 10_000,
  requestMs: 60_000,
  unreadMs: 30_000,
  checkEveryMs: 2_000,
};

export const createHttpServer = ({ keepAliveMs, headersMs, requestMs, checkEveryMs }: ServerTimes): Server =>
  createServer({
    keepAliveTimeout: keepAliveMs,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: checkEveryMs,
  });

/** Counts what is open for each key; `enter` gives the way to leave again, or undefined when there is no room. */
function createRooms(most: number) {
  const open = new Map<string, number>();
  return (key: string): (() => void) | undefined => {
    const now = open.get(key) ?? 0;
    if (now >= most) return undefined;
    open.set(key, now + 1);
    return () => {
      const left = open.get(key)! - 1;
      if (left === 0) open.delete(key);
      else open.set(key, left);
    };
  };
}

/** Ends new connections of an address that has too many open. Proxies are not counted: they speak for many. */
export function limitConnections(
  server: Server,
  { LIMIT_CONNECTIONS }: Pick<Settings, "LIMIT_CONNECTIONS">,
  isProxy: (address: string, hop: number) => boolean,
): void {
  const enter = createRooms(LIMIT_CONNECTIONS);
  server.on("connection", (socket) => {
    const { remoteAddress = "" } = socket;
    if (isProxy(remoteAddress, 0)) return;
    const leave = enter(addressKey(remoteAddress));
    if (leave) socket.once("close", leave);
    else socket.destroy();
  });
}

/** REST and MCP judge the credential before they read the body, so there one with a credential shares no room with strangers. */
const senderOf = (req: Request): string =>
  (["rest", "mcp"].includes(factsOf(req).interface) && req.headers.authorization) || addressKey(req.ip ?? "");

/** Refuses a request with a body while too many bodies of the same sender are still on their way, because each takes memory. */
export function limitBodies(deps: Pick<Deps, "settings" | "log">): RequestHandler {
  const { LIMIT_BODIES } = deps.settings;
  const enter = createRooms(LIMIT_BODIES);
  return (req, res, next) => {
    const { "content-length": length, "transfer-encoding": coding } = req.headers;
    if (coding === undefined && (length === undefined || length === "0")) return next();
    const leave = enter(senderOf(req));
    if (!leave) {
      const error = new AppError(
        "quota_exceeded",
        `${LIMIT_BODIES} of your requests are still being sent. Wait until they are finished.`,
        { retryAfter: 1 },
      );
      res.set("Connection", "close");
      return sendProblem(res, refusalOf(error, req, deps));
    }
    let isHere = true;
    const leaveOnce = () => {
      if (isHere) leave();
      isHere = false;
    };
    req.once("end", leaveOnce);
    res.once("close", () => {
      leaveOnce();
      // What nobody read is passed over: behind it is the next request of the connection.
      req.resume();
    });
    next();
  };
}
