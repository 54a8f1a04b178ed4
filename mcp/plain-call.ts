import type { IncomingMessage } from "node:http";
import { CLIENT_INFO_META_KEY, PROTOCOL_VERSION_META_KEY, RELATED_TASK_META_KEY } from "@modelcontextprotocol/server";
import { MCP_VERSIONS } from "../actions/context.ts";
import type { Era } from "./call-tool.ts";
import type { Catalogue, CatalogueTool } from "./catalogue.ts";
import type { Envelopes } from "./envelopes.ts";
import { formOf } from "./one-event.ts";

export type PlainCall = {
  message: object;
  id: string | number;
  tool: CatalogueTool;
  args: Record<string, unknown> | undefined;
  meta: Record<string, unknown> | undefined;
  era: Era;
  /** The client's name for itself, if the message says it. */
  client: string | undefined;
};

const [MODERN, ...EARLIER] = MCP_VERSIONS;
const MESSAGE_MEMBERS = ["jsonrpc", "id", "method", "params"];
const PARAMS_MEMBERS = ["name", "arguments", "_meta"];

/**
 * A call of a public tool that reads, if nothing about it is unusual. Everything else is for the
 * SDK, which knows what to refuse.
 */
export function readPlainCall(
  { headers }: Pick<IncomingMessage, "headers">,
  message: unknown,
  { catalogue, envelopes }: { catalogue: Catalogue; envelopes: Envelopes },
): PlainCall | undefined {
  if (!isObject(message) || !hasOnly(message, MESSAGE_MEMBERS)) return undefined;
  const { jsonrpc, id, method, params } = message;
  if (jsonrpc !== "2.0" || method !== "tools/call" || !isTextOrInteger(id)) return undefined;
  if (!isObject(params) || !hasOnly(params, PARAMS_MEMBERS)) return undefined;
  if (formOf(headers.accept) === "stream") return undefined;
  const { name, arguments: args, _meta: meta } = params;
  const tool = catalogue.find(name);
  if (tool?.access !== "public" || !tool.listed.annotations.readOnlyHint) return undefined;
  if (args !== undefined && !isObject(args)) return undefined;
  if (meta !== undefined && !(isObject(meta) && isPlainMeta(meta))) return undefined;

  const call = { message, id, tool, args, meta };
  const version = headers["mcp-protocol-version"];
  if (version === MODERN) {
    const isNamed = headers["mcp-method"] === method && headers["mcp-name"] === name;
    if (!isNamed || meta?.[PROTOCOL_VERSION_META_KEY] !== version || !envelopes.isAccepted(meta)) return undefined;
    const info = meta[CLIENT_INFO_META_KEY];
    return { ...call, era: "modern", client: isObject(info) ? String(info.name) : undefined };
  }
  if (version !== undefined && !EARLIER.some((earlier) => earlier === version)) return undefined;
  // With a version in it, it would be an envelope.
  if (meta && PROTOCOL_VERSION_META_KEY in meta) return undefined;
  return { ...call, era: "legacy", client: undefined };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isTextOrInteger = (value: unknown): value is string | number =>
  typeof value === "string" || Number.isSafeInteger(value);

function hasOnly(value: object, names: readonly string[]): boolean {
  for (const name in value) if (!names.includes(name)) return false;
  return true;
}

/** The SDK checks these two, and passes everything else on. */
const isPlainMeta = (meta: Record<string, unknown>): boolean =>
  (meta.progressToken === undefined || isTextOrInteger(meta.progressToken)) && !(RELATED_TASK_META_KEY in meta);
