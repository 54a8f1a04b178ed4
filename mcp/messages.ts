import type { IncomingMessage } from "node:http";
import { AppError } from "#core/errors/errors.ts";
import type { Settings } from "#core/settings/config.ts";
import { readJson } from "#http/request-body.ts";
import type { Catalogue, CatalogueTool } from "./catalogue.ts";
import { EVENTS_POLL, toolOfEvents } from "./events.ts";
import { toolOfTask } from "./tasks.ts";

export type Message = {
  id?: unknown;
  method?: unknown;
  params?: { name?: unknown; uri?: unknown; taskId?: unknown; arguments?: unknown };
};

const MAX_BATCH = 100;

export type Body = { body: object; messages: Message[] };

/** The messages of a request. Parsed only here, so that what is checked is what runs. */
export async function readMessages(req: IncomingMessage): Promise<Body> {
  const body = await readJson(req);
  if (typeof body !== "object" || body === null)
    throw new AppError("malformed_json", "The body must be a JSON-RPC message.");
  const messages: Message[] = (Array.isArray(body) ? body : [body]).map((message) => message ?? {});
  for (const message of messages) dropNulls(message);
  if (messages.length <= MAX_BATCH) return { body, messages };
  throw new AppError(
    "validation_failed",
    `A batch has at most ${MAX_BATCH} messages. Send the others in another request.`,
  );
}

/** Members that clients in several languages send as null, and some as JSON text, where they mean nothing. */
function dropNulls(message: Message & { params?: Record<string, unknown> | null }): void {
  const { params } = message;
  if (params === null) delete message.params;
  if (!params || typeof params !== "object") return;
  for (const name of ["arguments", "_meta", "cursor"])
    if (params[name] === null || (name === "cursor" && params[name] === "")) delete params[name];
  if (typeof params.arguments === "string") params.arguments = parsedArguments(params.arguments);
}

function parsedArguments(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Tools whose rights the messages need, also for tasks and events; 2025-03-26 allows several messages in one body. */
export const calledTools = (
  messages: readonly Message[],
  catalogue: Catalogue,
  { MCP_EVENTS: hasEvents }: Pick<Settings, "MCP_EVENTS">,
): CatalogueTool[] =>
  messages.flatMap(({ method, params }) => {
    if (method === "tools/call") return catalogue.find(params?.name) ?? [];
    if (hasEvents && method === EVENTS_POLL) return toolOfEvents(catalogue) ?? [];
    return (String(method).startsWith("tasks/") && toolOfTask(params?.taskId, catalogue)) || [];
  });
