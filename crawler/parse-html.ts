import { createThreads, type Thread, ThreadFailure } from "#core/runtime/thread.ts";
import type { Jobs } from "./extract-worker.ts";
import type { ExtractPage } from "./open-page.ts";
import { OutboundError } from "./outbound-error.ts";
import { registrableDomain } from "./site-key.ts";

export type Extractor = Thread<Jobs> & { extractPage: ExtractPage };

/** Most pages are a tenth of this. A page takes up to a second per megabyte. */
const LARGE_PAGE = 250_000;
const IDLE_MS = 60_000;

/**
 * Parses websites in separate threads, so that hostile pages cannot block or exhaust the server.
 */
export function createExtractor({ timeoutMs = 3_000, memoryMb = 192 } = {}): Extractor {
  const thread = createThreads<Jobs>("./crawler/extract-worker.ts", {
    ...{ timeoutMs, memoryMb, largeFrom: LARGE_PAGE, idleMs: IDLE_MS },
    sizeOf: (input) => ("html" in input ? input.html.length : "body" in input ? input.body.length : 0),
    ownerOf: (input) => ("url" in input ? registrableDomain(new URL(input.url).hostname) : ""),
  });

  const run: Extractor["run"] = (name, input, signal) =>
    thread.run(name, input, signal).catch((error: unknown) => {
      throw error instanceof ThreadFailure ? outboundError(error, { timeoutMs, memoryMb }) : error;
    });
  return {
    run,
    extractPage: (html, url, { id, kind, signal }) => run("extract-page", { html, url, id, kind }, signal),
    close: thread.close,
  };
}

function outboundError({ reason, code, message }: ThreadFailure, limits: { timeoutMs: number; memoryMb: number }) {
  if (reason === "deadline")
    return new OutboundError("too_large", `The page takes longer than ${limits.timeoutMs} ms to parse.`);
  if (reason === "memory")
    return new OutboundError("too_large", `The page needs more than ${limits.memoryMb} MB to parse.`);
  return code === "too_large"
    ? new OutboundError("too_large", message)
    : new OutboundError("not_html", `Parsing failed: ${message}`);
}
