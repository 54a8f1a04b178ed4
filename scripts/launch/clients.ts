import { Client, type ElicitResult, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Ground } from "./ground.ts";
import { createWire, type Exchange, type Message } from "./wire.ts";

export type Call = (name: string, args: Record<string, unknown>) => Promise<Message>;

/** A client with what it can do beside calling tools. */
export type ScriptedClient = {
  exchanges: Exchange[];
  call: Call;
  listTools: () => Promise<Message[]>;
  listResources: () => Promise<Message[]>;
  readResource: (uri: string) => Promise<string>;
  instructions: () => string;
  close: () => Promise<void>;
};

const IDENTITY = { name: "transcript", version: "1.0.0" };

/** The SDK that most installed clients have: no tasks, no questions, no apps. */
export async function connectV1({ url, maker }: Ground): Promise<ScriptedClient> {
  const { fetch, exchanges } = createWire();
  const client = new OldClient(IDENTITY);
  const transport = new OldTransport(new URL(`${url}/mcp`), {
    fetch,
    requestInit: { headers: { authorization: `Bearer ${maker.key}` } },
  });
  await client.connect(transport as Parameters<OldClient["connect"]>[0]);
  return {
    exchanges,
    call: (name, args) => client.callTool({ name, arguments: args }),
    listTools: async () => (await client.listTools()).tools,
    listResources: async () => (await client.listResources()).resources,
    readResource: async (uri) => textOf(await client.readResource({ uri })),
    instructions: () => client.getInstructions() ?? "",
    close: () => client.close(),
  };
}

const textOf = ({ contents: [content] }: { contents: Message[] }): string => content?.text ?? "";

const TASKS = "io.modelcontextprotocol/tasks";
const UI = "io.modelcontextprotocol/ui";
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

/**
 * The current SDK at 2026-07-28 with apps, tasks and questions. It cannot read tasks itself, so a call that may become one
 * goes out beside it, through the same wire. `answer` is the person.
 */
export async function connectV2(
  { url, maker, deps }: Ground,
  answer: (message: string, fields: string[]) => ElicitResult,
): Promise<ScriptedClient> {
  const { fetch, exchanges } = createWire();
  const extensions = { [UI]: { mimeTypes: ["text/html;profile=mcp-app"] } };
  const capabilities = { elicitation: { form: {}, url: {} }, extensions };
  const client = new Client(IDENTITY, { versionNegotiation: { mode: { pin: "2026-07-28" } }, capabilities });
  client.setRequestHandler("elicitation/create", ({ params }) =>
    answer(params.message, Object.keys("requestedSchema" in params ? (params.requestedSchema?.properties ?? {}) : {})),
  );
  const authorization = `Bearer ${maker.key}`;
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { fetch, requestInit: { headers: { authorization } } }),
  );
  let id = 1000;
  const raw = async (method: string, params: Record<string, unknown>): Promise<Message> => {
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": IDENTITY,
      [CAPABILITIES]: { ...capabilities, extensions: { ...extensions, [TASKS]: {} } },
    };
    await fetch(`${url}/mcp`, {
      method: "POST",
      headers: {
        authorization,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
        "mcp-name": String(params.name ?? params.taskId),
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: ++id, method, params: { ...params, _meta } }),
    });
    return exchanges.at(-1)?.answer.result;
  };
  const callAsTask: Call = async (name, args) => {
    let answered = await raw("tools/call", { name, arguments: args });
    const { taskId } = answered;
    while (answered.status === "working") {
      await deps.sleep(answered.pollIntervalMs);
      answered = await raw("tasks/get", { taskId });
    }
    return answered.result ?? answered;
  };
  const mayBeTask = new Set(["submit_listing", "get_draft"]);
  return {
    exchanges,
    call: (name, args) =>
      mayBeTask.has(name)
        ? callAsTask(name, args)
        : client.callTool({ name, arguments: args }, { onprogress: () => undefined }),
    listTools: async () => (await client.listTools()).tools,
    listResources: async () => (await client.listResources()).resources,
    readResource: async (uri) => textOf(await client.readResource({ uri })),
    instructions: () => client.getInstructions() ?? "",
    close: () => client.close(),
  };
}
