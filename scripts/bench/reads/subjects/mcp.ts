import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as EarlierTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { createRecorder } from "../recorder.ts";
import type { Ground, Request, Subject } from "../subject.ts";
import { BY_NODE } from "./rest.ts";

const IDENTITY = { name: "claude-ai", title: "Claude", version: "1.0.0" };
const CAPABILITIES = { capabilities: { elicitation: {}, roots: { listChanged: true }, sampling: {} } };
const TOOL = "get_listing";

type Call = { name: string; arguments: { slug: string } };
type Caller = { callTool: (call: Call) => Promise<unknown>; close: () => Promise<void> };

async function modern(at: URL): Promise<Caller> {
  const client = new Client(IDENTITY, { ...CAPABILITIES, versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(new StreamableHTTPClientTransport(at));
  return client;
}

async function earlier(at: URL): Promise<Caller> {
  const client = new EarlierClient(IDENTITY, CAPABILITIES);
  await client.connect(new EarlierTransport(at) as Parameters<typeof client.connect>[0]);
  return client;
}

/** The sender writes these itself. */
const OF_THE_CONNECTION = ["host", "connection", "content-length"];

/** A real client calls the tool once; what arrived is sent again for every listing, with each header of its fetch. */
async function recorded(connect: typeof modern, { url, slugs }: Ground): Promise<Request[]> {
  const { port, host } = new URL(url);
  const recorder = await createRecorder(Number(port), host);
  const client = await connect(new URL("/mcp", recorder.url));
  await client.callTool({ name: TOOL, arguments: { slug: slugs[0]! } });
  await client.close();
  await recorder.close();
  const { headers, body } = recorder.sent.find((request) => request.body.includes('"tools/call"'))!;
  const own = headers.filter(([name]) => !OF_THE_CONNECTION.includes(name.toLowerCase()));
  const message = JSON.parse(body.toString());
  return slugs.map((slug, nth) => ({
    method: "POST",
    path: "/mcp",
    headers: Object.fromEntries(own),
    body: JSON.stringify({ ...message, id: message.id + nth, params: { ...message.params, arguments: { slug } } }),
  }));
}

export const mcpSubjects: Subject[] = Object.entries({ "2026-07-28": modern, earlier }).flatMap(([era, connect]) => {
  const name = `MCP ${TOOL}, ${era}`;
  const requests = (ground: Ground) => recorded(connect, ground);
  return [
    { name, requests },
    { name: `${name}${BY_NODE}`, peer: "repeater", requests },
  ];
});
