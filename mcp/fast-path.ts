import type { ServerResponse } from "node:http";
import { SERVER_INFO_META_KEY } from "@modelcontextprotocol/server";
import type { Deps } from "../actions/context.ts";
import { asAppError, problemOf } from "../core/errors/errors.ts";
import { addressKey, limitHeaders } from "../core/limits/limiter.ts";
import { onceFor } from "../core/runtime/once-for.ts";
import { commonHeaders } from "../http/common-headers.ts";
import { type Encoding, encodeAnswers, encodingFor } from "../http/encode.ts";
import { ENDS, LONGEST_ENDING } from "../http/encoded-start.ts";
import { factsOf } from "../http/facts.ts";
import type { Gate, Incoming } from "../http/incoming.ts";
import type { Metrics } from "../http/metrics.ts";
import { parseJson } from "../http/request-body.ts";
import { serverInfo } from "../resources/server-card.ts";
import { bytesOf, type Document } from "../tools/document.ts";
import type { KeptDocuments } from "../tools/memory.ts";
import { callTool, type Era, IDEMPOTENCY_KEY, noteCall } from "./call-tool.ts";
import type { CatalogueTool } from "./catalogue.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Envelopes } from "./envelopes.ts";
import type { Guard } from "./guard.ts";
import { createKnownCalls, type KnownCall } from "./known-calls.ts";
import { type PlainCall, readPlainCall } from "./plain-call.ts";
import { refuse, viewError } from "./refusals.ts";
import type { JudgeSender } from "./sender.ts";
import type { Exchange } from "./server.ts";
import { documentForModels, documentOf, noticesOf, UNTRUSTED } from "./view.ts";

/** Answers a request if it can; false leaves it as if nobody had looked at it. */
export type FastPath = (req: Incoming, res: ServerResponse) => boolean;

type Parts = {
  deps: Deps;
  endpoint: Endpoint;
  observe: Metrics["observe"];
  countCall: Metrics["countCall"];
  judgeSender: JudgeSender;
  guard: Guard;
  envelopes: Envelopes;
};

type Around = { before: string; between: string; after: string };

/** What is sent, one character a byte, and the document in it if the call was answered. */
type Result = { text: string; document?: Document };

const HEADERS = { "content-type": "application/json" };
const ENCODED = { vary: "Origin, Accept-Encoding" };
/** The same for an answer that is sent at once, in one list, which Node writes as it is. */
const KEPT_HEADERS: string[] = Object.entries({ ...HEADERS, ...ENCODED }).flat();

const MOST_BYTES = 64 * 1024;
const JSON_TYPE = /^application\/json(; ?charset=utf-8)?$/i;

/**
 * Answers plain calls in the SDK's bytes without its server, request and two streams for each,
 * which take ten times as long as the answer: test/mcp/fast-path.test.ts compares both.
 */
