import type { ServerResponse } from "node:http";
import { promisify } from "node:util";
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from "node:zlib";
import type { Request, Response } from "express";
import type { Gate, Incoming } from "./incoming.ts";

export const THRESHOLD_BYTES = 1024;

const brotli = (quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    // 256 KiB: pages are smaller, and the default of 4 MiB takes that memory per response.
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
});
/** Above 4, brotli takes several times as long for a few percent. */
export const BROTLI = brotli(4);

const ENCODERS = {
  br: {
    stream: () => createBrotliCompress(BROTLI),
    now: (body: Buffer) => brotliCompressSync(body, BROTLI),
    inThread: (body: Buffer) => promisify(brotliCompress)(body, BROTLI),
    best: (body: Buffer) => promisify(brotliCompress)(body, brotli(9)),
  },
  gzip: {
    stream: () => createGzip(),
    now: (body: Buffer) => gzipSync(body),
    inThread: (body: Buffer) => promisify(gzip)(body),
    best: (body: Buffer) => promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION }),
  },
};
export type Encoding = keyof typeof ENCODERS;

/** The ETag of an encoded response: content tag, dot, encoding. Content tags have no dot. */
const ENCODED_TAG = /"([^".]+)\.(br|gzip)"/g;
const COMPRESSIBLE = /^text\/(?!event-stream)|[/+](?:json|xml|javascript)\b/i;

export function encodingFor(accepted = ""): Encoding | undefined {
  const weights = new Map(
    accepted.split(",").map((part) => {
      const [name = "", weight = "1"] = part.toLowerCase().split(/\s*;\s*q=/);
      return [name.trim(), Number(weight)];
    }),
  );
  const weightOf = (name: string): number => weights.get(name) ?? weights.get("*") ?? 0;
  const isWelcome = (name: string) => weightOf(name) > 0 && weightOf(name) >= (weights.get("identity") ?? 0);
  const [encoding] = (["br", "gzip"] as const).filter(isWelcome).sort((a, b) => weightOf(b) - weightOf(a));
  return encoding;
}

/** Compressing more would hold up other requests; for less, another thread takes three times as much CPU. */
const MOST_AT_ONCE = 64 * 1024;

export const compressed = async (encoding: Encoding, body: Buffer): Promise<Buffer> =>
  ENCODERS[encoding][body.length > MOST_AT_ONCE ? "inThread" : "now"](body);

export const encodedTag = (etag: string, encoding: string): string => etag.replace(/"$/, `.${encoding}"`);

export function prepare(body: Buffer): (req: Request, res: Response) => Promise<void> {
  const encoded: { [E in Encoding]?: Promise<Buffer> } = {};
  return async (req, res) => {
    const encoding = encodingFor(req.get("accept-encoding"));
    res.vary("Accept-Encoding");
    if (!encoding) return void res.send(body);
    encoded[encoding] ??= ENCODERS[encoding].best(body);
    res.set("Content-Encoding", encoding).send(await encoded[encoding]);
  };
}

/**
 * Compresses responses, except compressed or short ones and event streams. A strong tag identifies bytes (RFC 9110,
 * 8.8.3.3), so each encoding has its own: handlers only see content tags.
 */
export const encodeAnswers: Gate = (req, res, next) => {
  const tagged = new Map<string, string>();
  const known = req.headers["if-none-match"];
  if (known !== undefined)
    req.headers["if-none-match"] = known.replaceAll(ENCODED_TAG, (_, tag: string, encoding: string) => {
      tagged.set(tag, encoding);
      return `"${tag}"`;
    });
  const { writeHead, write, end } = res;
  let isDecided = false;
  let stream: ReturnType<(typeof ENCODERS)[Encoding]["stream"]> | undefined;

  function decide(length?: number): void {
    if (isDecided) return;
    isDecided = true;
    const encoding = encodingOf(req, res, length);
    if (encoding) {
      res.setHeader("Content-Encoding", encoding);
      res.removeHeader("Content-Length");
      stream = ENCODERS[encoding]
        .stream()
        .on("data", (chunk) => Reflect.apply(write, res, [chunk]) || stream?.pause())
        .on("drain", () => res.emit("drain"))
        .on("end", () => Reflect.apply(end, res, []));
      res.on("drain", () => stream?.resume()).on("close", () => stream?.destroy());
    }
    if (res.statusCode === 304) addVary(res);
    const tag = /^"([^".]+)"$/.exec(String(res.getHeader("ETag")))?.[1];
    const sent = tag && (res.statusCode === 304 ? tagged.get(tag) : res.getHeader("Content-Encoding"));
    if (sent) res.setHeader("ETag", encodedTag(`"${tag}"`, String(sent)));
  }

  res.writeHead = (status: number, ...rest: unknown[]) => {
    res.statusCode = status;
    for (const [name, value] of Object.entries(rest.find((each) => typeof each === "object") ?? {}))
      if (value !== undefined) res.setHeader(name, value);
    decide();
    return Reflect.apply(writeHead, res, [res.statusCode]);
  };
  res.write = (...args: unknown[]) => {
    decide();
    return stream ? Reflect.apply(stream.write, stream, args) : Reflect.apply(write, res, args);
  };
  res.end = (...args: unknown[]) => {
    const [body] = args;
    decide(typeof body === "string" || body instanceof Uint8Array ? Buffer.byteLength(body) : 0);
    if (!stream) return Reflect.apply(end, res, args);
    Reflect.apply(stream.end, stream, args);
    return res;
  };
  next();
};

function encodingOf(req: Incoming, res: ServerResponse, length: number | undefined): Encoding | undefined {
  const hasBody = res.statusCode >= 200 && res.statusCode !== 204 && res.statusCode !== 304;
  if (!hasBody || !COMPRESSIBLE.test(String(res.getHeader("Content-Type"))) || mayBeProbed(req)) return undefined;
  if (/\bno-transform\b/i.test(String(res.getHeader("Cache-Control")))) return undefined;
  addVary(res);
  const isShort = Number(res.getHeader("Content-Length") ?? length) < THRESHOLD_BYTES;
  if (isShort || res.hasHeader("Content-Encoding") || req.method === "HEAD") return undefined;
  return encodingFor(req.headers["accept-encoding"]);
}

function addVary(res: ServerResponse): void {
  const vary = [res.getHeader("Vary") ?? []].flat().join(", ");
  if (!/\baccept-encoding\b|\*/i.test(vary))
    res.setHeader("Vary", vary ? `${vary}, Accept-Encoding` : "Accept-Encoding");
}

/**
 * BREACH: the size of a compressed page that reflects input reveals its secrets. The attack needs a
 * browser that sends cookies on cross-site requests, and browsers say where requests come from.
 */
export function mayBeProbed({ headers }: Pick<Incoming, "headers">): boolean {
  const site = headers["sec-fetch-site"];
  return headers.cookie !== undefined && site !== "same-origin" && site !== "none";
}
