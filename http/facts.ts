import type { IncomingMessage } from "node:http";
import type { Interface, Member } from "../actions/context.ts";

/** An operation that a request called, and its outcome: "ok" or an error code. */
export type CalledOperation = { operation: string; outcome: string; ms?: number };

/** Facts about a request, for the access log, metrics and traces. Handlers add to them. */
export type RequestFacts = {
  readonly id: string;
  readonly interface: Interface;
  /**
   * The route pattern, like /listings/:slug, because URLs may have tokens. Default: Express's
   * route.
   */
  route?: string;
  caller?: "anonymous" | "session" | Member["via"];
  /** On MCP: the client's name for itself, the protocol generation, and each tools/call. */
  client?: string | undefined;
  era?: string;
  calls?: CalledOperation[];
};

/** On the request itself: the collector visits the entries of a WeakMap each time it runs. */
const FACTS = Symbol("facts");
type Noted = IncomingMessage & { [FACTS]?: RequestFacts };

export const keepFacts = (req: IncomingMessage, facts: RequestFacts): RequestFacts => {
  (req as Noted)[FACTS] = facts;
  return facts;
};

/** The facts of a request after `observeRequests`. */
export function factsOf(req: IncomingMessage): RequestFacts {
  const facts = (req as Noted)[FACTS];
  if (!facts) throw new Error("observeRequests must be mounted before everything else.");
  return facts;
}
