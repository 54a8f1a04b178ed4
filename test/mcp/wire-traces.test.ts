import { request } from "node:http";
import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { tools } from "../../tools/index.ts";
import { createWorld } from "../helpers/world.ts";
import { bearer, connect, connectOld, type Json, legacyCall, modern, post } from "./helper.ts";

/** How real clients use HTTP and JSON-RPC, after public bug reports: repository and number of the thread. */
const world = await createWorld({ env: { LIMIT_MCP: "1000" } });
await world.listing("Acme Charts");

const ORIGIN = "http://localhost:6274";
const JSON_TYPE = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const PING = { jsonrpc: "2.0", id: 1, method: "ping" };
const raw = (init: RequestInit) => fetch(`${world.baseUrl}/mcp`, init);

describe("the transport", () => {
  it("answers a notification with 202 and no body: chrisns/govreposcrape#356, CodeApps#377 (Copilot Studio)", async () => {
    const response = await raw({
      method: "POST",
      headers: JSON_TYPE,
      body: JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }),
    });
    expect([response.status, await response.text()]).toEqual([202, ""]);
    const stream = await raw({ headers: { accept: "text/event-stream" } });
    expect([stream.status, stream.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
  });

  it.each([
    ["the first generation of the SDK", connectOld],
    ["the current SDK", connect],
  ])("lists all tools to %s, although GET is 405: anthropics/claude-ai-mcp#692", async (_name, open) => {
    const client = await open(world);
    const { tools: listed } = await client.listTools();
    expect(listed.length).toBeGreaterThan(tools.length);
    await client.close();
  });

  it.each([
    ["a session id that it never gave", "POST", 200],
    ["the end of a session", "DELETE", 405],
  ])("has no sessions, and takes %s: modelcontextprotocol/inspector#905", async (_name, method, status) => {
    const response = await raw({
      method,
      headers: { ...JSON_TYPE, "mcp-session-id": "4f0c0d2e-stale" },
      ...(method === "POST" && { body: JSON.stringify(PING) }),
    });
    expect([response.status, response.headers.get("mcp-session-id")]).toEqual([status, null]);
  });

  it.each([
    ["hauptsacheNet/typo3#116", "authorization,content-type,mcp-protocol-version,mcp-session-id"],
    ["netdata#22258", "content-type, mcp-method, mcp-name, mcp-protocol-version, last-event-id"],
    ["openzim#93, perplexity#137", "authorization, content-type, mcp-param-region, traceparent"],
  ])("allows a page every header that it wants to send: %s", async (_client, wanted) => {
    const preflight = await raw({
      method: "OPTIONS",
      headers: {
        origin: ORIGIN,
        "access-control-request-method": "POST",
        "access-control-request-headers": wanted,
      },
    });
    expect([preflight.status, preflight.headers.get("access-control-allow-headers")]).toEqual([204, wanted]);
  });

  it.each<[status: number, init: { method: string; headers: Record<string, string>; body?: string }]>([
    [400, { method: "POST", headers: JSON_TYPE, body: "{bad" }],
    [401, { method: "POST", headers: { ...JSON_TYPE, ...bearer("wrong") }, body: JSON.stringify(PING) }],
    [405, { method: "GET", headers: { accept: "text/event-stream" } }],
    [415, { method: "POST", headers: { "content-type": "text/plain" }, body: JSON.stringify(PING) }],
  ])("lets a page read an error with the status %i: hauptsacheNet/typo3#116, Delphi#16", async (status, init) => {
    const response = await raw({ ...init, headers: { ...init.headers, origin: ORIGIN } });
    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([status, ORIGIN]);
    expect(response.headers.get("access-control-expose-headers")).toContain("WWW-Authenticate");
  });
});

