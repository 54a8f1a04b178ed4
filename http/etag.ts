import { hash } from "node:crypto";
import type { ServerResponse } from "node:http";

export const etagOf = (body: string | Buffer): string => `"${hash("sha256", body, "base64url").slice(0, 27)}"`;

/** RFC 9110, 13.1.2: weak comparison. */
export const matchesEtag = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);

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
