import { hash } from "node:crypto";
import type { ServerResponse } from "node:http";

/** A strong tag of these bytes. */
export const etagOf = (body: string | Buffer): string => `"${hash("sha256", body, "base64url").slice(0, 27)}"`;

/** RFC 9110, 13.1.2: weak comparison. */
export const matchesEtag = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);

/** The tag of a client's If-None-Match that names this content, in any encoding. */
export const knownTag = (ifNoneMatch: string, etag: string): string | undefined =>
  ifNoneMatch.trim() === "*"
    ? etag
    : ifNoneMatch
        .split(",")
        .map((tag) => tag.trim().replace(/^W\//, ""))
        .find((tag) => tag.replace(/\.(br|gzip)"$/, '"') === etag);

/** Tells whoever has the response that it is unchanged, with the headers of the response that it would get. */
export function notModified(res: ServerResponse): void {
  for (const name of ["Content-Type", "Content-Length", "Content-Encoding"]) res.removeHeader(name);
  res.statusCode = 304;
  res.end();
}
