/** How a client reads an answer: as JSON, as an event stream, or as either. */
type Form = "json" | "stream" | "either";

/** The form that an Accept header asks for. Clients that say nothing, or name other types, read JSON. */
export function formOf(accept: string | null | undefined): Form {
  const takesStream = accept?.includes("text/event-stream") ?? false;
  if (!takesStream) return "json";
  return /application\/(json|\*)|\*\/\*/.test(accept ?? "") ? "either" : "stream";
}

/** Of a stream only: neither may be changed on its way nor held back. */
const OF_STREAMS = ["cache-control", "connection", "x-accel-buffering"];

/**
 * The SDK's answer to one message in a form that the client reads. An event stream becomes JSON if its first event is
 * the response, because then it is compressed like any other; without its progress if the client reads JSON only.
 */
export async function asOneMessage(response: Response, message: unknown, wanted: Form): Promise<Response> {
  if (Array.isArray(message)) return response;
  const type = response.headers.get("content-type");
  if (wanted === "stream") return response.ok && type === "application/json" ? asStream(response) : response;
  if (type !== "text/event-stream" || !response.body) return response;
  const isEndless = (message as { method?: unknown } | undefined)?.method === "subscriptions/listen";
  if (wanted === "json" && !isEndless) return asJson(response, messagesOf(await response.text()).at(-1) ?? "");
  const reader = response.body.getReader();
  const { value: first } = await reader.read();
  const [text, ...more] = messagesOf(Buffer.from(first ?? []).toString());
  if (text === undefined || more.length > 0 || "method" in JSON.parse(text))
    return new Response(resumed(first, reader), response);
  await reader.cancel();
  return asJson(response, text);
}

const messagesOf = (stream: string): string[] =>
  [...stream.matchAll(/^event: message\ndata: ([^\n]+)\n\n/gm)].map(([, data]) => data!);

function asJson(response: Response, text: string): Response {
  const headers = new Headers(response.headers);
  for (const name of OF_STREAMS) headers.delete(name);
  headers.set("content-type", "application/json");
  return new Response(text, { status: response.status, headers });
}

async function asStream(response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  headers.set("content-type", "text/event-stream");
  return new Response(`event: message\ndata: ${await response.text()}\n\n`, { status: response.status, headers });
}

/** What was read, and then the rest. */
const resumed = (first: Uint8Array | undefined, reader: ReadableStreamDefaultReader<Uint8Array>) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      if (first) controller.enqueue(first);
      else controller.close();
    },
    async pull(controller) {
      const { value, done } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
