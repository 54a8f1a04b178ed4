import type { Worker } from "node:worker_threads";
import type { PageKind, SitePage } from "../domain/site.ts";
import { startThread } from "../shipped.ts";
import type { JobName, JobReply, Jobs } from "./extract-worker.ts";
import { OutboundError } from "./outbound-error.ts";

type ExtractPage = (
  html: string,
  url: string,
  options: { id: string; kind: PageKind; signal?: AbortSignal },
) => Promise<SitePage>;

/** Failures are OutboundError: `too_large` over the time, memory or nesting limit, `not_html` when the parser itself failed. */
export type Extractor = {
  extractPage: ExtractPage;
  /** Runs one named parsing job in the worker, under the same deadline and memory limit. */
  run<Name extends JobName>(
    job: Name,
    input: Parameters<Jobs[Name]>[0],
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<Jobs[Name]>>>;
  close(): Promise<void>;
};

type Task = {
  job: JobName;
  input: unknown;
  signal: AbortSignal | undefined;
  resolve(result: unknown): void;
  reject(error: Error): void;
};

/**
 * Parses foreign HTML in one worker thread, a page at a time, so that a hostile page can neither block the server nor
 * exhaust it: the worker is killed at the deadline and started again when the next page comes.
 */
export function createExtractor({
  timeoutMs = 3_000,
  memoryMb = 192,
}: {
  timeoutMs?: number;
  memoryMb?: number;
} = {}): Extractor {
  const waiting: Task[] = [];
  let worker: Worker | null = null;
  let busy = false;
  let closed = false;

  const start = (): Worker => {
    const started = startThread("./crawler/extract-worker.ts", {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      stderr: true,
    });
    started.on("error", () => {
      if (worker === started) worker = null;
    });
    started.on("exit", () => {
      if (worker === started) worker = null;
    });
    return started;
  };

  const next = (): void => {
    if (busy) return;
    const task = waiting.shift();
    if (!task) return;
    busy = true;
    worker ??= start();
    perform(worker, task).finally(() => {
      busy = false;
      next();
    });
  };

  /** Settles the task and never rejects itself. */
  const perform = (active: Worker, { job, input, signal, resolve, reject }: Task): Promise<void> =>
    new Promise((done) => {
      const settle = (outcome: () => void): void => {
        clearTimeout(timer);
        active.off("message", onMessage).off("error", onError).off("exit", onExit);
        signal?.removeEventListener("abort", onAbort);
        active.unref();
        outcome();
        done();
      };
      const kill = (error: Error): void => {
        if (worker === active) worker = null;
        settle(() => reject(error));
        void active.terminate();
      };
      const onMessage = (reply: JobReply): void =>
        settle(() =>
          reply.ok ? resolve(reply.result) : reject(new OutboundError("not_html", `Parsing failed: ${reply.message}`)),
        );
      const onError = (error: Error & { code?: string }): void =>
        kill(
          error.code === "ERR_WORKER_OUT_OF_MEMORY"
            ? new OutboundError("too_large", `The page needs more than ${memoryMb} MB to parse.`)
            : new OutboundError("not_html", `Parsing failed: ${error.message}`),
        );
      const onExit = (): void => kill(new OutboundError("not_html", "The parser stopped before it answered."));
      const onAbort = (): void => kill(abortReason(signal));
      const timer = setTimeout(
        () => kill(new OutboundError("too_large", `The page takes longer than ${timeoutMs} ms to parse.`)),
        timeoutMs,
      );
      active.ref();
      active.on("message", onMessage).on("error", onError).on("exit", onExit);
      if (signal?.aborted) return onAbort();
      signal?.addEventListener("abort", onAbort, { once: true });
      active.postMessage({ job, input });
    });

  const run = <Name extends JobName>(job: Name, input: Parameters<Jobs[Name]>[0], signal?: AbortSignal) =>
    new Promise<Awaited<ReturnType<Jobs[Name]>>>((resolve, reject) => {
      if (closed) return reject(new Error("The extractor is closed."));
      waiting.push({ job, input, signal, resolve: resolve as (result: unknown) => void, reject });
      next();
    });

  return {
    run,
    async extractPage(html, url, { id, kind, signal }) {
      return run("extract-page", { html: preflight(html), url, id, kind }, signal);
    },
    async close() {
      closed = true;
      for (const task of waiting.splice(0)) task.reject(new Error("The extractor is closed."));
      const last = worker;
      worker = null;
      await last?.terminate();
    },
  };
}

const abortReason = (signal: AbortSignal | undefined): Error =>
  signal?.reason instanceof Error ? signal.reason : new Error("Parsing was cancelled.");

const MAX_DEPTH = 512;
/** Elements that need no end tag say nothing about depth when one is missing. */
const NO_END_TAG = new Set(
  "area base br col embed hr img input link meta param source track wbr p li dt dd tr td th tbody thead tfoot option optgroup colgroup rp rt html head body".split(
    " ",
  ),
);
const TAG = /<!--|<(\/?)([a-z][a-z0-9:-]*)([^<>]*)>?/gi;

/**
 * One linear look before a parser sees the page: cuts an unterminated comment off (a browser shows nothing after it
 * either) and refuses nesting beyond 512 elements; real home pages stay below 70.
 */
export function preflight(html: string): string {
  let depth = 0;
  const tag = new RegExp(TAG);
  for (let match = tag.exec(html); match; match = tag.exec(html)) {
    if (match[0] === "<!--") {
      const end = html.indexOf("-->", match.index + 2);
      if (end < 0) return html.slice(0, match.index);
      tag.lastIndex = end + 3;
      continue;
    }
    const name = match[2]!.toLowerCase();
    if (NO_END_TAG.has(name) || match[3]!.endsWith("/")) continue;
    if (match[1] === "/") depth = Math.max(0, depth - 1);
    else if (name === "script" || name === "style" || name === "textarea" || name === "title") {
      const close = new RegExp(`</${name}`, "gi");
      close.lastIndex = tag.lastIndex;
      const end = close.exec(html);
      if (!end) return html;
      tag.lastIndex = html.indexOf(">", end.index) + 1 || html.length;
    } else if (++depth > MAX_DEPTH) {
      throw new OutboundError("too_large", `The page nests more than ${MAX_DEPTH} elements.`);
    }
  }
  return html;
}
