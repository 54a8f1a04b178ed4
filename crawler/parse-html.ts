import { createThread, type Thread, ThreadFailure } from "../core/thread.ts";
import type { PageKind, SitePage } from "../domain/site.ts";
import type { Jobs } from "./extract-worker.ts";
import { OutboundError } from "./outbound-error.ts";

type ExtractPage = (
  html: string,
  url: string,
  options: { id: string; kind: PageKind; signal?: AbortSignal },
) => Promise<SitePage>;

/** Failures are OutboundError: `too_large` over the time, memory or nesting limit, `not_html` when the parser itself failed. */
export type Extractor = Thread<Jobs> & { extractPage: ExtractPage };

/** Parses what websites send in its own thread, so that a hostile page can neither block nor exhaust the server. */
export function createExtractor({ timeoutMs = 3_000, memoryMb = 192 } = {}): Extractor {
  const thread = createThread<Jobs>("./crawler/extract-worker.ts", {
    timeoutMs,
    memoryMb,
    sizeOf: (input) => ("html" in input ? input.html.length : "body" in input ? input.body.length : 0),
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
