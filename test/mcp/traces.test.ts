import { describe, expect, it } from "vitest";
import { createWorld } from "../helpers/world.ts";
import { bearer, EARLIER, type Json, legacyCall, MODERN, modern, post } from "./helper.ts";

const world = await createWorld({ env: { MCP_ORIGINS: "https://chat.example,chrome-extension://abcdef" } });
await world.listing("Acme Charts", { content: { tagline: "Web analytics for small teams" } });

const hello = (version: string) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: version, capabilities: {}, clientInfo: { name: "client", version: "1" } },
});
const raw = (path: string, init: RequestInit) => fetch(world.baseUrl + path, { redirect: "manual", ...init });

describe("any Accept header", () => {
  const ACCEPTS: [client: string, accept: string | undefined][] = [
    ["modelcontextprotocol/python-sdk#2349 (a proxy)", "application/json"],
    ["agent-infra/sandbox#83 (Gemini CLI)", "text/event-stream"],
    ["PrefectHQ/fastmcp#1664 (VS Code, Copilot Studio)", "*/*"],
    ["anthropics/claude-ai-mcp#143 (curl)", undefined],
    ["geelen/mcp-remote#215", "text/event-stream, application/json;q=0.9"],
  ];
  it.each(ACCEPTS)("is served: %s sends %s", async (_client, accept) => {
    for (const version of EARLIER)
      for (const message of [hello(version), legacyCall("get_listing", { slug: "acme-charts" }), LIST]) {
        const response = await raw("/mcp", {
          method: "POST",
          headers: {
            "content-type": "application/json",
            "mcp-protocol-version": version,
            ...(accept !== undefined && { accept }),
          },
          body: JSON.stringify(message),
        });
        expect(response.status).toBe(200);
        const isStream = accept === "text/event-stream";
        expect(response.headers.get("content-type")).toBe(isStream ? "text/event-stream" : "application/json");
        const text = await response.text();
        expect(JSON.parse(isStream ? text.replace(/^event: message\ndata: /, "") : text)).toMatchObject({ result: {} });
      }
  });

  it("answers who reads JSON only with the response, without its progress", async () => {
    const message = legacyCall("get_listing", { slug: "acme-charts" });
    Object.assign(message.params, { _meta: { progressToken: 1 } });
    const { status, body } = await post(world, message, { headers: { accept: "application/json" } });
    expect([status, body.result.structuredContent.slug]).toEqual([200, "acme-charts"]);
  });
});

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };

describe("null, empty text and JSON text", () => {
  const NULLS = {
    q: "analytics",
    category: null,
    stage: null,
    pricing_model: null,
    country: null,
    sort: null,
    detail: null,
  };
  const EMPTY = { q: "analytics", category: "", stage: "", pricing_model: "", country: "", page: null, detail: "" };
  it.each<[string, Json]>([
    ["coder/xum#4206 (OpenAI's strict mode): null", NULLS],
    ["openclaude#1266, chatlas#255: empty text", EMPTY],
  ])("are absent filters: %s", async (_client, args) => {
    for (const reply of [
      await post(world, legacyCall("search_listings", args)),
      await modern(world, "tools/call", { name: "search_listings", arguments: args }),
    ])
      expect(reply.body.result).toMatchObject({ structuredContent: { items: [{ slug: "acme-charts" }] } });
  });

  it.each<[string, Json]>([
    ["typescript-sdk#2012, KeeperHub#2108 (Go, Java, C#)", { name: "get_site_info", arguments: null }],
    ["the same, without _meta", { name: "get_site_info", arguments: {}, _meta: null }],
    ["arguments as JSON text", { name: "get_listing", arguments: '{"slug":"acme-charts"}' }],
    ["arguments as empty text", { name: "get_site_info", arguments: "" }],
  ])("are absent or parsed in params: %s", async (_client, params) => {
    const { body } = await post(world, { jsonrpc: "2.0", id: 1, method: "tools/call", params });
    expect(body.result.isError).toBeUndefined();
    expect(body.result.structuredContent).toBeDefined();
    const { _meta: _, ...rest } = params;
    expect((await modern(world, "tools/call", rest)).body.result.structuredContent).toBeDefined();
  });

  it("parses a list or object that comes as its JSON text, at every depth", async () => {
    const headers = bearer(await world.key("ann"));
    const compared = await post(world, legacyCall("compare_listings", { slugs: '["acme-charts","acme-charts"]' }), {
      headers,
    });
    expect(compared.body.result.content[0].text).not.toContain("Must be a list");
    const edited = await post(
      world,
      legacyCall("update_draft", { id: "0197b3a0-0000-7000-8000-000000000000", fields: '{"name":null}' }),
      { headers },
    );
    expect(edited.body.result.content[0].text).toMatch(/^not_found/);
  });

  it("says what to send where null and text stay wrong", async () => {
    const { body } = await post(world, legacyCall("get_listing", { slug: null }));
    expect(body.result.content[0].text).toContain('"slug" is required.');
    const known = await post(world, legacyCall("search_listings", { sessionId: "n8n#21716" }));
    expect(known.body.result.content[0].text).toMatch(/Known fields: .*detail/);
  });
});

