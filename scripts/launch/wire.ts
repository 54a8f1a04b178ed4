/** One HTTP request with its answer, as an MCP client sent it. */
export type Exchange = { message: Message; up: number; down: number; answer: Message | undefined; notices: number };
// biome-ignore lint/suspicious/noExplicitAny: JSON-RPC messages of many shapes.
export type Message = any;

/** `fetch` for a client's transport, which keeps what it sees. An event stream counts whole. */
export function createWire() {
  const exchanges: Exchange[] = [];
  const recorded = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(input, init);
    if (init.method !== "POST") return response;
    const text = await response.text();
    const messages = messagesOf(text);
    exchanges.push({
      message: JSON.parse(String(init.body)),
      up: Buffer.byteLength(String(init.body)),
      down: Buffer.byteLength(text),
      answer: messages.find(({ id }) => id !== undefined),
      notices: messages.filter(({ id }) => id === undefined).length,
    });
    const hasBody = response.status !== 202 && response.status !== 204;
    return new Response(hasBody ? text : null, { status: response.status, headers: response.headers });
  };
  return { fetch: recorded, exchanges };
}

/** A JSON body, or the messages of an event stream. */
function messagesOf(text: string): Message[] {
  if (text === "") return [];
  if (text.startsWith("{")) return [JSON.parse(text)];
  return [...text.matchAll(/^data: ?(.+)$/gm)].map(([, data = ""]) => JSON.parse(data));
}
