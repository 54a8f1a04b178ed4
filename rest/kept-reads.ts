import type { Deps } from "../actions/context.ts";
import { addressKey, type LimitState } from "../core/limiter.ts";
import { factsOf } from "../http/facts.ts";
import type { Incoming } from "../http/incoming.ts";
import type { Metrics } from "../http/metrics.ts";
import { type AnyTool, pathNames } from "../tools/define.ts";
import type { Document } from "../tools/document.ts";
import { keptDocument } from "../tools/memory.ts";
import { acceptsJson } from "./headers.ts";

type Known = { tool: AnyTool; input: string; route: string };
type Send = (document: Document, state: LimitState) => void;
type Refuse = (state: LimitState) => void;

/** Headers that make a read more than plain: a credential, a condition, a key. */
const SPECIAL = ["authorization", "if-none-match", "idempotency-key"];
/** A value that every schema of a path parameter leaves as it is. */
const PLAIN_VALUE = /^[a-z0-9-]+$/;

/**
 * Answers anonymous reads of kept documents without the steps that lead to the same, to which false
 * leaves a request: test/rest/kept-reads.test.ts compares both ways.
 */
export function createKeptReads(deps: Deps, tools: readonly AnyTool[], { countCall }: Pick<Metrics, "countCall">) {
  const byPrefix = new Map<string, Known>();
  for (const tool of tools) {
    const [method, path = ""] = tool.rest.split(" ");
    const [input, ...others] = pathNames(tool.rest);
    const isOne = input !== undefined && others.length === 0 && path.endsWith(`/{${input}}`);
    if (method === "GET" && tool.documentOf && isOne)
      byPrefix.set(path.slice(0, path.lastIndexOf("/") + 1), { tool, input, route: path });
  }

  return (req: Incoming & { baseUrl: string }, send: Send, refuse: Refuse): boolean => {
    const { url, headers } = req;
    const at = url.lastIndexOf("/") + 1;
    const known = byPrefix.get(url.slice(0, at));
    const value = url.slice(at);
    if (!known || req.method !== "GET" || !PLAIN_VALUE.test(value)) return false;
    if (SPECIAL.some((name) => name in headers) || !acceptsJson(headers.accept)) return false;
    const { tool, input, route } = known;
    const document = keptDocument(tool, { [input]: value }, deps);
    if (!document) return false;
    const startedAt = performance.now();
    const facts = factsOf(req);
    facts.caller = "anonymous";
    facts.route = req.baseUrl + route;
    void deps.limiter.take("read-anonymous", addressKey(req.ip ?? "unknown")).then((state) => {
      countCall(
        { interface: "rest", operation: tool.name, outcome: state.allowed ? "ok" : "quota_exceeded" },
        (performance.now() - startedAt) / 1000,
      );
      if (state.allowed) send(document, state);
      else refuse(state);
    });
    return true;
  };
}
