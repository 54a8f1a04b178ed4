import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type SentFact = {
  field: string;
  value: string;
  page: string;
  quote: string;
  index?: number;
  /** "this" and "stated" unless given, as of a model that reports nothing else. */
  subject?: string;
  status?: string;
};

/** Why the model stopped, named as each protocol does. */
type Stop = "end" | "length" | "refusal" | "filter";

/** What the server does with one request. */
export type Answer =
  | { facts: unknown[]; stop?: Stop; thinking?: string }
  | { text: string; stop?: Stop; usage?: false }
  | { status: number; headers?: Record<string, string>; error?: unknown }
  /** A body as it is. */
  | { raw: string; type?: string }
  | ((response: ServerResponse) => void);

export type Received = { path: string; headers: IncomingHttpHeaders; body: MessagesBody };

type Cache = { type: string; ttl?: string };
export type MessagesBody = {
  model: string;
  max_tokens: number;
  system: string;
  messages: {
    role: string;
    content: {
      type: string;
      text?: string;
      title?: string;
      context?: string;
      source?: { data: string };
      cache_control?: Cache;
    }[];
  }[];
  output_config: { effort: string; format: { type: string; schema: unknown } };
} & Record<string, unknown>;

export const PROTOCOLS = ["anthropic", "openai"] as const;
export type Protocol = (typeof PROTOCOLS)[number];
/** The path of the server's address that speaks a protocol. */
export const PATHS: Record<Protocol, string> = { anthropic: "/v1/messages", openai: "/v1" };

const STOPS: Record<Protocol, Record<Stop, string>> = {
  anthropic: { end: "end_turn", length: "max_tokens", refusal: "refusal", filter: "refusal" },
  openai: { end: "stop", length: "length", refusal: "stop", filter: "content_filter" },
};

/** A server knows other parameters than the newest; returns what it says about those that it does not know. */
export type Refuses = (body: Record<string, unknown>) => string | undefined;

/**
 * A local server that speaks Anthropic's and OpenAI's protocol: it records what it is sent and gives the answers in
 * turn, the last one again and again. It refuses what current models refuse, such as sampling parameters.
 */
export async function startModelServer(answers: Answer[], refuses: Refuses = () => undefined) {
  const received: Received[] = [];
  let given = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as MessagesBody;
      const protocol = request.url === "/v1/messages" ? "anthropic" : "openai";
      received.push({ path: request.url ?? "", headers: request.headers, body });
      const send = (status: number, content: unknown, headers: Record<string, string> = {}) =>
        response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(content));
      const fault = faultOf(body) ?? refuses(body);
      if (fault) return send(400, { error: { type: "invalid_request_error", message: fault } });
      const answer = answers[Math.min(given++, answers.length - 1)]!;
      if (typeof answer === "function") return answer(response);
      if ("raw" in answer)
        return response.writeHead(200, { "content-type": answer.type ?? "text/html" }).end(answer.raw);
      if ("status" in answer)
        return send(answer.status, { error: answer.error ?? { message: "not now" } }, answer.headers);
      send(200, answerOf(protocol, answer, body.model));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** The whole answer of a model. */
export function answerOf(protocol: Protocol, answer: Extract<Answer, { stop?: Stop }>, model = "test"): object {
  const text = "text" in answer ? answer.text : JSON.stringify({ facts: answer.facts.map(claimed) });
  const thinking = "thinking" in answer ? answer.thinking : undefined;
  const hasUsage = !("usage" in answer);
  const stop = STOPS[protocol][answer.stop ?? "end"];
  if (protocol === "anthropic")
    return {
      ...{ id: "msg_1", type: "message", role: "assistant", model, stop_reason: stop, stop_sequence: null },
      content: [...(thinking ? [{ type: "thinking", thinking, signature: "s" }] : []), { type: "text", text }],
      ...(hasUsage ? { usage: { input_tokens: 10, output_tokens: 5 } } : {}),
    };
  const refusal = answer.stop === "refusal" ? "I cannot help with that." : null;
  const reasoning = thinking ? { reasoning_content: thinking } : {};
  const message = { role: "assistant", content: refusal ? null : text, refusal, ...reasoning };
  return {
    ...{ id: "1", object: "chat.completion", model },
    choices: [{ index: 0, finish_reason: stop, message }],
    ...(hasUsage ? { usage: { prompt_tokens: 10, completion_tokens: 5 } } : {}),
  };
}

const claimed = (fact: unknown): unknown =>
  typeof fact === "object" && fact !== null ? { subject: "this", status: "stated", ...fact } : fact;

function faultOf(body: MessagesBody): string | undefined {
  for (const name of ["temperature", "top_p", "top_k", "output_format"])
    if (name in body) return `${name} is not supported`;
  if (!body.model) return "model is required";
  if (body.messages.at(-1)?.role === "assistant") return "prefill is not supported";
  return undefined;
}
