import type { ServerResponse } from "node:http";
import type { Deps } from "../actions/context.ts";
import { addressKey, type LimitState, limitHeaders } from "../core/limits/limiter.ts";
import { commonHeaders } from "../http/common-headers.ts";
import { compressedNow, type Encoding, encodedTag, encodingFor, THRESHOLD_BYTES } from "../http/encode.ts";
import { factsOf } from "../http/facts.ts";
import type { Incoming } from "../http/incoming.ts";
import type { Metrics } from "../http/metrics.ts";
import { type AnyTool, pathNames } from "../tools/define.ts";
import type { Document } from "../tools/document.ts";
import { type KeptDocuments, keptDocuments } from "../tools/memory.ts";
import { acceptsJson, CORS, sharedHeaders } from "./headers.ts";
import { RESOURCE } from "./plain.ts";

type Kept = { operation: string; input: string; route: string; documents: KeptDocuments };

type Parts = Pick<Metrics, "countCall"> & {
  refuse: (req: Incoming, res: ServerResponse, state: LimitState) => void;
};

/** Headers that make a read more than plain: a body, a credential, a condition, a key. */
const SPECIAL = [
  ...["authorization", "cookie", "if-none-match", "idempotency-key"],
  ...["content-length", "transfer-encoding", "expect", "upgrade"],
];

/**
 * Answers anonymous reads of kept documents without the steps that lead to the same:
 * test/rest/plain.test.ts compares both ways.
 */
export function createKeptReads(deps: Deps, tools: readonly AnyTool[], { countCall, refuse }: Parts) {
  const common = commonHeaders(deps.settings);
  const byPrefix = new Map<string, Kept>();
  for (const tool of tools) {
    const [method, path = ""] = tool.rest.split(" ");
    const [input, ...others] = pathNames(tool.rest);
    const isOne = input !== undefined && others.length === 0 && path.endsWith(`/{${input}}`);
    const route = RESOURCE + path;
    if (method === "GET" && tool.documentOf && !tool.anonymousLimits && isOne)
      byPrefix.set(route.slice(0, route.lastIndexOf("/") + 1), {
        ...{ operation: tool.name, input, route },
        documents: keptDocuments(tool, deps),
      });
  }

  function count(req: Incoming, { operation, route }: Kept): LimitState {
    const startedAt = performance.now();
    const state = deps.limiter.count("read-anonymous", addressKey(req.ip ?? "unknown"));
    const facts = factsOf(req);
    facts.caller = "anonymous";
    facts.route = route;
    const outcome = state.allowed ? "ok" : "quota_exceeded";
    countCall({ interface: "rest", operation, outcome }, (performance.now() - startedAt) / 1000);
    return state;
  }

  return (req: Incoming, res: ServerResponse): boolean => {
    const { url, headers } = req;
    const at = url.lastIndexOf("/") + 1;
    const kept = byPrefix.get(url.slice(0, at));
    if (!kept || req.method !== "GET") return false;
    for (const name of SPECIAL) if (name in headers) return false;
    const accepted = encodingFor(headers["accept-encoding"]);
    if (accepted === undefined || !acceptsJson(headers.accept)) return false;
    const { documents } = kept;
    const input = { [kept.input]: url.slice(at) };
    const encoded = accepted === "identity" ? undefined : documents.find(input, accepted);
    const plain = encoded ?? documents.find(input);
    if (!plain) return false;

    const state = count(req, kept);
    const head = common.list(req);
    if (!state.allowed) {
      common.set(req, res);
      refuse(req, res, state);
    } else if (encoded) send(res, head, state, encoded, accepted);
    else if (accepted === "identity" || plain.body.length < THRESHOLD_BYTES) send(res, head, state, plain, "identity");
    else {
      const made = documents.encode(input, {
        name: accepted,
        encode: ({ bytes }) => compressedNow(accepted, bytes),
        etagOf: (etag) => encodedTag(etag, accepted),
      });
      send(res, head, state, made ?? plain, made ? accepted : "identity");
    }
    return true;
  };
}

const FIXED = Object.entries(CORS).flat();
const SHARED = sharedHeaders("");

/** In one list, which Node writes as it is, and in the order of `send` in the router. */
function send(
  res: ServerResponse,
  head: string[],
  state: LimitState,
  { body, etag }: Document,
  encoding: Encoding,
): void {
  head.push(...FIXED, "Content-Type", SHARED["Content-Type"], "Cache-Control", SHARED["Cache-Control"], "ETag", etag);
  const limits = limitHeaders([state]);
  for (const name in limits) head.push(name, limits[name]!);
  head.push("Content-Length", String(body.length), "Vary", "Accept-Encoding");
  if (encoding !== "identity") head.push("Content-Encoding", encoding);
  res.writeHead(200, head).end(body, "latin1");
}
