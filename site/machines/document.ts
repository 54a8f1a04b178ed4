import type { Request, Response } from "express";
import { etagOf, knownTag } from "#http/etag.ts";

type Document = {
  type: string;
  body: string | Buffer;
  updatedAt?: Date | null;
  maxAgeSeconds?: number;
  headers?: Record<string, string>;
};

const MAX_AGE_SECONDS = 300;

/** Sends a document for programs, with validators and 304. Any origin may fetch it. */
export function sendDocument(
  req: Request,
  res: Response,
  { type, body, updatedAt, maxAgeSeconds = MAX_AGE_SECONDS, headers = {} }: Document,
): void {
  const etag = etagOf(body);
  res.set({
    "Content-Type": type,
    "Cache-Control": `public, max-age=${maxAgeSeconds}`,
    ETag: etag,
    "Content-Security-Policy": "default-src 'none'",
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
    ...headers,
  });
  if (updatedAt) res.set("Last-Modified", updatedAt.toUTCString());
  if (isKnown(req, etag, updatedAt)) res.status(304).end();
  else res.end(body);
}

/** RFC 9110, 13.2.2: the ETag decides if there is one, else the date. */
function isKnown(req: Request, etag: string, updatedAt: Date | null | undefined): boolean {
  const tags = req.headers["if-none-match"];
  if (tags !== undefined) return knownTag(tags, etag) !== undefined;
  const since = Date.parse(req.headers["if-modified-since"] ?? "");
  return updatedAt != null && Math.floor(updatedAt.getTime() / 1000) * 1000 <= since;
}
