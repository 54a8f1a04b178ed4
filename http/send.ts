import type { ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import type { Settings } from "#core/settings/config.ts";
import type { CommonHeaders } from "./common-headers.ts";
import { compressed, type Encoding, encodedTag, encodingFor, mayBeProbed, THRESHOLD_BYTES } from "./encode.ts";
import { ENDS, LONGEST_ENDING } from "./encoded-start.ts";
import type { Incoming } from "./incoming.ts";

/** A whole response. Texts have one character per byte, which Node writes together with the head. */
export type Answer = {
  status: number;
  headers: Record<string, string>;
  body?: string | Buffer | (() => string) | undefined;
  tag?: string | undefined;
  ending?: string;
};

export type Send = (req: Incoming, res: ServerResponse, answer: Answer) => Promise<void>;

const BYTES_PER_MB = 1024 * 1024;
const SHARE = 4;
const OVERHEAD_BYTES = 300;

export function createSend({ CACHE_MB }: Pick<Settings, "CACHE_MB">, common: CommonHeaders): Send {
  const kept = new LRUCache<string, string>({
    maxSize: Math.max(1, (CACHE_MB / SHARE) * BYTES_PER_MB),
    sizeCalculation: (text) => OVERHEAD_BYTES + text.length,
  });

  async function encode(encoding: Encoding, { body = "", tag, ending = "" }: Answer): Promise<string> {
    const isStart = ending !== "" && ending.length <= LONGEST_ENDING;
    if (tag === undefined || (ending !== "" && !isStart))
      return textOf(await compressed(encoding, bytesOf(body, ending)));
    const key = `${encoding} ${tag}`;
    let made = kept.get(key);
    if (made === undefined) {
      const bytes = bytesOf(body);
      made = textOf(isStart ? ENDS[encoding].start(bytes) : await compressed(encoding, bytes));
      kept.set(key, made);
    }
    return isStart ? ENDS[encoding].end(made, ending) : made;
  }

  return async (req, res, answer) => {
    const { status, headers, body, ending = "" } = answer;
    const head: Record<string, string> = { ...common.of(req), ...headers };
    if (body === undefined) return void res.writeHead(status, head).end();
    const isLong = typeof body === "function" || body.length + ending.length >= THRESHOLD_BYTES;
    const mayEncode = isLong && req.method !== "HEAD" && !mayBeProbed(req);
    const encoding = mayEncode ? encodingFor(req.headers["accept-encoding"]) : undefined;
    let sent: string | Buffer;
    if (!encoding) sent = body instanceof Buffer ? body : textOf(body) + ending;
    else {
      sent = await encode(encoding, answer);
      head["Content-Encoding"] = encoding;
      if (headers.ETag) head.ETag = encodedTag(headers.ETag, encoding);
    }
    head["Content-Length"] = String(sent.length);
    res.writeHead(status, head).end(sent, "latin1");
  };
}

const textOf = (body: NonNullable<Answer["body"]>): string =>
  typeof body === "string" ? body : typeof body === "function" ? body() : body.toString("latin1");

const bytesOf = (body: NonNullable<Answer["body"]>, ending = ""): Buffer =>
  body instanceof Buffer ? body : Buffer.from(textOf(body) + ending, "latin1");