describe("malformed parameters", () => {
  it.each<[method: string, params: Json, says: string]>([
    ["tools/call", { name: 5, arguments: {} }, "params/name: Must be a string."],
    ["tools/call", { arguments: {} }, '"name" is required'],
    ["tools/call", { name: "get_listing", arguments: [] }, "params/arguments: Must be an object."],
    ["tools/list", { cursor: "bogus" }, "Leave cursor out"],
    ["tools/list", { cursor: 5 }, "params/cursor: Must be a string."],
    ["prompts/get", { name: 5 }, "params/name: Must be a string."],
    ["resources/read", {}, '"uri" is required'],
    ["completion/complete", {}, '"ref" is required'],
    ["completion/complete", { ref: { type: "ref/prompt" }, argument: { name: "a", value: "b" } }, "has a name"],
    ["completion/complete", { ref: { type: "x" }, argument: { name: "a", value: "b" } }, "Must be one of"],
    ["skills/get", {}, '"uri" is required'],
  ])("of %s %j are -32602 in words", async (method, params, says) => {
    for (const { body } of [
      await post(world, { jsonrpc: "2.0", id: 7, method, params }),
      await modern(world, method, params, { headers: { "mcp-name": String(params.name ?? params.uri ?? "") } }),
    ]) {
      expect(body.error.code).toBe(-32602);
      expect(body.error.message).toContain(says);
      expect(body.error.message).not.toMatch(/[[\]{}\n]|Invalid input/);
    }
  });

  it("of initialize are -32602 in words", async () => {
    const { body } = await post(world, { ...hello(MODERN), params: { protocolVersion: 5 } });
    expect(body.error).toMatchObject({ code: -32602 });
    expect(body.error.message).toContain("params/protocolVersion: Must be a string.");
  });
});

describe("addresses that clients try", () => {
  it.each([
    ["jimprosser/obsidian-web-mcp#19, inspector#594 (the base address)", "/"],
    ["claude-ai-mcp#357 (the old transport)", "/sse"],
    ["two slashes", "//mcp"],
    ["a version", "/mcp/v1"],
  ])("name the right one: %s", async (_client, path) => {
    for (const message of [hello(MODERN), LIST]) {
      const { status, headers, body } = await post(world, message, { path });
      expect(status).toBe(404);
      expect(headers.get("content-type")).toContain("json");
      expect(body.detail).toContain(`${world.baseUrl}/mcp `);
    }
    if (path === "/") return;
    const stream = await raw(path, { headers: { accept: "text/event-stream" } });
    expect([stream.status, (await stream.text()).includes(`${world.baseUrl}/mcp `)]).toEqual([404, true]);
  });

  it("lead to the authorization server without its metadata: claude-ai-mcp#962, claude-code#80731", async () => {
    const client = await post(
      world,
      { client_name: "Old", redirect_uris: ["http://127.0.0.1/back"] },
      { path: "/register" },
    );
    expect([client.status, client.body.redirect_uris]).toEqual([201, ["http://127.0.0.1/back"]]);
    const token = await raw("/token", { method: "POST", body: new URLSearchParams({ grant_type: "refresh_token" }) });
    expect(((await token.json()) as Json).error).toMatch(/^invalid_/);
    const authorize = await raw(`/authorize?client_id=${client.body.client_id}&response_type=code`, {});
    expect(await authorize.text()).toContain("The app could not be connected");
    for (const path of ["/mcp", "/mcp/account"]) {
      const found = await raw(`${path}/.well-known/oauth-protected-resource`, {});
      expect(await found.json(), "microsoft/vscode#256236").toMatchObject({ resource: `${world.baseUrl}${path}` });
    }
  });
});

describe("sign-in", () => {
  const register = (metadata: Json) =>
    post(
      world,
      { client_name: "Chat", redirect_uris: ["http://127.0.0.1/back"], ...metadata },
      { path: "/oauth/register" },
    );

  it.each([
    ["nothing (open-webui#29967)", undefined, "account:read listings:write orders:write"],
    ["our scopes", "account:read orders:write", "account:read orders:write"],
    ["foreign ones", "openid offline_access", "account:read listings:write orders:write offline_access"],
  ])("a registration with %s is answered with the scopes to ask for", async (_name, scope, answered) => {
    expect((await register({ scope })).body.scope).toBe(answered);
  });

  it("an app that this site does not know is told to forget its saved connection (kimi-code#2606)", async () => {
    const page = await raw("/oauth/authorize?client_id=dcr_gone&response_type=code", {
      headers: { accept: "text/html" },
    });
    expect([page.status, await page.text()]).toEqual([400, expect.stringContaining("saved connection")]);
  });

  it("takes a credential after more than one space", async () => {
    const authorization = `Bearer   ${await world.key("ann")}`;
    const reply = await post(world, legacyCall("get_account"), { headers: { authorization } });
    expect(reply.body.result.structuredContent.user.email).toBe("ann@people.example");
  });
});
