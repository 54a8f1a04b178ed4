import { CRAWL_WORDS } from "#domain/drafts/crawl-words.ts";
import { decode } from "./charset.ts";
import { OutboundError } from "./outbound-error.ts";
import type { SafeResponse } from "./safe-fetch.ts";
import { challengeIn } from "./unfit.ts";

type PageType = "text/html" | "text/plain";

/** Decodes a page. Throws OutboundError `blocked`, `http_error` or `not_html`. */
export function readPage(response: SafeResponse): { text: string; type: PageType } {
  const text = decode(response.body, response.headers["content-type"]);
  checkStatus(response, text);
  const type = pageType(response, text);
  if (type) return { text, type };
  throw new OutboundError("not_html", CRAWL_WORDS.notHtml(new URL(response.url).hostname));
}

function checkStatus({ status, headers, url }: SafeResponse, text: string): void {
  const { hostname } = new URL(url);
  if ([401, 403, 429, 503].includes(status)) {
    throw (
      challengeIn(status, headers, text, hostname) ??
      new OutboundError("blocked", CRAWL_WORDS.refused(hostname, String(status)))
    );
  }
  if (status === 404 || status === 410) throw new OutboundError("not_found", CRAWL_WORDS.noPage(hostname));
  if (status < 200 || status > 299) throw new OutboundError("http_error", CRAWL_WORDS.status(hostname, String(status)));
}

/** Without a header, the first character decides. */
function pageType({ headers }: SafeResponse, text: string): PageType | undefined {
  const declared = headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (!declared) return /^\s*</.test(text) ? "text/html" : undefined;
  if (declared === "text/html" || declared === "application/xhtml+xml") return "text/html";
  return declared === "text/plain" ? "text/plain" : undefined;
}
