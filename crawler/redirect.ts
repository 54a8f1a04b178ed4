import { CRAWL_WORDS } from "#domain/drafts/crawl-words.ts";
import { OutboundError } from "./outbound-error.ts";

export const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * The unchecked absolute target of a redirect; undefined for other responses. Throws OutboundError
 * `http_error` for an invalid location.
 */
export function redirectTarget(
  response: { status: number; headers: Record<string, string> },
  base: string,
): string | undefined {
  const { location } = response.headers;
  if (!REDIRECTS.has(response.status) || location === undefined) return undefined;
  // Some servers send paths as raw UTF-8, which arrives as Latin-1.
  const text = Buffer.from(location, "latin1").toString("utf8");
  const target = URL.parse(text.includes("\ufffd") ? location : text, base);
  if (!target) throw new OutboundError("http_error", CRAWL_WORDS.badRedirect(new URL(base).hostname));
  return target.href;
}
