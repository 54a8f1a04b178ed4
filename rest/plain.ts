import type { IncomingMessage } from "node:http";

export const RESOURCE = "/api/v1";

/** A path that every router reads in the same way: below the API, spelled plainly, and the server's own. */
const PLAIN_URL = /^\/api\/v1\/[\w\-./~%?&=+,:@]*$/;

/** Headers that Express's part of the program acts on: compression, bodies, sessions. */
const UNUSUAL = ["accept-encoding", "content-length", "transfer-encoding", "cookie", "expect", "upgrade"];

/**
 * Whether a read of the API needs nothing of Express. The tag of a compressed response has a dot
 * (http/encode.ts), which Express's part takes off.
 */
export const isPlain = ({ method, url = "", headers }: Pick<IncomingMessage, "method" | "url" | "headers">): boolean =>
  (method === "GET" || method === "HEAD") &&
  PLAIN_URL.test(url) &&
  !UNUSUAL.some((name) => name in headers) &&
  !headers["if-none-match"]?.includes(".");
