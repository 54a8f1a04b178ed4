import { createServer, type Server } from "node:http";
import type { Deps } from "#actions/context.ts";
import { AppError } from "#core/errors/errors.ts";
import { addressKey } from "#core/limits/limiter.ts";
import type { Settings } from "#core/settings/config.ts";
import { given } from "#domain/text/given.ts";
import type { CommonHeaders } from "./common-headers.ts";
import { factsOf } from "./facts.ts";
import type { Gate, Incoming } from "./incoming.ts";
import { refusalOf, sendProblem } from "./refusal.ts";

/** Timeouts of connections. Late requests get 408 and their connection is closed. */
export type ServerTimes = {
  keepAliveMs: number;
  headersMs: number;
  /** Until the last byte of the body: 1 MiB at 140 kbit/s. The response may take longer. */
  requestMs: number;
  unreadMs: number;
  checkEveryMs: number;
};

export const SERVER_TIMES: ServerTimes = {
  // Longer than proxies (nginx 60 s, Caddy 120 s): if the server closed first, a request could be
  // lost.
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

/**
 * Counts open items per key. `enter` returns a function to leave, or undefined if there is no room.
 */
export function createRooms(most: () => number) {
  const open = new Map<string, number>();
  return (key: string): (() => void) | undefined => {
    const now = open.get(key) ?? 0;
    if (now >= most()) return undefined;
    open.set(key, now + 1);
    return () => {
      const left = given(open.get(key)) - 1;
      if (left === 0) open.delete(key);
      else open.set(key, left);
    };
  };
}

/** Closes new connections of an address with too many. Proxies are not counted: they serve many. */
export function limitConnections(
  server: Server,
  settings: Pick<Settings, "LIMIT_CONNECTIONS">,
  isProxy: (address: string, hop: number) => boolean,
): void {
  const enter = createRooms(() => settings.LIMIT_CONNECTIONS);
  server.on("connection", (socket) => {
    const { remoteAddress = "" } = socket;
    if (isProxy(remoteAddress, 0)) return;
    const leave = enter(addressKey(remoteAddress));
    if (leave) socket.once("close", leave);
    else socket.destroy();
  });
}

/** REST and MCP check credentials before bodies, so callers with one do not share room with strangers. */
const senderOf = (req: Incoming): string =>
  (["rest", "mcp"].includes(factsOf(req).interface) && req.headers.authorization) || addressKey(req.ip ?? "");

/** Refuses a request while too many bodies of its sender are incoming, because each takes memory. */
export function limitBodies(deps: Pick<Deps, "settings" | "log">, common: CommonHeaders): Gate {
  const enter = createRooms(() => deps.settings.LIMIT_BODIES);
  return (req, res, next) => {
    const { "content-length": length, "transfer-encoding": coding } = req.headers;
    if (coding === undefined && (length === undefined || length === "0")) return next();
    // A small body that is here already takes no room, and holds up no next request.
    if (req.complete && req.readableLength < req.readableHighWaterMark) return next();
    const leave = enter(senderOf(req));
    if (!leave) {
      const error = new AppError(
        "quota_exceeded",
        `${deps.settings.LIMIT_BODIES} of your requests are still being sent. Wait until they are finished.`,
        { retryAfter: 1 },
      );
      common.set(req, res);
      res.setHeader("Connection", "close");
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
      // Drain an unread body: the next request of the connection follows it.
      req.resume();
    });
    next();
  };
}
