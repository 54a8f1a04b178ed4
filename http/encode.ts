import type { ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import compression from "compression";
import type { Request, Response } from "express";
import onHeaders from "on-headers";
import type { Gate, Incoming } from "./incoming.ts";

export const THRESHOLD_BYTES = 1024;
/** Above 4, brotli takes several times as long for a few percent. */
const BROTLI_QUALITY = 4;
/**
 * A window of 256 KiB. Pages are smaller, and the default of 4 MiB takes that memory per response.
 */
const BROTLI_WINDOW_BITS = 18;

/** The ETag of an encoded response: content tag, dot, encoding. Content tags have no dot. */
const ENCODED_TAG = /"([^".]+)\.(br|gzip|deflate)"/g;

export const BROTLI_PARAMS = {
  [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
  [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
};

const compress = compression({
  threshold: THRESHOLD_BYTES,
  filter: (req, res) => mayCompress(req, res) && compression.filter(req, res),
  brotli: { params: BROTLI_PARAMS },
});

const encoders = { br: promisify(brotliCompress), gzip: promisify(gzip) };
export type Encoding = keyof typeof encoders | "identity";

const MOST_NEGOTIATED = 100;
const LONGEST = 100;
/** Few clients differ in what they accept, and many send it with each request. */
const negotiated = new Map<string, Encoding>();

/** The encoding that an Accept-Encoding gets: brotli, then gzip, unless another one has a higher weight. */
export function encodingFor(accepted = ""): Encoding {
  const known = negotiated.get(accepted);
  if (known !== undefined) return known;
  const weights = new Map(
    accepted.split(",").map((part) => {
      const [name = "", weight = "1"] = part.toLowerCase().split(/\s*;\s*q=/);
      return [name.trim(), Number(weight)];
    }),
  );
  const weightOf = (name: string): number => weights.get(name) ?? weights.get("*") ?? 0;
  const isWelcome = (name: string) => weightOf(name) > 0 && weightOf(name) >= (weights.get("identity") ?? 0);
  const best = (["br", "gzip"] as const).filter(isWelcome).sort((a, b) => weightOf(b) - weightOf(a));
  const encoding = best[0] ?? "identity";
  if (negotiated.size < MOST_NEGOTIATED && accepted.length <= LONGEST) negotiated.set(accepted, encoding);
  return encoding;
}

/** A response as `encodeAnswers` would send it, for those that are sent often. */
export const compressed = (encoding: keyof typeof encoders, body: Buffer): Promise<Buffer> =>
  encoding === "br" ? encoders.br(body, { params: BROTLI_PARAMS }) : encoders.gzip(body);

/** The same at once, for a few kB: handing them to another thread takes three times as much CPU as compressing them. */
export const compressedNow = (encoding: keyof typeof encoders, body: Buffer): Buffer =>
  encoding === "br" ? brotliCompressSync(body, { params: BROTLI_PARAMS }) : gzipSync(body);

/** The ETag of a response in an encoding. */
export const encodedTag = (etag: string, encoding: string): string => etag.replace(/"$/, `.${encoding}"`);

/** Compresses responses with brotli or gzip, except compressed or short ones and streams. */
export const encodeAnswers: Gate = (req, res, next) => {
  keepTagsStrong(req, res);
  // Typed for Express, but it needs nothing of it.
  compress(req as Request, res as Response, next);
};

function mayCompress(req: Pick<Incoming, "headers">, res: ServerResponse): boolean {
  const hasBody = res.statusCode >= 200 && res.statusCode !== 204 && res.statusCode !== 304;
  // An event stream would wait for its block to fill.
  const isStream = /^text\/event-stream\b/i.test(String(res.getHeader("Content-Type")));
  return hasBody && !isStream && !mayBeProbed(req);
}

/**
 * BREACH: the size of a compressed page that reflects input reveals its secrets. The attack needs a
 * browser that sends cookies on cross-site requests, and browsers say where requests come from.
 */
export function mayBeProbed({ headers }: Pick<Incoming, "headers">): boolean {
  const site = headers["sec-fetch-site"];
  return headers.cookie !== undefined && site !== "same-origin" && site !== "none";
}

/**
 * A strong tag identifies bytes (RFC 9110, 8.8.3.3), so each encoding has its own. Handlers only
 * see content tags: the suffix is removed from requests and added to responses.
 */
function keepTagsStrong(req: Incoming, res: ServerResponse): void {
  const known = req.headers["if-none-match"];
  const encodingOf = new Map<string, string>();
  if (known !== undefined)
    req.headers["if-none-match"] = known.replaceAll(ENCODED_TAG, (_, tag: string, encoding: string) => {
      encodingOf.set(tag, encoding);
      return `"${tag}"`;
    });
  // Runs after the listener of `compress`, which is added later.
  onHeaders(res, () => {
    if (res.statusCode === 304 && !/\baccept-encoding\b/i.test(String(res.getHeader("Vary"))))
      res.appendHeader("Vary", "Accept-Encoding");
    const tag = /^"([^".]+)"$/.exec(String(res.getHeader("ETag")))?.[1];
    if (tag === undefined) return;
    const encoding = res.statusCode === 304 ? encodingOf.get(tag) : res.getHeader("Content-Encoding");
    if (encoding) res.setHeader("ETag", encodedTag(`"${tag}"`, String(encoding)));
  });
}
