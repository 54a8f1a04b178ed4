import type { IncomingHttpHeaders } from "node:http";
import { Pool } from "undici";

export type Answer = { path: string; status: number; headers: IncomingHttpHeaders; text: string };
export type Asked = {
  method?: "GET" | "POST" | "PATCH" | "HEAD";
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
};

/** HTTP from one address of this machine, as one person or program has it. `keepAlive: false` connects anew for each request. */
export function createClient(base: string, localAddress: string, { keepAlive = true, connections = 6 } = {}) {
  const pool = new Pool(base, { connections, localAddress, connect: { timeout: 15_000 } });
  return {
    async send(
      { method = "GET", path, headers = {}, body }: Asked,
      signal: AbortSignal | null = null,
    ): Promise<Answer> {
      const options = { path, method, headers, body: body ?? null, signal, reset: !keepAlive };
      const { statusCode, headers: given, body: got } = await pool.request(options);
      return { path, status: statusCode, headers: given, text: await got.text() };
    },
    close: () => pool.destroy(),
  };
}
export type Client = ReturnType<typeof createClient>;

const JSON_TYPES = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const bearer = (key?: string): Record<string, string> => (key ? { authorization: `Bearer ${key}` } : {});

export const jsonOf = (path: string, body: unknown, key?: string, more: Record<string, string> = {}): Asked => ({
  method: "POST",
  path,
  headers: { ...JSON_TYPES, ...bearer(key), ...more },
  body: typeof body === "string" ? body : JSON.stringify(body),
});

/** A message in the newest protocol version. */
export const messageOf = (method: string, params: object, key?: string): Asked =>
  jsonOf(
    "/mcp",
    {
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
    },
    key,
    {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...("name" in params ? { "mcp-name": String(params.name) } : {}),
    },
  );
export const callOf = (name: string, args: object, key?: string): Asked =>
  messageOf("tools/call", { name, arguments: args }, key);

/** A form, from a page of the site itself. */
export const formOf = (
  base: string,
  path: string,
  fields: Record<string, string> | [string, string][],
  cookie?: string,
) =>
  ({
    method: "POST",
    path,
    headers: {
      ...{ origin: base, "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" },
      ...(cookie && { cookie }),
    },
    body: new URLSearchParams(fields).toString(),
  }) as const;

export const csrfIn = ({ text }: Pick<Answer, "text">): string => /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? "";

/** An authorization request of a client that is known by the address of its document. */
export const authorizeOf = (base: string, clientId: string, more: Record<string, string> = {}): Asked => ({
  path: `/oauth/authorize?${new URLSearchParams({
    client_id: clientId,
    redirect_uri: `${URL.canParse(clientId) ? new URL(clientId).origin : clientId}/callback`,
    response_type: "code",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
    scope: "account:read",
    resource: `${base}/mcp`,
    ...more,
  })}`,
});

/** What a browser adds to requests: cookies that it keeps, redirects that it follows, the token of a form it was shown. */
export function createBrowser(base: string, client: Client, cookies: Record<string, string> = {}) {
  const jar = new Map(Object.entries(cookies));
  async function send(asked: Asked, signal: AbortSignal): Promise<Answer> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await client.send({ ...asked, headers: { ...asked.headers, ...(cookie && { cookie }) } }, signal);
    for (const line of [answer.headers["set-cookie"] ?? []].flat()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }
  return {
    send,
    forget: (name: string) => jar.delete(name),
    /** Follows redirects within the site; `at` is the last address, which may be of another site. */
    async follow(asked: Asked, signal: AbortSignal): Promise<{ answer: Answer; at: URL }> {
      let at = new URL(asked.path, base);
      let answer = await send(asked, signal);
      for (let step = 0; answer.headers.location && step < 10; step++) {
        at = new URL(answer.headers.location, at);
        if (at.origin !== new URL(base).origin) break;
        answer = await send({ path: at.pathname + at.search }, signal);
      }
      return { answer, at };
    },
    /** Opens the page of a form and sends it. */
    async fill(page: string, path: string, fields: Record<string, string>, signal: AbortSignal): Promise<Answer> {
      const csrf = csrfIn(await send({ path: page }, signal));
      return send(formOf(base, path, { csrf, ...fields }), signal);
    },
  };
}
