import type { IncomingHttpHeaders } from "node:http";
import { getSetCookies, Headers, Pool } from "undici";

export type Answer = { path: string; status: number; headers: IncomingHttpHeaders; text: string };
export type Asked = {
  method?: "GET" | "POST" | "PATCH" | "HEAD";
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
};
type Options = { keepAlive?: boolean; connections?: number; cookies?: Map<string, string> };
export type Client = ReturnType<typeof createClient>;

const pools = new Set<Pool>();
/** Ends the connections of all clients of this process. */
export async function closeClients(): Promise<void> {
  await Promise.all([...pools].map((pool) => pool.destroy()));
  pools.clear();
}

/** HTTP from one address of this machine. `keepAlive: false` connects for each request; `cookies` are kept as a browser does. */
export function createClient(base: string, localAddress: string, options: Options = {}) {
  const { keepAlive = true, connections = 6, cookies } = options;
  const pool = new Pool(base, { connections, localAddress, connect: { timeout: 15_000 } });
  pools.add(pool);
  return {
    async send({ method = "GET", path, headers: own, body = "" }: Asked, signal?: AbortSignal): Promise<Answer> {
      const cookie = [...(cookies ?? [])].map(([name, value]) => `${name}=${value}`).join("; ");
      const headers = { ...own, ...(cookie && { cookie }) };
      const given = { path, method, headers, body: body || null, reset: !keepAlive, ...(signal && { signal }) };
      const { statusCode, headers: got, body: read } = await pool.request(given);
      if (cookies && got["set-cookie"])
        for (const { name, value } of getSetCookies(
          new Headers([got["set-cookie"]].flat().map((one) => ["set-cookie", one])),
        ))
          if (value) cookies.set(name, value);
          else cookies.delete(name);
      return { path, status: statusCode, headers: got, text: await read.text() };
    },
    async close() {
      pools.delete(pool);
      await pool.destroy();
    },
  };
}

export const bearer = (key?: string): Record<string, string> => (key ? { authorization: `Bearer ${key}` } : {});

export const jsonOf = (path: string, body: unknown, key?: string, more: Record<string, string> = {}): Asked => ({
  method: "POST",
  path,
  headers: {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...bearer(key),
    ...more,
  },
  body: typeof body === "string" ? body : JSON.stringify(body),
});

/** A message in the newest protocol version. */
export function messageOf(method: string, params: { name?: string; [more: string]: unknown }, key?: string): Asked {
  const version = "2026-07-28";
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const { name } = params;
  const headers = { "mcp-protocol-version": version, "mcp-method": method, ...(name && { "mcp-name": name }) };
  return jsonOf("/mcp", { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }, key, headers);
}
export const callOf = (name: string, args: object, key?: string): Asked =>
  messageOf("tools/call", { name, arguments: args }, key);

/** A form, from a page of the site itself. */
export const formOf = (
  base: string,
  path: string,
  fields: Record<string, string> | [string, string][],
  cookie?: string,
): Asked => ({
  method: "POST",
  path,
  headers: {
    ...{ origin: base, "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" },
    ...(cookie && { cookie }),
  },
  body: new URLSearchParams(fields).toString(),
});

export const csrfIn = ({ text }: Pick<Answer, "text">): string => /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? "";

/** An authorization request of a client that is known by the address of its document. */
export function authorizeOf(base: string, clientId: string, more: Record<string, string> = {}): Asked {
  const origin = URL.canParse(clientId) ? new URL(clientId).origin : clientId;
  const query = {
    ...{ client_id: clientId, redirect_uri: `${origin}/callback`, response_type: "code", scope: "account:read" },
    ...{ code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", code_challenge_method: "S256" },
    ...{ resource: `${base}/mcp`, ...more },
  };
  return { path: `/oauth/authorize?${new URLSearchParams(query)}` };
}
