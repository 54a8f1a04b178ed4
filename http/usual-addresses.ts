import type { RequestHandler } from "express";
import type { Deps } from "#actions/context.ts";
import { AppError } from "#core/errors/errors.ts";
import { RESOURCE_METADATA } from "./challenge.ts";
import { refusalOf, sendProblem } from "./refusal.ts";

const ALIASES: readonly [RegExp, string][] = [
  [/^\/(register|token|authorize)(?=\?|$)/, "/oauth/$1"],
  [/^(\/mcp(?:\/\w+)?)\/\.well-known\/oauth-protected-resource(?=\?|$)/, `${RESOURCE_METADATA}$1`],
];

/**
 * Serves the usual addresses of OAuth under their own. Mount it before the authorization server.
 */
export const aliases: RequestHandler = (req, _res, next) => {
  const alias = ALIASES.find(([pattern]) => pattern.test(req.url));
  if (alias) req.url = req.originalUrl = req.url.replace(...alias);
  next();
};

const STREAMS = /^\/+(sse|mcp(\/(sse|v1))?)$/;

/** Tells programs at a wrong address the right one. Mount it before the site, which takes only what forms send. */
export const wrongAddress =
  (deps: Pick<Deps, "settings" | "log">): RequestHandler =>
  (req, res, next) => {
    const isMessage = req.method === "POST" && /^application\/json\b/i.test(req.get("content-type") ?? "");
    const isStream =
      req.method === "GET" && STREAMS.test(req.path) && /^text\/event-stream/.test(req.get("accept") ?? "");
    if (!isMessage && !isStream) return next();
    const { BASE_URL } = deps.settings;
    res.set("access-control-allow-origin", "*");
    const detail =
      `There is nothing for programs at ${req.path}. Send MCP messages to ${BASE_URL}/mcp and REST ` +
      `requests to ${BASE_URL}/api/v1.`;
    sendProblem(res, refusalOf(new AppError("not_found", detail), req, deps));
  };
