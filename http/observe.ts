import type { Request, RequestHandler } from "express";
import type { Deps, Interface } from "#actions/context.ts";
import type { Span } from "#core/tracing/trace.ts";
import { factsOf, keepFacts } from "./facts.ts";
import { type Gate, pathOf } from "./incoming.ts";
import type { Metrics } from "./metrics.ts";

const SAFE_ID = /^[\w.:/+=@~-]{1,128}$/;
/** nginx's status for a client that left before the response. */
const CLIENT_LEFT = 499;

const INTERFACES: readonly [RegExp, Interface][] = [
  [/^\/api\/v1(\/|$)/i, "rest"],
  [/^\/mcp(\/|$)/i, "mcp"],
  [/^\/(oauth|interaction|\.well-known)(\/|$)|^\/(register|token|authorize)$/i, "oauth"],
  [/^\/webhooks(\/|$)/i, "webhook"],
  [/^\/(healthz|readyz|metrics)$/i, "operations"],
];

/**
 * Gives every request an id. At its end, writes the access log, counts it and ends its span. The
 * first gate. Logs route patterns only, because URLs may have tokens.
 */
export function observeRequests(
  { uuid, log, trace }: Pick<Deps, "uuid" | "log" | "trace">,
  count: Metrics["countRequest"],
): Gate {
  return (req, res, next) => {
    const given = req.headers["x-request-id"];
    const path = pathOf(req.url);
    const facts = keepFacts(req, {
      id: typeof given === "string" && SAFE_ID.test(given) ? given : uuid(),
      interface: INTERFACES.find(([pattern]) => pattern.test(path))?.[1] ?? "site",
    });
    const startedAt = performance.now();
    const { socket } = req;
    const sentBefore = socket.bytesWritten;

    function close(span: Span): void {
      const status = res.headersSent ? res.statusCode : CLIENT_LEFT;
      const { route = null } = facts;
      const ms = performance.now() - startedAt;
      span.rename(route ? `${req.method} ${route}` : req.method);
      span.set({
        "http.request.method": req.method,
        "http.response.status_code": status,
        "debut.request_id": facts.id,
        "debut.interface": facts.interface,
        ...(route && { "http.route": route }),
      });
      if (status >= 500) span.fail(String(status));
      count({ interface: facts.interface, route: route ?? "none", status: `${Math.floor(status / 100)}xx` }, ms / 1000);
      const line = {
        interface: facts.interface,
        method: req.method,
        route,
        status,
        ms: Math.round(ms * 10) / 10,
        bytes: socket.bytesWritten - sentBefore,
        request_id: facts.id,
        caller: facts.caller ?? "anonymous",
        ...(facts.client !== undefined && { client: facts.client }),
        ...(facts.era !== undefined && { era: facts.era }),
        ...(facts.calls && { calls: facts.calls }),
        ...(!res.writableFinished && { aborted: true }),
      };
      // Monitoring asks every few seconds.
      if (facts.interface === "operations" && status < 500) log.debug(line, "request");
      else log.info(line, "request");
    }

    void trace(
      req.method,
      { kind: "server", headers: req.headers },
      (span) =>
        new Promise<void>((ended) => {
          res.on("close", () => {
            close(span);
            ended();
          });
          next();
        }),
    );
  };
}

/**
 * Adds to the facts what only Express knows: the route, and the caller of a page, whose session is
 * loaded on demand. Mount it first.
 */
export const nameRoutes: RequestHandler = (req, res, next) => {
  const facts = factsOf(req);
  // As the response closes, because a response of middleware has no route, but before it is logged.
  res.prependListener("close", () => {
    const route = facts.route ?? routeOf(req);
    if (route !== undefined) facts.route = route;
    if (res.locals.session?.account) facts.caller ??= "session";
  });
  next();
};

export function routeOf({ route, baseUrl }: Request): string | undefined {
  const [path]: unknown[] = [route?.path].flat();
  return typeof path === "string" ? `${baseUrl}${path}` : undefined;
}
