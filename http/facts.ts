import type { IncomingMessage } from "node:http";
import type { Interface, Member } from "#actions/context.ts";
import type { Language } from "#languages/language.ts";

export type CalledOperation = { operation: string; outcome: string; ms?: number };

export type RequestFacts = {
  readonly id: string;
  readonly interface: Interface;
  /** The route pattern, like /listings/:slug, because URLs may have tokens. Default: Express's route. */
  route?: string;
  caller?: "anonymous" | "session" | Member["via"];
  client?: string | undefined;
  /** Of a page, chosen by its prefix. */
  language?: Language;
  era?: string;
  calls?: CalledOperation[];
};

/** On the request itself: the collector visits the entries of a WeakMap each time it runs. */
const FACTS = Symbol("facts");
declare module "node:http" {
  interface IncomingMessage {
    [FACTS]?: RequestFacts;
  }
}

export const keepFacts = (req: IncomingMessage, facts: RequestFacts): RequestFacts => {
  req[FACTS] = facts;
  return facts;
};

export function factsOf(req: IncomingMessage): RequestFacts {
  const facts = req[FACTS];
  if (!facts) throw new Error("observeRequests must be mounted before everything else.");
  return facts;
}
