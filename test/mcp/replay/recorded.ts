import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { EARLIER, MODERN, negotiating } from "../helper.ts";
import type { Sent } from "./wire.ts";

type Call = { name: string; arguments: Record<string, unknown> };
type Options = { onprogress: () => void };
type Caller = { callTool: (call: Call, options?: Options) => Promise<unknown>; close: () => Promise<void> };

const IDENTITY = { name: "claude-ai", title: "Claude", version: "1.0.0" };
const CAPABILITIES = {
  capabilities: {
    elicitation: {},
    roots: { listChanged: true },
    sampling: {},
    experimental: { "openai/visibility": { enabled: true } },
    extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } },
  },
};

async function current(url: URL, version?: string): Promise<Caller> {
  const client = new Client(IDENTITY, { ...CAPABILITIES, ...negotiating(version) });
  await client.connect(new StreamableHTTPClientTransport(url));
  await client.listTools();
  return { callTool: (call, options) => client.callTool(call, options), close: () => client.close() };
}

/** The first generation of the SDK, which the Inspector and most installed clients use. */
async function first(url: URL): Promise<Caller> {
  const client = new OldClient({ name: "mcp-inspector", version: "0.17.0" }, CAPABILITIES);
  await client.connect(new OldTransport(url) as Parameters<OldClient["connect"]>[0]);
  await client.listTools();
  return { callTool: (call, options) => client.callTool(call, undefined, options), close: () => client.close() };
}

const CLIENTS: Record<string, (url: URL) => Promise<Caller>> = {
  "the first SDK": first,
  "the current SDK": (url) => current(url),
  ...Object.fromEntries(
    [MODERN, ...EARLIER].map((version) => [`the current SDK with ${version}`, (url: URL) => current(url, version)]),
  ),
};

/** What real clients send through a recorder to make these calls, by the client's name. */
export async function recordClients(
  { url, sent }: { url: string; sent: Sent[] },
  calls: readonly Call[],
): Promise<Map<string, Sent[]>> {
  const recorded = new Map<string, Sent[]>();
  for (const [name, connect] of Object.entries(CLIENTS)) {
    const client = await connect(new URL("/mcp", url));
    for (const call of calls) {
      await client.callTool(call);
      await client.callTool(call, { onprogress: () => undefined });
    }
    await client.close();
    recorded.set(name, sent.splice(0));
  }
  return recorded;
}
