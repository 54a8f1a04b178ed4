import { Client, type ClientCapabilities, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { PASSWORD, type World } from "../helpers/world.ts";

export const MODERN = "2026-07-28";
export const EARLIER = ["2025-11-25", "2025-06-18", "2025-03-26"];
/** Where a Debut answers. */
type Address = Pick<World, "baseUrl">;
const IDENTITY = { name: "test-client", version: "1.0.0" };

// biome-ignore lint/suspicious/noExplicitAny: tests look into JSON of many shapes.
export type Json = any;

type ClientOptions = { version?: string; bearer?: string; path?: string; capabilities?: ClientCapabilities };

/** Options of the current SDK to speak the given version; without one it negotiates. */
export function negotiating(version: string | undefined) {
  if (version === undefined) return { versionNegotiation: { mode: "auto" as const } };
  return version === MODERN
    ? { versionNegotiation: { mode: { pin: version } } }
    : { supportedProtocolVersions: [version] };
}

/** The current SDK, speaking the given version; without one it negotiates. */
export async function connect(
  world: World,
  { version, bearer, path = "/mcp", capabilities = {} }: ClientOptions = {},
): Promise<Client> {
  const client = new Client(IDENTITY, { ...negotiating(version), capabilities });
  const headers = bearer ? { authorization: `Bearer ${bearer}` } : {};
  await client.connect(new StreamableHTTPClientTransport(new URL(world.baseUrl + path), { requestInit: { headers } }));
  return client;
}

/** The SDK that most installed clients still have. */
export async function connectOld(
  world: World,
  { bearer, path = "/mcp" }: Omit<ClientOptions, "version" | "capabilities"> = {},
) {
  const client = new OldClient(IDENTITY);
  const headers = bearer ? { authorization: `Bearer ${bearer}` } : {};
  const transport = new OldTransport(new URL(world.baseUrl + path), { requestInit: { headers } });
  await client.connect(transport as Parameters<OldClient["connect"]>[0]);
  return client;
}

export type Reply = { status: number; headers: Headers; body: Json };

/** One POST as bytes on the wire; a string body is sent as it is. */
export async function post(
  world: Address,
  body: unknown,
  { path = "/mcp", headers = {} as Record<string, string> } = {},
): Promise<Reply> {
  const response = await fetch(world.baseUrl + path, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: read(await response.text()) };
}

/** JSON, or the messages of an event stream: one by itself, several as a list. */
function read(text: string): Json {
  if (text === "") return undefined;
  if (!/^(event|data|id|:)/m.test(text) || text.startsWith("{") || text.startsWith("[")) return JSON.parse(text);
  const messages = [...text.matchAll(/^data: ?(.+)$/gm)].map(([, data]) => JSON.parse(data!));
  return messages.length === 1 ? messages[0] : messages;
}

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

/** A tools/call message as clients before 2026-07-28 send it. */
export const legacyCall = (name: string, args: unknown = {}, id: string | number = 1) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args },
});

const META = { "io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {} };

/** One request of 2026-07-28; `name` is what its Mcp-Name header says. */
export function modern(
  world: Address,
  method: string,
  params: Json = {},
  { headers = {} as Record<string, string>, path = "/mcp" } = {},
): Promise<Reply> {
  const name = params.name ?? params.uri;
  return post(
    world,
    { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: { ...META, ...params._meta } } },
    {
      path,
      headers: { "mcp-protocol-version": MODERN, "mcp-method": method, ...(name && { "mcp-name": name }), ...headers },
    },
  );
}

export function challengeOf(headers: Headers): Record<string, string> {
  const text = headers.get("www-authenticate") ?? "";
  return Object.fromEntries([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
}

/** A person's browser, as far as forms and cookies go: signs in, answers the consent page, and gives where it was sent last. */
export function createBrowser(world: World, email: string) {
  const cookies = new Map<string, string>();
  const origin = world.baseUrl;

  async function load(url: URL, form?: URLSearchParams): Promise<{ text: string; location?: URL }> {
    const response = await fetch(url, {
      redirect: "manual",
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        "sec-fetch-site": "same-origin",
        origin,
      },
      ...(form && { method: "POST", body: form }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "" || /max-age=0|expires=thu, 01 jan 1970/i.test(cookie)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const to = response.headers.get("location");
    return { text: await response.text(), ...(to && { location: new URL(to, url) }) };
  }

  const hidden = (page: string, name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";

  return {
    /** Follows an authorization request to the end. `scopes` are the boxes left ticked; undefined leaves all. */
    async authorize(start: URL, { scopes, redirect }: { scopes?: string[]; redirect: string }): Promise<URL> {
      let page = await load(start);
      for (let steps = 0; steps < 20; steps++) {
        if (page.location) {
          if (page.location.href.startsWith(redirect)) return page.location;
          page = await load(page.location);
          continue;
        }
        const action = [...page.text.matchAll(/<form method="post" action="([^"]+)"/g)].map(([, path]) => path!);
        const csrf = hidden(page.text, "csrf");
        const confirm = action.find((path) => path.endsWith("/confirm"));
        if (confirm) {
          const asked = [...page.text.matchAll(/name="scope" value="([^"]+)"/g)].map(([, scope]) => scope!);
          const form = new URLSearchParams({ csrf });
          for (const scope of scopes ?? asked) form.append("scope", scope);
          page = await load(new URL(confirm, origin), form);
        } else if (action.includes("/sign-in")) {
          const form = new URLSearchParams({
            csrf,
            return_to: hidden(page.text, "return_to"),
            email,
            password: PASSWORD,
          });
          page = await load(new URL("/sign-in", origin), form);
        } else {
          throw new Error(`No way on from this page: ${page.text.replace(/<[^>]+>/g, " ").slice(0, 500)}`);
        }
      }
      throw new Error("The sign-in never ended.");
    },
  };
}
