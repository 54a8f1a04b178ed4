import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { SCOPES } from "../../actions/context.ts";
import { createSenderCheck } from "../../mcp/sender.ts";
import { createWorld } from "../helpers/world.ts";
import { bearer, challengeOf, connect, type Json, legacyCall, MODERN, modern, post } from "./helper.ts";

const world = await createWorld();

const ALL = SCOPES.join(" ");
const metadata = (path: string) => `${world.baseUrl}/.well-known/oauth-protected-resource${path}`;

describe("signing in", () => {
  it.each([
    ["legacy", "zed-industries/zed#60236, garrytan/gbrain#5277"],
    ["modern", "elgorro/aiquila#389"],
  ])("is requested by HTTP status when a tool needs it (%s: %s)", async (era) => {
    const reply =
      era === "modern"
        ? await modern(world, "tools/call", { name: "get_account" })
        : await post(world, legacyCall("get_account"));
    expect(reply.status).toBe(401);
    // Nothing was sent, so nothing is called wrong (RFC 6750, 3.1).
    expect(challengeOf(reply.headers)).toEqual({ scope: ALL, resource_metadata: metadata("/mcp") });
    expect(reply.body.error.message).toBe("Sign in to use get_account. The credential needs the scope account:read.");
    expect(reply.body).toMatchObject({
      jsonrpc: "2.0",
      id: 1,
      error: { data: { code: "unauthenticated", status: 401 } },
    });
    expect(reply.headers.get("cache-control")).toBe("no-store");
  });

  it("leads to metadata of the same resource", async () => {
    for (const path of ["/mcp", "/mcp/account"]) {
      const document = await (await fetch(metadata(path))).json();
      expect(document).toMatchObject({
        resource: world.baseUrl + path,
        authorization_servers: [world.baseUrl],
        scopes_supported: [...SCOPES],
      });
    }
  });

  it("is not requested otherwise", async () => {
    for (const method of [
      "server/discover",
      "tools/list",
      "resources/list",
      "resources/templates/list",
      "prompts/list",
    ]) {
      expect((await modern(world, method)).status, method).toBe(200);
    }
    expect((await modern(world, "tools/call", { name: "list_categories" })).status).toBe(200);
  });

  it("is requested at once at /mcp/account", async () => {
    const path = "/mcp/account";
    for (const reply of [
      await modern(world, "server/discover", {}, { path }),
      await post(world, { jsonrpc: "2.0", id: 1, method: "initialize", params: {} }, { path }),
      await post(world, legacyCall("get_site_info"), { path }),
    ]) {
      expect(reply.status).toBe(401);
      expect(challengeOf(reply.headers)).toMatchObject({ scope: ALL, resource_metadata: metadata(path) });
    }
    const client = await connect(world, { path, bearer: await world.key("ann") });
    expect((await client.callTool({ name: "get_account" })).structuredContent).toMatchObject({
      auth: { type: "api_key" },
    });
    await client.close();
  });

  it.each([
    "Bearer wrong",
    "Bearer dbt_000000000000000000000000000000000000000000",
    "Basic YTpi",
    "Bearer a b",
    "Bearer",
  ])("refuses %j even for a public tool", async (authorization) => {
    const reply = await modern(world, "tools/call", { name: "get_site_info" }, { headers: { authorization } });
    expect(reply.status).toBe(401);
    expect(challengeOf(reply.headers)).toMatchObject({
      error: "invalid_token",
      error_description: expect.stringContaining("Sign in again"),
    });
  });

  it("can be closed to API keys", async () => {
    const strict = await createWorld({ env: { API_KEYS_ON_MCP: "false" } });
    expect(
      (await modern(strict, "tools/call", { name: "get_account" }, { headers: bearer(await strict.key("ann")) }))
        .status,
    ).toBe(401);
    await strict.close();
  });

  it("stops working when a key is revoked", async () => {
    const ben = await world.account("ben");
    const headers = bearer(await world.key("ben"));
    expect((await modern(world, "tools/call", { name: "get_account" }, { headers })).status).toBe(200);
    const [key] = await world.deps.store.accounts.apiKeysOf(ben.id);
    await world.deps.store.change((tx) => tx.accounts.revokeApiKey(ben.id, key!.id, world.deps.now()));
    expect((await modern(world, "tools/call", { name: "get_account" }, { headers })).status).toBe(401);
  });
});

it("logs a refused call without the credential", async () => {
  const before = world.logs.length;
  const headers = { ...bearer("secret-token-of-somebody"), "x-request-id": "refused-1" };
  await modern(world, "tools/call", { name: "get_account" }, { headers });
  const lines = world.logs.slice(before);
  expect(lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "request")).toMatchObject([
    { request_id: "refused-1", status: 401, caller: "anonymous" },
  ]);
  expect(lines.join("")).not.toContain("secret-token");
});

