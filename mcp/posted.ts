import type { IncomingHttpHeaders } from "node:http";
import {
  CLIENT_INFO_META_KEY,
  classifyInboundRequest,
  isInitializeRequest,
  isJSONRPCRequest,
  type JSONRPCRequest,
  type MessageClassification,
  ProtocolError,
  ProtocolErrorCode,
  UnsupportedProtocolVersionError,
} from "@modelcontextprotocol/server";
import { MCP_VERSIONS } from "#actions/context.ts";
import { headerOf } from "#http/incoming.ts";
import type { Era } from "./call-tool.ts";

export const [MODERN, ...EARLIER] = MCP_VERSIONS;

export const HEADER_MISMATCH = -32020;
const BAD_REQUEST = -32000;

export type Posted = {
  era: Era;
  requests: JSONRPCRequest[];
  classification?: MessageClassification;
  client?: string;
};

export type Refusal = { status: number; error: Pick<ProtocolError, "code" | "message" | "data"> };

export function readPosted(headers: IncomingHttpHeaders, body: object): Posted | { refusal: Refusal } {
  const named = (name: string) => headerOf({ headers }, name);
  const version = named("mcp-protocol-version");
  const method = named("mcp-method");
  const route = classifyInboundRequest({
    httpMethod: "POST",
    body,
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(method !== undefined && { mcpMethodHeader: method }),
  });
  if (route.kind === "reject") return { refusal: { status: route.httpStatus, error: { data: undefined, ...route } } };
  if (route.kind === "legacy") return readEarlier([body].flat(), version);

  const { message, classification } = route;
  const { revision } = classification;
  if (revision !== MODERN)
    return refused(new UnsupportedProtocolVersionError({ supported: [MODERN], requested: revision ?? "unknown" }));
  if (route.messageKind === "notification") return { era: "modern", requests: [] };
  const fault = faultOfHeaders({ version, method, name: named("mcp-name") }, route.message);
  if (fault) return refused(fault);
  const info = message.params?._meta?.[CLIENT_INFO_META_KEY];
  const client = typeof info === "object" && info !== null && "name" in info ? { client: String(info.name) } : {};
  return { era: "modern", requests: [route.message], classification, ...client };
}

function readEarlier(messages: readonly unknown[], version: string | undefined): Posted | { refusal: Refusal } {
  const requests = messages.filter((message) => isJSONRPCRequest(message));
  if (requests.some((request) => isInitializeRequest(request))) {
    if (messages.length > 1)
      return refused(new ProtocolError(ProtocolErrorCode.InvalidRequest, "initialize must be the only message."));
  } else if (version !== undefined && !EARLIER.some((known) => known === version)) {
    const detail = `Unsupported protocol version: ${version}. Supported: ${MCP_VERSIONS.join(", ")}.`;
    return refused(new ProtocolError(BAD_REQUEST, detail));
  }
  return { era: "legacy", requests };
}

const refused = (error: ProtocolError): { refusal: Refusal } => ({ refusal: { status: 400, error } });

/** The parameter that the Mcp-Name header repeats, by method (SEP-2243, SEP-2663). */
const NAMED_BY: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
  "tasks/get": "taskId",
  "tasks/update": "taskId",
  "tasks/cancel": "taskId",
};

type Standard = { version: string | undefined; method: string | undefined; name: string | undefined };

/** The standard headers of 2026-07-28 must be there and agree with the body. The SDK compares the others. */
function faultOfHeaders({ version, method, name }: Standard, request: JSONRPCRequest): ProtocolError | undefined {
  const missing = (header: string) => mismatch("(missing)", `the required ${header} header is absent`);
  if (version === undefined) return missing("MCP-Protocol-Version");
  if (method === undefined) return missing("Mcp-Method");
  const key = Object.hasOwn(NAMED_BY, request.method) ? NAMED_BY[request.method] : undefined;
  const value = key === undefined ? undefined : request.params?.[key];
  if (key === undefined || typeof value !== "string") return undefined;
  if (name === undefined) return missing("Mcp-Name");
  const decoded = decodedName(name.trim());
  if (decoded === undefined) return mismatch(name, "the Mcp-Name header is not valid Base64");
  return decoded === value ? undefined : mismatch(name, `the body has params.${key}="${value}"`);
}

const mismatch = (header: string, body: string) =>
  new ProtocolError(HEADER_MISMATCH, `Bad Request: the request headers and body disagree: ${body}`, {
    mismatch: { header, body },
  });

/** Names that do not fit into a header come as Base64. */
function decodedName(name: string): string | undefined {
  const [, base64] = /^=\?base64\?(.*)\?=$/.exec(name) ?? [];
  if (base64 === undefined) return name;
  const bytes = Buffer.from(base64, "base64");
  const decoded = bytes.toString();
  const isSame = bytes.toString("base64") === base64 && Buffer.from(decoded).equals(bytes);
  return isSame ? decoded : undefined;
}
