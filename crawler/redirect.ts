import { OutboundError } from "./outbound-error.ts";

export const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Where a response sends the reader, as an absolute URL still to be checked; undefined when it is no redirect.
 * Throws OutboundError `http_error` for a location that is no URL.
 */
export function redirectTarget(
  response: { status: number; headers: Record<string, string> },
  base: string,
): string | undefined {
  const { location } = response.headers;
  if (!REDIRECTS.has(response.status) || location === undefined) return undefined;
  // Some servers send the path as raw UTF-8, which arrives as Latin-1.
  const text = Buffer.from(location, "latin1").toString("utf8");
  const target = URL.parse(text.includes("\ufffd") ? location : text, base);
  if (!target)
    throw new OutboundError("http_error", `${new URL(base).hostname} redirects to something that is no address.`);
  return target.href;
}
