import { Agent, type IncomingHttpHeaders, request } from "node:http";

export type Answer = { path: string; status: number; headers: IncomingHttpHeaders; text: string };
export type Asked = { method?: string; path: string; headers?: Record<string, string>; body?: string };

/** HTTP from one address of this machine, as one person or program has it. `keepAlive: false` connects anew for each request. */
export function createClient(base: string, localAddress: string, { keepAlive = true } = {}) {
  const { hostname, port } = new URL(base);
  const agent = new Agent({ keepAlive, maxSockets: 6, ...(keepAlive && { timeout: 60_000 }) });
  return {
    send: ({ method = "GET", path, headers = {}, body }: Asked, signal: AbortSignal): Promise<Answer> =>
      new Promise((resolve, reject) => {
        const sent = request({ agent, hostname, port, localAddress, method, path, headers, signal }, (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () =>
            resolve({
              path,
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(chunks).toString(),
            }),
          );
        });
        sent.on("error", reject);
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}

export type Client = ReturnType<typeof createClient>;

/** A tools/call in the newest protocol version. */
export const callOf = (name: string, args: object, token?: string): Asked =>
  messageOf("tools/call", { name, arguments: args }, token);

export const messageOf = (method: string, params: object, token?: string): Asked => ({
  method: "POST",
  path: "/mcp",
  headers: {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    ...("name" in params ? { "mcp-name": String(params.name) } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  },
  body: JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method,
    params: {
      ...params,
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  }),
});

/** A form, from a page of the site itself. */
export const formOf = (base: string, path: string, fields: Record<string, string>, cookie?: string): Asked => ({
  method: "POST",
  path,
  headers: {
    origin: base,
    "sec-fetch-site": "same-origin",
    "content-type": "application/x-www-form-urlencoded",
    ...(cookie ? { cookie } : {}),
  },
  body: new URLSearchParams(fields).toString(),
});