describe("several messages in one body", () => {
  const batch = [legacyCall("get_site_info", {}, 1), legacyCall("get_account", {}, 2)];

  it("need a credential when one of them does", async () => {
    const reply = await post(world, batch);
    expect(reply.status).toBe(401);
    expect(reply.body.error.message).toContain("Sign in to use get_account.");
    expect((await post(world, [legacyCall("get_site_info")])).status).toBe(200);
  });

  it("need every scope together", async () => {
    const headers = bearer(await world.key("cleo", ["account:read"]));
    const writing = [...batch, legacyCall("submit_listing", { url: "https://cleo.example" }, 3)];
    expect(challengeOf((await post(world, writing, { headers })).headers).scope).toBe("account:read listings:write");
    const { status, body } = await post(world, batch, { headers });
    expect(status).toBe(200);
    const answers = [body].flat(2);
    expect(answers.find(({ id }: Json) => id === 2).result.structuredContent.user.email).toBe("cleo@people.example");
  });

  it("are refused in the newest version, and limited in number", async () => {
    const { status } = await post(world, batch, {
      headers: { ...bearer(await world.key("cleo")), "mcp-protocol-version": MODERN },
    });
    expect(status).toBe(400);
    const many = Array.from({ length: 101 }, (_, id) => legacyCall("get_site_info", {}, id));
    expect((await post(world, many)).status).toBe(400);
  });
});

describe("what is checked is what runs", () => {
  it("does not believe an Mcp-Name header", async () => {
    const reply = await modern(
      world,
      "tools/call",
      { name: "get_account" },
      { headers: { "mcp-name": "get_site_info" } },
    );
    expect(reply.status).toBe(401);
    const known = await modern(
      world,
      "tools/call",
      { name: "get_account" },
      { headers: { "mcp-name": "get_site_info", ...bearer(await world.key("ann")) } },
    );
    expect(known).toMatchObject({ status: 400, body: { error: { code: -32020 } } });
    expect((await post(world, legacyCall("get_account"), { headers: { "mcp-name": "get_site_info" } })).status).toBe(
      401,
    );
  });

  it.each([
    "",
    "[]",
    "{}",
    "[[]]",
    "[null]",
    '{"jsonrpc":"2.0","id":1,"method":"tools/call"}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}',
  ])("survives %s", async (body) => {
    const reply = await post(world, body);
    expect(reply.status).toBeLessThan(500);
    expect([reply.body].flat()[0]?.error?.code ?? -32600).toBeLessThan(0);
  });

  it.each(["access_token", "api_key", "token", "Authorization"])("refuses a credential in ?%s=", async (name) => {
    const reply = await modern(
      world,
      "tools/call",
      { name: "get_account" },
      { path: `/mcp?${name}=${await world.key("ann")}` },
    );
    expect(reply).toMatchObject({ status: 400, body: { error: { data: { code: "credential_in_query" } } } });
  });
});

describe("ChatGPT", () => {
  const agent = { "user-agent": "openai-mcp/1.0.0 (ChatGPT)" };

  it.each(["legacy", "modern"])("gets the challenge in a result (%s; mcp-use#2611)", async (era) => {
    const call = (headers: Record<string, string>) =>
      era === "modern"
        ? modern(world, "tools/call", { name: "submit_listing", arguments: { url: "https://a.example" } }, { headers })
        : post(world, legacyCall("submit_listing", { url: "https://a.example" }), { headers });
    const reply = await call(agent);
    expect(reply.status).toBe(200);
    expect(reply.headers.get("www-authenticate")).toBeNull();
    const { result } = reply.body;
    expect(result).toMatchObject({
      isError: true,
      content: [{ type: "text", text: expect.stringMatching(/^unauthenticated: Sign in/) }],
    });
    expect(result.resultType).toBe(era === "modern" ? "complete" : undefined);
    expect(result._meta["mcp/www_authenticate"]).toEqual([
      expect.stringMatching(new RegExp(`^Bearer error="invalid_token", error_description="Sign in .*scope="${ALL}"`)),
    ]);
    const narrow = await call({ ...agent, ...bearer(await world.key("ann", ["account:read"])) });
    expect(narrow.body.result._meta["mcp/www_authenticate"][0]).toContain('error="insufficient_scope"');
  });

  it("gets access only with a credential", async () => {
    const { body } = await modern(world, "tools/call", { name: "get_account" }, { headers: agent });
    expect(body.result).not.toHaveProperty("structuredContent");
    expect(
      (
        await modern(
          world,
          "tools/call",
          { name: "get_account" },
          { headers: { ...agent, ...bearer(await world.key("ann")) } },
        )
      ).body.result.structuredContent.user.email,
    ).toBe("ann@people.example");
    expect((await post(world, [legacyCall("get_account")], { headers: agent })).status).toBe(401);
    expect((await modern(world, "server/discover", {}, { path: "/mcp/account", headers: agent })).status).toBe(401);
  });
});

