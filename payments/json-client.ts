import { Agent, request } from "undici";
import type { z } from "zod";
import { badNotice, ProviderError } from "./failures.ts";

export type Answer = { status: number; body: unknown };

export type JsonRequest = {
  method: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  isRepeatable?: boolean;
};

const MOST_BYTES = 2_000_000;

/**
 * Sends JSON to a configured provider, possibly in a private network. Repeats a lost request once
 * if safe. Throws network errors; any HTTP status is a response.
 */
export function createJsonClient({ base, timeoutMs }: { base: string; timeoutMs: number }) {
  const dispatcher = new Agent({ maxResponseSize: MOST_BYTES });
  const root = base.replace(/\/+$/, "");

  async function sendOnce({ method, path, headers = {}, body }: JsonRequest): Promise<Answer> {
    const { statusCode, body: answer } = await request(`${root}${path}`, {
      method,
      dispatcher,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return { status: statusCode, body: parse(await answer.text()) };
  }

  return async (sent: JsonRequest): Promise<Answer> => {
    try {
      return await sendOnce(sent);
    } catch (error) {
      if (!(sent.isRepeatable ?? sent.method === "GET")) throw error;
      return sendOnce(sent);
    }
  };
}

/** Undefined means not JSON; no provider responds with plain text. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type Refusal = { message?: string | undefined; code?: string | undefined; requestId?: string | undefined };

/** Parses a successful response. Throws ProviderError otherwise, with what `refusalIn` finds in the body. */
export function read<T extends z.ZodType>(
  schema: T,
  { status, body }: Answer,
  refusalIn: (body: unknown) => Refusal,
): z.infer<T> {
  if (status < 200 || status > 299) {
    const { message = "The provider refused the request.", ...facts } = refusalIn(body);
    throw new ProviderError(message, { status, ...facts });
  }
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new ProviderError("The provider's response has an unknown shape.", { status });
  return parsed.data;
}

export function noticeIn<T extends z.ZodType>(schema: T, rawBody: Buffer): z.infer<T> {
  const parsed = schema.safeParse(parse(rawBody.toString("utf8")));
  if (!parsed.success) throw badNotice("The body is not a webhook in JSON.");
  return parsed.data;
}
