import type { ServerResponse } from "node:http";
import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  type MessageExtraInfo,
  ProtocolErrorCode,
  type Server,
  type Transport,
} from "@modelcontextprotocol/server";
import { HEADER_MISMATCH } from "./posted.ts";

export type Form = "json" | "stream" | "either";

/** The form that an Accept header asks for. Clients that say nothing, or name other types, read JSON. */
export function formOf(accept: string | undefined): Form {
  if (!accept?.includes("text/event-stream")) return "json";
  return /application\/(json|\*)|\*\/\*/.test(accept) ? "either" : "stream";
}

const STREAM = {
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-cache, no-transform",
  Connection: "keep-alive",
  "X-Accel-Buffering": "no",
};
const SIGN_OF_LIFE_MS = 15_000;
/** The HTTP status of an error that the SDK found before it called a handler. Handlers answer with 200. */
const STATUS: Record<number, number> = {
  [ProtocolErrorCode.ParseError]: 400,
  [ProtocolErrorCode.InvalidRequest]: 400,
  [ProtocolErrorCode.MethodNotFound]: 404,
  [ProtocolErrorCode.UnsupportedProtocolVersion]: 400,
  [HEADER_MISMATCH]: 400,
};

type Carried = {
  requests: readonly JSONRPCRequest[];
  extra: MessageExtraInfo;
  res: ServerResponse;
  form: Form;
  isBatch: boolean;
  sendJson: (status: number, message: JSONRPCMessage) => void;
};

/**
 * Gives the requests of one POST to a server of the SDK, and sends its answer: as JSON if the response comes first, else as an
 * event stream. A batch is always a stream.
 */
export type Carry = (server: Server, given: Carried) => Promise<void>;

export function createCarrier(): Carry {
  // One timer for all, because a timer for each request would cost more than most answers.
  const beats = new Set<() => void>();
  setInterval(() => {
    for (const beat of beats) beat();
  }, SIGN_OF_LIFE_MS).unref();
  return (server, given) => carry(server, given, beats);
}

async function carry(server: Server, given: Carried, beats: Set<() => void>): Promise<void> {
  const { requests, extra, res, form, isBatch, sendJson } = given;
  const open = new Set(requests.map(({ id }) => id));
  let isDelivering = true;
  const write = (text: string) => {
    if (!res.headersSent) res.writeHead(200, STREAM);
    res.write(text);
  };
  const statusOf = (message: JSONRPCMessage): number => {
    if (!("error" in message) || !extra.classification) return 200;
    const { code } = message.error;
    if (code === ProtocolErrorCode.MissingRequiredClientCapability) return 400;
    return (isDelivering && STATUS[code]) || 200;
  };

  const transport: Transport = {
    start: async () => undefined,
    close: async () => transport.onclose?.(),
    async send(message, options) {
      const isResponse = !("method" in message);
      const id = isResponse ? message.id : options?.relatedRequestId;
      if (id === undefined || !open.has(id) || res.destroyed) return;
      if (isResponse) open.delete(id);
      const status = isResponse ? statusOf(message) : 200;
      const isJson = !res.headersSent && isResponse && !isBatch && (form !== "stream" || status !== 200);
      if (isJson) return sendJson(status, message);
      if (!isResponse && form === "json" && !isBatch) return;
      write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
      if (open.size === 0) res.end();
    },
  };
  await server.connect(transport);
  const beat = () => write(": keepalive\n\n");
  if (form !== "json" || isBatch) beats.add(beat);
  res.once("close", () => {
    beats.delete(beat);
    if (open.size > 0) void transport.close();
  });
  for (const request of requests) transport.onmessage?.(request, extra);
  isDelivering = false;
}
