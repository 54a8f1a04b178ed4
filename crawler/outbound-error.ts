import type { CrawlErrorCode } from "#domain/drafts/site.ts";
import { inEnglish, type Text } from "#languages/words.ts";

/**
 * A refused or failed request. `message` is safe to show: it names the host, never an IP address.
 * `requests` counts those sent before.
 */
export class OutboundError extends Error {
  override readonly name = "OutboundError";
  readonly code: CrawlErrorCode;
  readonly requests: number;

  constructor(code: CrawlErrorCode, message: Text, options: { cause?: unknown; requests?: number } = {}) {
    super(inEnglish(message), options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.requests = options.requests ?? 0;
  }
}
