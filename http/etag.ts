import { hash } from "node:crypto";
import type { ServerResponse } from "node:http";

export const etagOf = (body: string | Buffer): string => `"${hash("sha256", body, "base64url").slice(0, 27)}"`;

/** The tag of a client's If-None-Match that names this content, in any encoding (RFC 9110, 13.1.2). */
export const knownTag = (ifNoneMatch: string, etag: string): string | undefined =>
  ifNoneMatch.trim() === "*"
    ? etag
    : ifNoneMatch
        .split(",")
        .map((tag) => tag.trim().replace(/^W\//, ""))
        .find((tag) => tag.replace(/\.(br|gzip)"$/, '"') === etag);

export function notModified(res: ServerResponse): void {
  for (const name of ["Content-Type", "Content-Length", "Content-Encoding"]) res.removeHeader(name);
  res.statusCode = 304;
  res.end();
}
