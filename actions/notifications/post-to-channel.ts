import type { ChannelAnswer, NewsChannel } from "#domain/notifications/channel.ts";
import { linesOf, type Post } from "#domain/notifications/channel-post.ts";
import { messageOf } from "#domain/text/failure.ts";
import { isRecord } from "#domain/text/record.ts";
import { cleanLine, excerpt } from "#domain/text/text.ts";
import type { Deps } from "../context.ts";
import { type Call, KINDS } from "./channel-kinds.ts";

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES = 65_536;
const LONGEST_ERROR = 200;

/** Sends one message. `key` and `at` are the same at each attempt, for networks that know repeats by them. */
export async function postToChannel(
  channel: NewsChannel,
  { post, ...known }: { post: Post; language: string; key: string; at: Date },
  { fetchSite, now }: Pick<Deps, "fetchSite" | "now">,
  signal?: AbortSignal,
): Promise<ChannelAnswer> {
  const { most, length, send } = KINDS[channel.kind];
  let retryAfterMs: number | undefined;
  const call: Call = async (url, body, headers) => {
    const reply = await fetchSite(url, {
      ...{ method: "POST", accept: "application/json", maxRedirects: 0, maxBytes: ANSWER_BYTES, timeoutMs: TIMEOUT_MS },
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
    const text = new TextDecoder().decode(reply.body);
    const said = readJson(text);
    retryAfterMs = pauseOf(reply.headers, said, now());
    return { status: reply.status, body: said ?? { error: text } };
  };
  try {
    const lines = linesOf(post, most, length);
    const { status, body } = await send(channel, { post, lines, ...known }, call);
    if (status >= 200 && status < 300) return { status, error: null };
    return { status, error: errorIn(body), retryAfterMs };
  } catch (error) {
    signal?.throwIfAborted();
    return { status: null, error: messageOf(error) };
  }
}

function readJson(text: string): Record<string, unknown> | undefined {
  try {
    const said: unknown = JSON.parse(text);
    return isRecord(said) ? said : undefined;
  } catch {
    return undefined;
  }
}

/** What the network says is wrong, under the names that they use. */
function errorIn({ description, message, error }: Record<string, unknown>): string {
  const said = [description, message, error].find((text) => typeof text === "string" && text !== "");
  return excerpt(cleanLine(String(said ?? "")), LONGEST_ERROR);
}

/** How long a network asks to wait: Retry-After, seconds in the body, or the time its limit ends. */
function pauseOf(
  headers: Record<string, string>,
  body: Record<string, unknown> | undefined,
  now: Date,
): number | undefined {
  const asked = headers["retry-after"];
  const inBody = body?.retry_after ?? (isRecord(body?.parameters) ? body.parameters.retry_after : undefined);
  const seconds = Number(asked ?? inBody ?? Number.NaN);
  if (seconds >= 0) return Math.ceil(seconds * 1000);
  const ends = asked ?? headers["x-ratelimit-reset"] ?? headers["ratelimit-reset"] ?? "";
  const at = /^\d+$/.test(ends) ? Number(ends) * 1000 : Date.parse(ends);
  return at > now.getTime() ? at - now.getTime() : undefined;
}