export function createFastPath({ deps, endpoint, observe, countCall, judgeSender, guard, envelopes }: Parts): FastPath {
  const { path, catalogue } = endpoint;
  const common = commonHeaders(deps.settings);
  const knownCalls = createKnownCalls();
  const introduction = onceFor(
    () => deps.settings.SITE_NAME,
    () => {
      const identity = { [SERVER_INFO_META_KEY]: serverInfo(deps.settings) };
      const text = (value: object) => bytesOf(JSON.stringify(value));
      /** What stands around the output, in the SDK's order: `_meta` of a tool comes first, that of the SDK last. */
      const around = (tool: CatalogueTool, era: Era): Around => {
        const notices = noticesOf(tool).map((notice) => `,${text(notice)}`);
        const [complete, own] = era === "modern" ? [',"resultType":"complete"', identity] : ["", {}];
        const last = tool.isOwnText && era === "modern" ? `,"_meta":${text(identity)}` : "";
        return {
          before: tool.isOwnText ? "{" : `{"_meta":${text({ ...UNTRUSTED, ...own })},`,
          between: `${notices.join("")}],"structuredContent":`,
          after: `${complete}${last}}`,
        };
      };
      const known = { modern: new Map<CatalogueTool, Around>(), legacy: new Map<CatalogueTool, Around>() };
      return {
        identity,
        around(tool: CatalogueTool, era: Era): Around {
          const found = known[era].get(tool) ?? around(tool, era);
          known[era].set(tool, found);
          return found;
        },
      };
    },
  );

  const documents = new Map<CatalogueTool, KeptDocuments | undefined>();
  function documentsOf(tool: CatalogueTool): KeptDocuments | undefined {
    if (!documents.has(tool)) documents.set(tool, tool.kept?.(deps));
    return documents.get(tool);
  }

  /** In the SDK's order of members, one character a byte. */
  async function resultOf(call: PlainCall, { caller, facts, userAgent }: Exchange): Promise<Result> {
    const { era, client = userAgent } = call;
    try {
      const document = documentOf(await callTool({ deps, observe }, { ...call, era, client, caller, facts }));
      return { text: resultText(document, call), document };
    } catch (thrown) {
      const error = asAppError(thrown);
      const problem = problemOf(error, { baseUrl: deps.settings.BASE_URL, requestId: facts.id });
      const { _meta, content, isError } = viewError(error, problem, endpoint);
      const result =
        era === "modern"
          ? { _meta: { ..._meta, ...introduction().identity }, content, isError, resultType: "complete" }
          : { _meta, content, isError };
      return { text: bytesOf(JSON.stringify(result)) };
    }
  }

  /** The output stands in the result twice: as a JSON string, and as it is. */
  function resultText(document: Document, { tool, era }: Pick<PlainCall, "tool" | "era">): string {
    const { quoted, body } = tool.isOwnText ? document : documentForModels(document);
    const { before, between, after } = introduction().around(tool, era);
    return `${before}"content":[{"type":"text","text":${quoted}}${between}${body}${after}`;
  }

  async function answer(req: Incoming, res: ServerResponse, call: PlainCall): Promise<void> {
    const { message: body } = call;
    const admitted = await guard(req, res, async () => ({ body, messages: [body] }));
    if (!admitted) return;
    const { text, document } = await resultOf(call, admitted.exchange);
    const sent = (document && encodedOnce(req, call, document)) ?? {
      ...{ text: messageText(text, call.id), headers: {} },
    };
    const own = { ...HEADERS, ...sent.headers, "content-length": sent.text.length };
    res.writeHead(200, own).end(sent.text, "latin1");
  }

  /** The answer with a document that is kept now, as the next one is sent: compressed once for both. */
  function encodedOnce({ headers }: Incoming, call: PlainCall, document: Document) {
    const encoding = "cookie" in headers ? undefined : encodingFor(headers["accept-encoding"]);
    if (encoding === undefined || encoding === "identity") return undefined;
    const kept = documentsOf(call.tool)?.find(call.args ?? {});
    if (!kept || documentForModels(kept) !== document) return undefined;
    const { text, encoding: used } = keptMessage(call, encoding) ?? {};
    return text !== undefined && used === encoding
      ? { text, headers: { ...ENCODED, "content-encoding": encoding } }
      : undefined;
  }

  /** Answers an anonymous call with a kept document at once, without the steps that lead to the same. */
  function answerKept(req: Incoming, res: ServerResponse, call: KnownCall, sender: Record<string, string>): boolean {
    const { tool, era, meta, client } = call;
    const { headers } = req;
    const isAnonymous = endpoint.signIn === "never" || !("authorization" in headers);
    if (endpoint.signIn === "always" || !isAnonymous || "cookie" in headers) return false;
    const encoding = encodingFor(headers["accept-encoding"]);
    if (encoding === undefined) return false;
    if (meta && IDEMPOTENCY_KEY in meta) return false;
    const key = addressKey(req.ip ?? "unknown");
    const [startedAt, at] = [performance.now(), deps.now().getTime()];
    if (!deps.limiter.look("mcp-anonymous", key).allowed) return false;
    const kept = keptMessage(call, encoding);
    if (!kept) return false;
    const state = deps.limiter.count("mcp-anonymous", key);
    const facts = factsOf(req);
    const operation = tool.listed.name;
    facts.route = path;
    facts.caller = "anonymous";
    void deps.trace(operation, { attributes: { "debut.interface": "mcp" } }, async () => undefined);
    const ms = deps.now().getTime() - at;
    noteCall(facts, { era, client: client ?? headers["user-agent"] }, { operation, outcome: "ok", ms });
    countCall({ interface: "mcp", operation, outcome: "ok" }, (performance.now() - startedAt) / 1000);
    const head = common.list(req);
    for (const name in sender) if (name !== "vary") head.push(name, sender[name]!);
    const limits = limitHeaders([state]);
    for (const name in limits) head.push(name, limits[name]!);
    head.push(...KEPT_HEADERS);
    if (kept.encoding !== "identity") head.push("content-encoding", kept.encoding);
    head.push("content-length", String(kept.text.length));
    res.writeHead(200, head).end(kept.text, "latin1");
    return true;
  }

  /** The message with a kept document. All of it but the id is compressed once. */
  function keptMessage({ tool, args = {}, id, era }: KnownCall, encoding: Encoding) {
    const kept = documentsOf(tool);
    if (encoding !== "identity") {
      const name = `mcp ${era} ${encoding} `;
      const { start, end } = ENDS[encoding];
      const encode = (plain: Document) => start(Buffer.from(START + resultText(plain, { tool, era }), "latin1"));
      const ending = endOf(id);
      const started = kept?.find(args, name) ?? kept?.encode(args, { name, encode });
      if (started && ending.length <= LONGEST_ENDING) return { text: end(started.body, ending), encoding };
    }
    const document = kept?.find(args);
    return document && { text: messageText(resultText(document, { tool, era }), id), encoding: "identity" };
  }

  return (req, res) => {
    const bytes = readWhole(req);
    if (!bytes) return false;
    const sender = judgeSender(req);
    const text = bytes.toString("latin1");
    const known = knownCalls.find(req, text);
    if (known && sender.refusal === undefined && answerKept(req, res, known, sender.headers)) return true;
    const call = readPlainCall(req, parsed(bytes), { catalogue, envelopes });
    if (!call || sender.refusal !== undefined) {
      req.unshift(bytes);
      return false;
    }
    if (!known) knownCalls.learn(req, text, call);
    if (!known && answerKept(req, res, call, sender.headers)) return true;
    common.set(req, res);
    res.setHeaders(new Map(Object.entries(sender.headers)));
    factsOf(req).route = path;
    encoded(req, res, () => {
      answer(req, res, call).catch((error: unknown) => {
        if (res.headersSent) res.destroy();
        else refuse(error, { deps, req, res, endpoint });
      });
    });
    return true;
  };
}

/** Compresses the response where that is possible, at no cost where it is not. */
const encoded: Gate = (req, res, next) => {
  if ("accept-encoding" in req.headers || "cookie" in req.headers) return encodeAnswers(req, res, next);
  res.setHeader("Vary", ENCODED.vary);
  next();
};

/** The body of a POST, if all of it is here. */
function readWhole(req: Incoming): Buffer | undefined {
  const { "content-length": length, "content-type": type = "", "content-encoding": encoding } = req.headers;
  if (req.method !== "POST" || encoding !== undefined || !JSON_TYPE.test(type)) return undefined;
  const isHere = req.complete && req.readableLength > 0 && req.readableLength === Number(length);
  return isHere && req.readableLength <= MOST_BYTES ? req.read() : undefined;
}

const START = '{"result":';
const endOf = (id: PlainCall["id"]): string =>
  `,"jsonrpc":"2.0","id":${typeof id === "number" ? id : bytesOf(JSON.stringify(id))}}`;

/** One character a byte, like the result. */
const messageText = (result: string, id: PlainCall["id"]): string => START + result + endOf(id);

function parsed(bytes: Buffer): unknown {
  try {
    return parseJson(bytes);
  } catch {
    return undefined;
  }
}
