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
/** A kept document, and the quota that the read has used. */
type KeptRead = { document: Document; state: LimitState };

/** Headers that make a read more than plain: a credential, a condition, a key. */
const SPECIAL = ["authorization", "if-none-match", "idempotency-key"];
/** A value that every schema of a path parameter leaves as it is. */
const PLAIN_VALUE = /^[a-z0-9-]+$/;

/**
 * Counts anonymous reads of kept documents, without the steps that lead to the same, to which
 * undefined leaves a request: test/rest/kept-reads.test.ts compares both ways.
 */
export function createKeptReads(deps: Deps, tools: readonly AnyTool[], { countCall }: Pick<Metrics, "countCall">) {
  const byPrefix = new Map<string, Known>();
  for (const tool of tools) {
    const [method, path = ""] = tool.rest.split(" ");
    const [input, ...others] = pathNames(tool.rest);
    const isOne = input !== undefined && others.length === 0 && path.endsWith(`/{${input}}`);
    if (method === "GET" && tool.documentOf && !tool.anonymousLimits && isOne)
      byPrefix.set(path.slice(0, path.lastIndexOf("/") + 1), { tool, input, route: path });
  }

  return (req: Incoming & { baseUrl: string }): Promise<KeptRead> | undefined => {
    const { url, headers } = req;
    const at = url.lastIndexOf("/") + 1;
    const known = byPrefix.get(url.slice(0, at));
    const value = url.slice(at);
    if (!known || req.method !== "GET" || !PLAIN_VALUE.test(value)) return undefined;
    if (SPECIAL.some((name) => name in headers) || !acceptsJson(headers.accept)) return undefined;
    const { tool, input, route } = known;
    const document = keptDocument(tool, { [input]: value }, deps);
    if (!document) return undefined;
    const startedAt = performance.now();
    const facts = factsOf(req);
    facts.caller = "anonymous";
    facts.route = req.baseUrl + route;
    return deps.limiter.take("read-anonymous", addressKey(req.ip ?? "unknown")).then((state) => {
      countCall(
        { interface: "rest", operation: tool.name, outcome: state.allowed ? "ok" : "quota_exceeded" },
        (performance.now() - startedAt) / 1000,
      );
      return { document, state };
    });
  };
}
