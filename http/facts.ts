import type { IncomingMessage } from "node:http";
import type { Interface, Member } from "../actions/context.ts";

/** One operation that a request called, and how it ended: "ok" or an error's code. */
export type CalledOperation = { operation: string; outcome: string; ms?: number };

/** What is known about a request. Handlers add to it while they work; the access log, metrics and traces are made from it. */
export type RequestFacts = {
  readonly id: string;
  readonly interface: Interface;
  /** Pattern of the address, like /listings/:slug: addresses themselves hold tokens. Default: the route of Express. */
  route?: string;
  caller?: "anonymous" | Member["via"];
  /** On MCP: the client as it names itself, the generation of the protocol, and each tools/call. */
  client?: string | undefined;
  era?: string;
  calls?: CalledOperation[];
};

const known = new WeakMap<IncomingMessage, RequestFacts>();

export const keepFacts = (req: IncomingMessage, facts: RequestFacts): RequestFacts => {
  known.set(req, facts);
  return facts;
};

/** The facts of a request that `observeRequests` has seen, as every request of the app. */
export function factsOf(req: IncomingMessage): RequestFacts {
  const facts = known.get(req);
  if (!facts) throw new Error("observeRequests must be mounted before everything else.");
  return facts;
}