/** A request whose Host header is ours to choose. */
const ask = (
  method: string,
  headers: Record<string, string>,
  path = "/mcp",
  port = Number(new URL(world.baseUrl).port),
): Promise<{ status: number; headers: Record<string, Json> }> =>
  new Promise((done, fail) => {
    request({ hostname: "127.0.0.1", port, method, path, headers }, (response) => {
      response.resume();
      done({ status: response.statusCode ?? 0, headers: response.headers });
    })
      .on("error", fail)
      .end(method === "POST" ? JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }) : undefined);
  });

describe("who sends it", () => {
  const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };

  it("must use a name of this server", async () => {
    const { port } = new URL(world.baseUrl);
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, `LOCALHOST:${port}`]) {
      expect((await ask("POST", { ...json, host })).status, host).toBe(200);
    }
    for (const host of [
      "evil.example",
      `evil.example:${port}`,
      "localhost:1",
      "localhost",
      `localhost.evil.example:${port}`,
    ]) {
      expect((await ask("POST", { ...json, host })).status, host).toBe(403);
    }
  });

  it("may use the public name of a server behind a proxy, with or without its port", async () => {
    const check = createSenderCheck({ ...world.deps.settings, BASE_URL: "https://debut.example" });
    const server = createServer((req, res) => void (check(req, res) && res.end())).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const statusFor = (headers: Record<string, string>) =>
      ask("POST", { ...json, ...headers }, "/mcp", port).then(({ status }) => status);
    for (const host of ["debut.example", "debut.example:443", "DEBUT.example", `127.0.0.1:${port}`]) {
      expect(await statusFor({ host }), host).toBe(200);
    }
    for (const host of ["debut.example:80", "127.0.0.1", "127.0.0.1:443", "debut.example.evil.test"]) {
      expect(await statusFor({ host }), host).toBe(403);
    }
    expect(await statusFor({ host: "debut.example", origin: "https://debut.example" })).toBe(200);
    expect(await statusFor({ host: "debut.example", origin: "http://debut.example" })).toBe(403);
    server.close();
  });

  it("may be a page of this site, of this machine or of an assistant", async () => {
    for (const origin of [world.baseUrl, "http://localhost:6274", "https://claude.ai"]) {
      const reply = await ask("POST", { ...json, origin });
      expect(reply.status, origin).toBe(200);
      expect(reply.headers).toMatchObject({
        "access-control-allow-origin": origin,
        "access-control-expose-headers": expect.stringContaining("WWW-Authenticate"),
      });
      expect(reply.headers["access-control-allow-credentials"]).toBeUndefined();
    }
    for (const origin of [
      "http://evil.example",
      "null",
      "https://claude.ai.evil.example",
      "http://localhost.evil.example",
      "garbage",
      "https://claude.ai/x",
    ]) {
      const reply = await ask("POST", { ...json, origin });
      expect(reply.status, origin).toBe(403);
      expect(reply.headers["access-control-allow-origin"]).toBeUndefined();
    }
  });

  it("gets an answer to a preflight", async () => {
    const wanted = "authorization, content-type, mcp-protocol-version, mcp-method, mcp-name";
    for (const path of ["/mcp", "/mcp/account", "/mcp/public"]) {
      const reply = await ask(
        "OPTIONS",
        {
          origin: "http://localhost:6274",
          "access-control-request-method": "POST",
          "access-control-request-headers": wanted,
        },
        path,
      );
      expect(reply.status).toBe(204);
      expect(reply.headers).toMatchObject({
        "access-control-allow-headers": wanted,
        "access-control-allow-methods": "POST, OPTIONS",
      });
    }
    expect((await ask("OPTIONS", { origin: "http://evil.example" })).status).toBe(403);
  });

  it("can read the challenge from a page", async () => {
    const reply = await post(world, legacyCall("get_account"), { headers: { origin: "http://localhost:6274" } });
    expect(reply.status).toBe(401);
    expect(reply.headers.get("access-control-expose-headers")).toContain("WWW-Authenticate");
  });
});

describe("other methods", () => {
  it.each(["GET", "DELETE", "PUT", "HEAD", "PATCH"])("%s is not one", async (method) => {
    const reply = await ask(method, { accept: "text/event-stream" });
    expect(reply.status).toBe(405);
    expect(reply.headers.allow).toBe("POST, OPTIONS");
  });

  it("a browser is shown how to connect", async () => {
    const reply = await ask("GET", { accept: "text/html,application/xhtml+xml,*/*;q=0.8" });
    expect({ status: reply.status, location: reply.headers.location }).toEqual({ status: 302, location: "/connect" });
    expect((await ask("GET", { accept: "text/html, text/event-stream" })).status).toBe(405);
  });
});
