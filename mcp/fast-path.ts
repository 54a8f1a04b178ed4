import type { ServerResponse } from "node:http";
import { SERVER_INFO_META_KEY } from "@modelcontextprotocol/server";
import type { Deps } from "../actions/context.ts";
import { asAppError, problemOf } from "../core/errors.ts";
import { encodeAnswers } from "../http/encode.ts";
import { factsOf } from "../http/facts.ts";
import type { Gate, Incoming } from "../http/incoming.ts";
import type { Metrics } from "../http/metrics.ts";
import { parseJson } from "../http/request-body.ts";
import { serverInfo } from "../resources/server-card.ts";
import { bytesOf } from "../tools/document.ts";
import { callTool, type Era } from "./call-tool.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Envelopes } from "./envelopes.ts";
import type { Guard } from "./guard.ts";
import { type PlainCall, readPlainCall } from "./plain-call.ts";
import { refuse, viewError } from "./refusals.ts";
import type { JudgeSender } from "./sender.ts";
import type { Exchange } from "./server.ts";
import { documentOf, type ToolAnswer } from "./view.ts";

/** Answers a request if it can; false leaves it as if nobody had looked at it. */
export type FastPath = (req: Incoming, res: ServerResponse) => boolean;

type Parts = {
  deps: Deps;
  endpoint: Endpoint;
  observe: Metrics["observe"];
  judgeSender: JudgeSender;
  guard: Guard;
  envelopes: Envelopes;
};

/** As the SDK sends them. */
const EVENT_STREAM = {
  "cache-control": "no-cache, no-transform",
  connection: "keep-alive",
  "content-type": "text/event-stream",
  vary: "Origin",
  "x-accel-buffering": "no",
};
const JSON_HEADERS = { "content-type": "application/json" };

const MOST_BYTES = 64 * 1024;
const JSON_TYPE = /^application\/json(; ?charset=utf-8)?$/i;

/**
 * Answers plain calls in the SDK's bytes without its server, request and two streams for each,
 * which take ten times as long as the answer: test/mcp/fast-path.test.ts compares both.
 */
export function createFastPath({ deps, endpoint, observe, judgeSender, guard, envelopes }: Parts): FastPath {
  const { path, catalogue } = endpoint;
  const identity = { [SERVER_INFO_META_KEY]: serverInfo(deps.settings) };

  /** In the SDK's order of members, one character a byte. */
  async function resultOf(call: PlainCall, { caller, facts, userAgent }: Exchange): Promise<string> {
    const { era, client = userAgent } = call;
    try {
      return resultText(await callTool({ deps, observe }, { ...call, era, client, caller, facts }), era);
    } catch (thrown) {
      const error = asAppError(thrown);
      const problem = problemOf(error, { baseUrl: deps.settings.BASE_URL, requestId: facts.id });
      const { _meta, content, isError } = viewError(error, problem, endpoint);
      return bytesOf(
        JSON.stringify(
          era === "modern"
            ? { _meta: { ..._meta, ...identity }, content, isError, resultType: "complete" }
            : { _meta, content, isError },
        ),
      );
    }
  }

  const ending: Record<Era, string> = {
    modern: `,"resultType":"complete","_meta":${bytesOf(JSON.stringify(identity))}}`,
    legacy: "}",
  };
  /** The output stands in the result twice: as a JSON string, and as it is. */
  function resultText(answer: ToolAnswer, era: Era): string {
    const { quoted, body } = documentOf(answer);
    return `{"content":[{"type":"text","text":${quoted}}],"structuredContent":${body}${ending[era]}`;
  }

  async function answer(req: Incoming, res: ServerResponse, call: PlainCall): Promise<void> {
    const { message: body } = call;
    const admitted = await guard(req, res, async () => ({ body, messages: [body] }));
    if (!admitted) return;
    const result = await resultOf(call, admitted.exchange);
    const message = `{"result":${result},"jsonrpc":"2.0","id":${bytesOf(JSON.stringify(call.id))}}`;
    if (call.era === "modern") send(res, JSON_HEADERS, message);
    else send(res, EVENT_STREAM, `event: message\ndata: ${message}\n\n`);
  }

  return (req, res) => {
    const bytes = readWhole(req);
    if (!bytes) return false;
    const body = parsed(bytes);
    const call = readPlainCall(req, body, { catalogue, envelopes });
    if (!call || judgeSender(req, res) !== undefined) {
      req.unshift(bytes);
      return false;
    }
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
  res.setHeader("Vary", "Origin, Accept-Encoding");
  next();
};

/** The body of a POST, if all of it is here. */
function readWhole(req: Incoming): Buffer | undefined {
  const { "content-length": length, "content-type": type = "", "content-encoding": encoding } = req.headers;
  if (req.method !== "POST" || encoding !== undefined || !JSON_TYPE.test(type)) return undefined;
  const isHere = req.complete && req.readableLength > 0 && req.readableLength === Number(length);
  return isHere && req.readableLength <= MOST_BYTES ? req.read() : undefined;
}

/** Sends the bytes of a text, one character each. */
function send(res: ServerResponse, headers: Record<string, string>, bytes: string): void {
  res.writeHead(200, { ...headers, "content-length": bytes.length }).end(bytes, "latin1");
}

function parsed(bytes: Buffer): unknown {
  try {
    return parseJson(bytes);
  } catch {
    return undefined;
  }
}
