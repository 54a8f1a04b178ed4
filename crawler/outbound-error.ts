import type { CrawlErrorCode } from "../domain/drafts/site.ts";

/**
 * An outbound request that was refused or failed. `message` is one sentence that may be shown to anybody: it names
 * the host asked for, never an address. `requests` counts what was sent before it failed.
 */
export class OutboundError extends Error {
  override readonly name = "OutboundError";
  readonly code: CrawlErrorCode;
  readonly requests: number;

  constructor(code: CrawlErrorCode, message: string, options: { cause?: unknown; requests?: number } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.requests = options.requests ?? 0;
  }
}
