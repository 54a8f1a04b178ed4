import { Agent, request } from "undici";
import type { z } from "zod";
import { badNotice, ProviderError } from "./failures.ts";

export type Answer = { status: number; body: unknown };

export type JsonRequest = {
  method: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  /** Text is sent unchanged, everything else as JSON. */
  body?: unknown;
  /** Whether a request without a response may be repeated: it reads, or has an idempotency key. */
  isRepeatable?: boolean;
};

const MOST_BYTES = 2_000_000;

/**
 * Sends JSON to a configured provider, which may be in a private network. A request without a response is
 * repeated once if that is safe. Throws what the network throws; every HTTP status is a response.
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

/** No provider responds with plain text, so undefined means not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a provider's refusals say, each in the provider's own words. */
export type Refusal = { message?: string | undefined; code?: string | undefined; requestId?: string | undefined };

/**
 * Reads the body of a good answer in its expected shape. Throws ProviderError for every other; `refusalIn` finds what the
 * provider says in the body of a refusal.
 */
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

/** A webhook in its expected shape. Throws `badNotice` for anything else. */
export function noticeIn<T extends z.ZodType>(schema: T, rawBody: Buffer): z.infer<T> {
  const parsed = schema.safeParse(parse(rawBody.toString("utf8")));
  if (!parsed.success) throw badNotice("The body is not a webhook in JSON.");
  return parsed.data;
}
