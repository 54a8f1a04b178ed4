import type { ServerResponse } from "node:http";
import type { Deps } from "#actions/context.ts";
import { type AppError, asAppError, type Problem, problemOf } from "#core/errors/errors.ts";
import { type Asked, challenge } from "./challenge.ts";
import { factsOf } from "./facts.ts";
import type { Incoming } from "./incoming.ts";

export type Refusal = { error: AppError; problem: Problem; headers: Record<string, string> };

/**
 * The response to a failed request, on every interface: the problem document, and headers that tell
 * clients what to do. `asked` is what a caller needs if sign-in is possible. Logs our own faults.
 */
export function refusalOf(
  thrown: unknown,
  req: Incoming,
  { settings, log }: Pick<Deps, "settings" | "log">,
  asked?: Asked,
): Refusal {
  const error = asAppError(thrown);
  const requestId = factsOf(req).id;
  if (error.status >= 500) log.error({ err: error.cause ?? error, request_id: requestId }, "request failed");
  const [instance = ""] = req.originalUrl.split("?", 1);
  const baseUrl = settings.BASE_URL;
  const sent = req.headers.authorization !== undefined;
  const isChallenge = asked && (error.status === 401 || error.status === 403);
  return {
    error,
    problem: problemOf(error, { baseUrl, requestId, instance }),
    headers: {
      "Cache-Control": "no-store",
      ...(error.retryAfter !== undefined && { "Retry-After": String(error.retryAfter) }),
      ...(error.replayed && { "Idempotent-Replayed": "true" }),
      ...(isChallenge && { "WWW-Authenticate": challenge({ ...asked, error, sent, baseUrl }) }),
    },
  };
}

export const PROBLEM_TYPE = "application/problem+json";

export function sendProblem(res: ServerResponse, { error, problem, headers }: Refusal): void {
  const body = Buffer.from(JSON.stringify(problem));
  const type = { "Content-Type": `${PROBLEM_TYPE}; charset=utf-8`, "Content-Length": String(body.length) };
  res.writeHead(error.status, { ...headers, ...type }).end(body);
}
