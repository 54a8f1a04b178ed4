const EVENT = /^event: message\ndata: ([^\n]+)\n\n$/;
/** Of a stream only: neither may be changed on its way nor held back. */
const OF_STREAMS = ["cache-control", "connection", "x-accel-buffering"];

/**
 * An event stream as JSON, if its first event is the response to `message`: then it is compressed like any other response.
 * Earlier versions of the protocol allow both, and clients must accept both.
 */
export async function asOneMessage(response: Response, message: unknown): Promise<Response> {
  const isStream = response.headers.get("content-type") === "text/event-stream";
  if (!isStream || !response.body || Array.isArray(message)) return response;
  const reader = response.body.getReader();
  const { value: first } = await reader.read();
  const text = first && EVENT.exec(Buffer.from(first).toString())?.[1];
  if (text === undefined || "method" in JSON.parse(text)) return new Response(resumed(first, reader), response);
  await reader.cancel();
  const headers = new Headers(response.headers);
  for (const name of OF_STREAMS) headers.delete(name);
  headers.set("content-type", "application/json");
  return new Response(text, { status: response.status, headers });
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
