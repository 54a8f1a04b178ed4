import { Agent, request } from "undici";
import type { z } from "zod";
import { badNotice, ProviderError } from "./failures.ts";

export type Answer = { status: number; body: unknown };

export type JsonRequest = {
  method: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  /** Text is sent as it is, everything else as JSON. */
  body?: unknown;
  /** Whether a request that got no answer may be sent again: it reads, or carries a key that the provider remembers. */
  isRepeatable?: boolean;
};

const MOST_BYTES = 2_000_000;

/**
 * Sends JSON to one provider whose address the settings name, which may well be in a private network. A request without any answer is
 * repeated once where that is safe. Throws what the network throws; every HTTP status is an answer.
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

/** No provider answers with bare text, so undefined stands for whatever is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The body of a good answer in its expected shape. Throws ProviderError for every other. */
export function read<T extends z.ZodType>(schema: T, { status, body }: Answer): z.infer<T> {
  if (status < 200 || status > 299) {
    const { name, code, message, debug_id } = (body ?? {}) as Record<string, unknown>;
    throw new ProviderError(String(message ?? "The provider refused the request."), {
      status,
      code: issueOf(body) ?? (String(name ?? code ?? "") || undefined),
      requestId: debug_id === undefined ? undefined : String(debug_id),
    });
  }
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new ProviderError("The provider's answer has an unknown shape.", { status });
  return parsed.data;
}

/** PayPal names the true reason of a refusal in its first detail. */
const issueOf = (body: unknown): string | undefined =>
  (body as { details?: { issue?: string }[] } | undefined)?.details?.[0]?.issue;

/** A notice in its expected shape. Throws `badNotice` for anything else. */
export function noticeIn<T extends z.ZodType>(schema: T, rawBody: Buffer): z.infer<T> {
  const parsed = schema.safeParse(parse(rawBody.toString("utf8")));
  if (!parsed.success) throw badNotice("The body is not a notice in JSON.");
  return parsed.data;
}
