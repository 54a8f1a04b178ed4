import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as EarlierTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Ground, Request, Subject } from "../subject.ts";

const IDENTITY = { name: "claude-ai", title: "Claude", version: "1.0.0" };
const CAPABILITIES = { capabilities: { elicitation: {}, roots: { listChanged: true }, sampling: {} } };
const TOOL = "get_listing";

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;
type Call = { name: string; arguments: { slug: string } };
type Caller = { callTool: (call: Call) => Promise<unknown>; close: () => Promise<void> };

async function modern(at: URL, fetch: Fetch): Promise<Caller> {
  const client = new Client(IDENTITY, { ...CAPABILITIES, versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(new StreamableHTTPClientTransport(at, { fetch }));
  return client;
}

async function earlier(at: URL, fetch: Fetch): Promise<Caller> {
  const client = new EarlierClient(IDENTITY, CAPABILITIES);
  await client.connect(new EarlierTransport(at, { fetch }) as Parameters<typeof client.connect>[0]);
  return client;
}

/** A real client calls the tool once; what it sent is sent again for every listing. */
async function recorded(connect: typeof modern, { url, slugs }: Ground): Promise<Request[]> {
  let headers: Record<string, string> = {};
  let message = { id: 0, method: "", params: {} };
  const client = await connect(new URL("/mcp", url), (to, init) => {
    const sent = typeof init?.body === "string" ? JSON.parse(init.body) : {};
    if (sent.method === "tools/call") {
      headers = Object.fromEntries(new Headers(init?.headers));
      message = sent;
    }
    return fetch(to, init);
  });
  await client.callTool({ name: TOOL, arguments: { slug: slugs[0]! } });
  await client.close();
  return slugs.map((slug, nth) => {
    const params = { ...message.params, arguments: { slug } };
    return {
      method: "POST",
      path: "/mcp",
      headers,
      body: JSON.stringify({ ...message, id: message.id + nth, params }),
    };
  });
}

export const mcpSubjects: Subject[] = [
  { name: `MCP ${TOOL}, 2026-07-28`, requests: (ground) => recorded(modern, ground) },
  { name: `MCP ${TOOL}, earlier`, requests: (ground) => recorded(earlier, ground) },
];
