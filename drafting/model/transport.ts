import type { ModelFailureCode } from "#domain/drafts/model-call.ts";
import { causeOf } from "#domain/text/failure.ts";
import { isNode } from "../json-ld.ts";
import { ModelFailure } from "./model.ts";

export type TransportOptions = {
  fetch: typeof fetch;
  /** Masked in messages, because servers may repeat it. */
  key: string | undefined;
  /** Of a whole call: waits, retries and the answer's body. */
  timeoutMs: number;
  now: () => Date;
  /** Ends early if the signal is aborted. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
};

/** Begins a call. The fetch throws ModelFailure unless the answer is JSON without an error. */
export type Transport = (signal?: AbortSignal) => typeof fetch;

const MAX_BODY_BYTES = 4_000_000;
const MAX_DETAIL = 300;
const RETRIES = 1;
const RETRY_MS = 1_000;
const RETRIED: ModelFailureCode[] = ["busy", "down", "unreachable"];

export function createTransport({ fetch, key, timeoutMs, now, sleep }: TransportOptions): Transport {
  const mask = (text: string) => (key ? text.replaceAll(key, "***") : text);

  return (signal) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const until = AbortSignal.any([timeout, ...(signal ? [signal] : [])]);
    const endsAt = performance.now() + timeoutMs;

    return async (url, init) => {
      for (let retries = 0; ; retries++)
        try {
          return await answerOf(await fetch(url, { ...init, redirect: "manual", signal: until }), now(), mask);
        } catch (error) {
          signal?.throwIfAborted();
          if (timeout.aborted) throw new ModelFailure("timeout", `There was no answer within ${timeoutMs / 1000} s.`);
          const failure =
            error instanceof ModelFailure
              ? error
              : new ModelFailure("unreachable", `The connection failed: ${causeOf(error)}.`);
          const waitMs = failure.retryAfterMs ?? RETRY_MS;
          const mayRetry = retries < RETRIES && RETRIED.includes(failure.code) && performance.now() + waitMs < endsAt;
          if (!mayRetry) throw failure;
          await sleep(waitMs, until);
        }
    };
  };
}

async function answerOf(response: Response, at: Date, mask: (text: string) => string): Promise<Response> {
  const text = await bodyOf(response);
  const body = parsed(text);
  // OpenRouter and others report errors with status 200.
  const error = isNode(body) && body.error && !body.choices ? body.error : undefined;
  if (!response.ok || error !== undefined) throw failureOf(response, mask(text), at);
  if (body !== undefined) return new Response(text, { headers: { "content-type": "application/json" } });
  if (/^\s*</.test(text)) throw new ModelFailure("unknown", "A web page answered instead of a model.");
  throw new ModelFailure("unusable", text.trim() ? "The answer is not JSON." : "The answer is empty.");
}

async function bodyOf(response: Response): Promise<string> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new ModelFailure("unusable", "The answer is larger than 4 MB.");
    chunks.push(chunk);
  }
  return new Blob(chunks).text();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failureOf({ ok, status, headers }: Response, text: string, at: Date): ModelFailure {
  const body = parsed(text);
  const node = isNode(body) ? body : {};
  const error = isNode(node.error) ? node.error : node;
  const said = [error.message, node.error, node.message, node.detail].find((one) => typeof one === "string");
  const code = ok ? Number(error.code) || 500 : status;
  const reason = said ?? (/^\s*</.test(text) ? "a web page" : text.trim());
  const detail = `The server answered ${code}${reason ? `: ${reason}` : ""}`.slice(0, MAX_DETAIL);
  return new ModelFailure(codeOf(code, text), detail, retryAfterMs(headers, at));
}

/** Servers disagree about statuses, so some faults are recognized by their words. */
function codeOf(status: number, text: string): ModelFailureCode {
  const isRefused = status >= 400 && status < 500;
  if (status === 402 || (isRefused && /insufficient_quota|credit balance|current quota|billing/i.test(text)))
    return "credit";
  if (status === 401 || status === 403 || (status === 400 && /api[ _-]?key/i.test(text))) return "key";
  if (status === 413 || (status === 400 && /context.?(length|size|window)|prompt is too long/i.test(text)))
    return "too long";
  if (status === 404 || status === 405 || status < 400) return "unknown";
  if ([408, 409, 425, 429, 503, 529].includes(status)) return "busy";
  return status >= 500 ? "down" : "request";
}

function retryAfterMs(headers: Headers, at: Date): number | undefined {
  const inMs = headers.get("retry-after-ms");
  const after = headers.get("retry-after");
  if (inMs === null && after === null) return undefined;
  const ms = inMs !== null ? Number(inMs) : Number(after) * 1000;
  const wait = Number.isNaN(ms) ? Date.parse(after ?? "") - at.getTime() : ms;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
