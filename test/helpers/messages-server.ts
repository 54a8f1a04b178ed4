import { createServer, type IncomingHttpHeaders } from "node:http";
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

/** What the server does with one request. */
export type Answer =
  | { facts: unknown[]; stop?: string; thinking?: string }
  | { text: string; stop?: string }
  | { status: number; headers?: Record<string, string> }
  | "hang";

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

/**
 * A local server that speaks the Messages API: it records what it is sent and gives the answers in turn, the last one
 * again and again. It refuses what current models refuse, such as sampling parameters and prefills.
 */
export async function startMessagesServer(...answers: Answer[]) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as MessagesBody;
      const answer = answers[Math.min(received.length, answers.length - 1)]!;
      received.push({ path: request.url ?? "", headers: request.headers, body });
      const send = (status: number, content: unknown, headers: Record<string, string> = {}) =>
        response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(content));
      const fault = faultOf(body);
      if (fault) return send(400, { type: "error", error: { type: "invalid_request_error", message: fault } });
      if (answer === "hang") return;
      if ("status" in answer) {
        const type =
          answer.status === 429 ? "rate_limit_error" : answer.status === 529 ? "overloaded_error" : "api_error";
        return send(
          answer.status,
          { type: "error", error: { type, message: "not now" } },
          { "retry-after-ms": "1", ...answer.headers },
        );
      }
      const text = "text" in answer ? answer.text : JSON.stringify({ facts: answer.facts.map(claimed) });
      const thinking =
        "thinking" in answer && answer.thinking
          ? [{ type: "thinking", thinking: answer.thinking, signature: "s" }]
          : [];
      send(200, {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: body.model,
        content: [...thinking, { type: "text", text }],
        stop_reason: answer.stop ?? "end_turn",
        stop_sequence: null,
        usage: { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
      });
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

const claimed = (fact: unknown): unknown =>
  typeof fact === "object" && fact !== null ? { subject: "this", status: "stated", ...fact } : fact;

function faultOf(body: MessagesBody): string | null {
  for (const name of ["temperature", "top_p", "top_k", "output_format"])
    if (name in body) return `${name} is not supported`;
  if (!body.model || !body.max_tokens) return "model and max_tokens are required";
  if (body.messages.at(-1)?.role === "assistant") return "prefill is not supported";
  if (body.output_config?.format?.type !== "json_schema") return "output_config.format must be a json_schema";
  return null;
}