describe("a body", () => {
  const text = JSON.stringify(PING);
  const send = (headers: Record<string, string>, body: Buffer) =>
    new Promise<{ status: number | undefined; body: Json }>((done, fail) => {
      const outgoing = request(
        `${world.baseUrl}/mcp`,
        { method: "POST", headers: { ...JSON_TYPE, ...headers } },
        async (response) => {
          const chunks = await response.toArray();
          done({ status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) });
        },
      ).on("error", fail);
      if (headers.expect) outgoing.on("continue", () => outgoing.end(body)).flushHeaders();
      else outgoing.end(body);
    });

  it.each<[string, Record<string, string>, Buffer]>([
    ["a byte order mark", {}, Buffer.from(`\ufeff${text}`)],
    ["chunks", { "transfer-encoding": "chunked" }, Buffer.from(text)],
    ["Expect: 100-continue (curl, .NET)", { expect: "100-continue" }, Buffer.from(text)],
  ])("is read with %s", async (_what, headers, body) => {
    expect(await send(headers, body)).toMatchObject({ status: 200, body: { id: 1, result: {} } });
  });

  it.each<[string, Record<string, string>, Buffer]>([
    ["gzip", { "content-encoding": "gzip" }, gzipSync(text)],
    ["br", { "content-encoding": "br" }, brotliCompressSync(text)],
    ["zstd", { "content-encoding": "zstd" }, zstdCompressSync(text)],
    ["UTF-16", { "content-type": "application/json; charset=utf-16" }, Buffer.from(text, "utf16le")],
  ])("in %s is 415 in words", async (_what, headers, body) => {
    const reply = await send(headers, body);
    expect([reply.status, reply.body]).toEqual([415, { jsonrpc: "2.0", id: null, error: expect.anything() }]);
    expect(reply.body.error.message).toMatch(/^[A-Z].*\.$/);
  });
});

describe("JSON-RPC", () => {
  it.each(["one", 0, -1, "", 1e3])("echoes the id %j: typescript-sdk#2654 and other SDKs", async (id) => {
    const { status, body } = await post(world, { ...PING, id });
    expect([status, body.id]).toEqual([200, id]);
  });

  it.each(["null", "1.5", "9007199254740993"])("refuses the id %s, which no SDK sends", async (id) => {
    const reply = await post(world, `{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
    expect(reply).toMatchObject({ status: 400, body: { error: { code: -32600 } } });
  });

  const READ = { uri: "listing://acme-charts" };
  it.each<[string, string, Json, Record<string, string>, number]>([
    ["no Mcp-Method", "tools/list", {}, { "mcp-method": "" }, -32020],
    ["no Mcp-Name", "resources/read", READ, { "mcp-name": "" }, -32020],
    ["another Mcp-Name", "resources/read", READ, { "mcp-name": "listing://acme" }, -32020],
    [
      "a URI with spaces",
      "resources/read",
      { uri: "listing://not here" },
      { "mcp-name": "listing://not here" },
      -32602,
    ],
    ["a URI that is none", "resources/read", { uri: "acme" }, {}, -32602],
  ])("refuses %s: typescript-sdk#2590, #2453, #2451", async (_what, method, params, headers, code) => {
    const { body } = await modern(world, method, params, { headers });
    expect(body.error).toMatchObject({ code, message: expect.any(String) });
  });

  it("takes a name with spaces around it: typescript-sdk#2590", async () => {
    const headers = { "mcp-name": "  listing://acme-charts " };
    expect((await modern(world, "resources/read", READ, { headers })).body.result.contents).toHaveLength(1);
  });
});

describe("a key in the configuration", () => {
  it("calls every tool: claude-code#38972, #47424, #6714", async () => {
    const client = await connectOld(world, { bearer: await world.key("ann") });
    for (const { name } of (await client.listTools()).tools) {
      const { content, isError } = (await client.callTool({ name, arguments: {} })) as Json;
      // Without arguments a call succeeds or names what is missing. It never asks to sign in.
      if (isError) expect([name, content[0].text]).toEqual([name, expect.stringMatching(/^validation_failed: /)]);
    }
    await client.close();
    const wrong = await post(world, legacyCall("get_account"), { headers: bearer("dbt_wrong") });
    expect([wrong.status, wrong.body.error.data.code]).toEqual([401, "unauthenticated"]);
  });
});
