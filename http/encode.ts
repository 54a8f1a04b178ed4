import { constants } from "node:zlib";
import compression from "compression";
import type { Request, RequestHandler, Response } from "express";
import onHeaders from "on-headers";

const THRESHOLD_BYTES = 1024;
/** Beyond 4 brotli costs several times as much for a few percent. */
const BROTLI_QUALITY = 4;
/** A window of 256 KiB: pages are smaller, and an encoder with the default of 4 MiB takes as much memory for each answer. */
const BROTLI_WINDOW_BITS = 18;

/** A tag of ours for an encoded answer: the tag of the content, a dot, the encoding. A tag of content holds no dot. */
const ENCODED_TAG = /"([^".]+)\.(br|gzip|deflate)"/g;

const compress = compression({
  threshold: THRESHOLD_BYTES,
  filter: (req, res) => mayCompress(req as Request, res as Response) && compression.filter(req, res),
  brotli: {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
    },
  },
});

/** Answers as brotli or gzip, to those who take it. What is compressed already, short, or a stream stays as it is. */
export const encodeAnswers: RequestHandler = (req, res, next) => {
  keepTagsStrong(req, res);
  compress(req, res, next);
};

function mayCompress(req: Request, res: Response): boolean {
  const hasBody = res.statusCode >= 200 && res.statusCode !== 204 && res.statusCode !== 304;
  // A stream of events would wait for its block to fill.
  const isStream = /^text\/event-stream\b/i.test(String(res.getHeader("Content-Type")));
  return hasBody && !isStream && !mayBeProbed(req);
}

/**
 * BREACH: the size of a compressed page that repeats what was asked gives away what else it holds. The attack needs a browser that
 * sends its cookies with requests that another site made up, and browsers say where a request comes from.
 */
function mayBeProbed({ headers }: Request): boolean {
  const site = headers["sec-fetch-site"];
  return headers.cookie !== undefined && site !== "same-origin" && site !== "none";
}

/**
 * A strong tag names bytes (RFC 9110, 8.8.3.3), so each encoding has one of its own. Handlers know only tags of content: the suffix
 * is taken off what a client sends and put on what it gets.
 */
function keepTagsStrong(req: Request, res: Response): void {
  const known = req.headers["if-none-match"];
  const encodingOf = new Map<string, string>();
  if (known !== undefined)
    req.headers["if-none-match"] = known.replaceAll(ENCODED_TAG, (_, tag: string, encoding: string) => {
      encodingOf.set(tag, encoding);
      return `"${tag}"`;
    });
  // Runs after the listener of `compress`, which is added later.
  onHeaders(res, () => {
    if (res.statusCode === 304) res.vary("Accept-Encoding");
    const tag = /^"([^"]+)"$/.exec(String(res.getHeader("ETag")))?.[1];
    if (tag === undefined) return;
    const encoding = res.statusCode === 304 ? encodingOf.get(tag) : res.getHeader("Content-Encoding");
    if (encoding) res.setHeader("ETag", `"${tag}.${encoding}"`);
  });
}
