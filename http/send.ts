import type { ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import type { Settings } from "../core/settings/config.ts";
import type { CommonHeaders } from "./common-headers.ts";
import { compressed, compressedNow, encodedTag, encodingFor, mayBeProbed, THRESHOLD_BYTES } from "./encode.ts";
import { ENDS, LONGEST_ENDING } from "./encoded-start.ts";
import type { Incoming } from "./incoming.ts";

/** A whole response. Texts have one character per byte, which Node writes together with the head. */
export type Answer = {
  status: number;
  headers: Record<string, string>;
  body?: string | Buffer | (() => string) | undefined;
  /** Identifies the body, if others get the same: its compressed form is kept. */
  tag?: string | undefined;
  /** The last bytes, if responses with the same body differ only there. */
  ending?: string;
};

export type Send = (req: Incoming, res: ServerResponse, answer: Answer) => Promise<void>;

const BYTES_PER_MB = 1024 * 1024;
/** Of CACHE_MB. */
const SHARE = 4;
/** What a key and the objects around a text take. */
const OVERHEAD_BYTES = 300;
/** Compressing more would hold up other requests, so another thread does it. */
const MOST_AT_ONCE = 64 * 1024;

/** Sends whole responses, compressed if the client accepts that. Compressed bodies are kept by their tag. */
export function createSend({ CACHE_MB }: Pick<Settings, "CACHE_MB">, common: CommonHeaders): Send {
  const kept = new LRUCache<string, string>({
    maxSize: Math.max(1, (CACHE_MB / SHARE) * BYTES_PER_MB),
    sizeCalculation: (text) => OVERHEAD_BYTES + text.length,
  });

  async function encode(encoding: "br" | "gzip", { body = "", tag, ending = "" }: Answer): Promise<string> {
    const isStart = ending !== "" && ending.length <= LONGEST_ENDING;
    if (tag === undefined || (ending !== "" && !isStart)) return encodeNow(encoding, bytesOf(body, ending));
    const key = `${encoding} ${tag}`;
    let made = kept.get(key);
    if (made === undefined) {
      const bytes = bytesOf(body);
      made = isStart ? ENDS[encoding].start(bytes).toString("latin1") : await encodeNow(encoding, bytes);
      kept.set(key, made);
    }
    return isStart ? ENDS[encoding].end(made, ending) : made;
  }

  return async (req, res, answer) => {
    const { status, headers, body, ending = "" } = answer;
    const head: Record<string, string> = { ...common.of(req), ...headers };
    if (body === undefined) return void res.writeHead(status, head).end();
    // Bodies that are not written yet are long.
    const isLong = typeof body === "function" || body.length + ending.length >= THRESHOLD_BYTES;
    const mayEncode = isLong && req.method !== "HEAD" && !mayBeProbed(req);
    const encoding = mayEncode ? encodingFor(req.headers["accept-encoding"]) : "identity";
    let sent: string | Buffer;
    if (encoding === "identity") sent = body instanceof Buffer ? body : textOf(body) + ending;
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

const encodeNow = async (encoding: "br" | "gzip", bytes: Buffer): Promise<string> =>
  (bytes.length > MOST_AT_ONCE ? await compressed(encoding, bytes) : compressedNow(encoding, bytes)).toString("latin1");
