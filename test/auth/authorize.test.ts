import { describe, expect, it } from "vitest";
import { challenge, createWorld, REDIRECT } from "./helper.ts";

const world = await createWorld();
const clientId = await world.client();
const browser = await world.browser(await world.account("ann"));

describe("an invalid request", () => {
  const toPage: [string, string][] = [
    ["unregistered", "https://evil.example/callback"],
    ["with another query", `${REDIRECT}?x=1`],
    ["in another case", "https://client.example/Callback"],
    ["with credentials", "https://u:p@client.example/callback"],
    ["with the path as a prefix", `${REDIRECT}/more`],
    ["with a double slash", "https://client.example//callback"],
    ["with an encoded slash", "https://client.example%2fcallback"],
    ["with a script", "javascript:alert(1)"],
    ["https on another port", "https://client.example:8443/callback"],
  ];
  it.each(toPage)("a redirect_uri %s ends on a page", async (_name, redirectUri) => {
    const answer = await browser.get(world.authorizePath(clientId, { redirect_uri: redirectUri }));
    expect(answer.status).toBe(400);
    expect(answer.location).toBeUndefined();
    expect(answer.text).toContain("could not be connected");
  });

  it("refuses duplicate parameters, an unknown client and POST", async () => {
    const twice = await browser.get(`${world.authorizePath(clientId)}&client_id=${clientId}`);
    expect(twice.status).toBe(400);
    const unknown = await browser.get(world.authorizePath("nobody"));
    expect(unknown.status).toBe(400);
    expect((await browser.post("/oauth/authorize", { client_id: clientId })).status).toBe(404);
  });

  it("escapes request values that it shows", async () => {
    const answer = await browser.get(`${world.authorizePath(clientId)}&scope=<script>alert(1)</script>&client_id=<b>`);
    expect(answer.text).not.toMatch(/<script>|<b>/);
    const reflected = await browser.get(world.authorizePath("<img src=x>", { error_description: "<img src=x>" }));
    expect(reflected.text).not.toContain("<img src=x");
  });
});

const ALL = "account:read listings:write orders:write";

describe("scopes", () => {
  it.each([
    [undefined, ["account:read", "listings:write"]],
    ["orders:write", ["orders:write"]],
    [ALL, ALL.split(" ")],
  ])("asked for %s are ticked, or the usual ones if none is asked for", async (scope, ticked) => {
    const { answer } = await browser.toConsent(world.authorizePath(clientId, { scope }));
    const boxes = [...answer.text.matchAll(/name="scope" value="([^"]+)"( checked)?/g)];
    expect(boxes.filter(([, , checked]) => checked).map(([, name]) => name)).toEqual(ticked);
    expect(boxes.map(([, name]) => name)).toEqual(scope?.split(" ") ?? ALL.split(" "));
  });

  it.each([
    ["none (open-webui#29967)", undefined, ALL],
    ["an empty text (fastmcp#1794, ChatGPT)", "", ALL],
    ["only openid", "openid profile email", ALL],
    ["only offline_access with stray spaces (claude-ai-mcp#96)", "  offline_access ", ALL],
    ["a URL as scope (python-sdk#1636)", "https://foreign.example/scope", ALL],
    ["a scope of its own with doubled spaces", "account:read  orders:write", "account:read orders:write"],
  ])("asked for %s", async (_name, scope, granted) => {
    const code = await browser.allow(world.authorizePath(clientId, { scope }));
    const { json } = await world.exchange(clientId, code);
    const caller = await world.who(json.access_token);
    expect(caller.json.scopes.join(" ")).toBe(granted);
  });

  it("ignores unknown scopes and grants the rest", async () => {
    const code = await browser.allow(world.authorizePath(clientId, { scope: "account:read admin:all" }));
    const { json } = await world.exchange(clientId, code);
    expect(json.scope).toBe("account:read");
  });

  it("grants only the selected scopes, and answers access_denied if none is", async () => {
    const code = await browser.allow(world.authorizePath(clientId), ["account:read"]);
    expect((await world.exchange(clientId, code)).json.scope).toBe("account:read");

    const sneaky = await browser.allow(world.authorizePath(clientId, { scope: "account:read" }), [
      "account:read",
      "orders:write",
    ]);
    expect((await world.exchange(clientId, sneaky)).json.scope).toBe("account:read");

    const { path } = await browser.toConsent(world.authorizePath(clientId));
    expect((await browser.confirm(path, [])).searchParams.get("error")).toBe("access_denied");
  });
});

describe("the code", () => {
  const code = () => browser.allow(world.authorizePath(clientId));

  it("comes with iss and state, and becomes an opaque token (openai/codex#32472, #41836, CodSpeed#523)", async () => {
    const { path } = await browser.toConsent(world.authorizePath(clientId));
    const back = await browser.confirm(path);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ iss: world.base, state: "st4te" });
    const answer = await world.exchange(clientId, back.searchParams.get("code")!);
    expect(answer.status).toBe(200);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.json).toMatchObject({ token_type: "Bearer", expires_in: 3600, scope: "account:read listings:write" });
    expect(answer.json.refresh_token).toMatch(/^[\w-]{43}$/);
    const caller = await world.who(answer.json.access_token);
    expect(caller.json).toMatchObject({ kind: "member", via: "oauth", client: "Helper" });
  });

  it.each([
    ["a wrong verifier", { code_verifier: "w".repeat(43) }, "invalid_grant"],
    ["no verifier", { code_verifier: [] }, "invalid_grant"],
    ["another redirect_uri", { redirect_uri: "https://client.example/other" }, "invalid_grant"],
    ["no redirect_uri", { redirect_uri: [] }, "invalid_request"],
    ["a resource that was not authorized", { resource: "{base}/api/v1" }, "invalid_target"],
    ["two resources", { resource: ["{base}/mcp", "{base}/api/v1"] }, "invalid_target"],
  ])("is refused with %s", async (_name, change, error) => {
    const filled = JSON.parse(JSON.stringify(change).replaceAll("{base}", world.base));
    const answer = await world.exchange(clientId, await code(), filled);
    expect([answer.status, answer.json.error]).toEqual([400, error]);
  });

  it("is invalid for another client, or after a minute", async () => {
    const other = await world.client({ client_name: "Other" });
    expect((await world.exchange(other, await code())).json.error).toBe("invalid_grant");
    const late = await code();
    world.advance(61);
    expect((await world.exchange(clientId, late)).json.error).toBe("invalid_grant");
  });

  it("works once: a replay revokes the tokens of the first use", async () => {
    const value = await code();
    const { json } = await world.exchange(clientId, value);
    expect((await world.who(json.access_token)).status).toBe(200);
    expect((await world.exchange(clientId, value)).json.error).toBe("invalid_grant");
    expect((await world.who(json.access_token)).status).toBe(401);
    expect((await world.refresh(clientId, json.refresh_token)).json.error).toBe("invalid_grant");
  });

  it("gives tokens to one of twenty requests at once", async () => {
    const value = await code();
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.exchange(clientId, value)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
  });

  it("can be returned as a form post that the page's policy allows", async () => {
    const { path } = await browser.toConsent(world.authorizePath(clientId, { response_mode: "form_post" }));
    const sent = await browser.post(`${path}/confirm`, { csrf: await browser.csrf(), scope: "account:read" });
    const page = await browser.get(sent.location!.pathname);
    expect(page.text).toContain(`action="${REDIRECT}"`);
    expect(page.headers["content-security-policy"]).toMatch(/script-src [^;]*'sha256-/);
    expect(page.headers["content-security-policy"]).not.toContain("form-action");
  });
});

describe("resources", () => {
  it.each([
    ["/mcp", "{base}/mcp", "/mcp"],
    ["a trailing slash", "{base}/mcp/", "/mcp"],
    ["an upper-case scheme", "HTTP{rest}/mcp", "/mcp"],
    ["/mcp/account", "{base}/mcp/account", "/mcp/account"],
    ["/api/v1", "{base}/api/v1", "/api/v1"],
    ["none", undefined, "/mcp"],
  ])("%s", async (_name, resource, path) => {
    const value = resource?.replace("{base}", world.base).replace("{rest}", world.base.slice(4));
    const code = await browser.allow(world.authorizePath(clientId, { resource: value }));
    const { json } = await world.exchange(clientId, code);
    const seen = await Promise.all(
      ["/mcp", "/mcp/account", "/api/v1"].map(async (at) => (await world.who(json.access_token, at)).status),
    );
    // /mcp/account takes tokens for /mcp too, and REST those for any resource.
    expect(seen).toEqual([path === "/mcp" ? 200 : 401, path === "/api/v1" ? 401 : 200, 200]);
  });
});

describe("metadata", () => {
  it.each([
    ["", "modelcontextprotocol/python-sdk#1400"],
    ["/mcp", "zereight/gitlab-mcp#586 (Kiro)"],
    ["/mcp/account", "SparkDevNetwork/Rock#6974"],
    ["/api/v1", "copilot-cli#4606, openai/codex#37373"],
  ])("of the resource at %j name the issuer byte by byte: %s", async (path) => {
    const { json: server } = await world.send("/.well-known/oauth-authorization-server");
    const answer = await world.send(`/.well-known/oauth-protected-resource${path}`, {
      headers: { host: "evil.example" },
    });
    expect(answer.headers["access-control-allow-origin"]).toBe("*");
    expect(answer.json).toMatchObject({
      resource: `${world.base}${path || "/mcp"}`,
      authorization_servers: [server.issuer],
      scopes_supported: ["account:read", "listings:write", "orders:write"],
    });
  });

  it.each(["oauth-authorization-server", "openid-configuration"])(
    "of the server as %s, whatever Host says",
    async (name) => {
      const poison = { host: "evil.example", "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" };
      const answer = await world.send(`/.well-known/${name}`, { headers: poison });
      expect(answer.text).not.toContain("evil");
      expect(answer.json).toMatchObject({
        issuer: world.base,
        authorization_endpoint: `${world.base}/oauth/authorize`,
        token_endpoint: `${world.base}/oauth/token`,
        registration_endpoint: `${world.base}/oauth/register`,
        revocation_endpoint: `${world.base}/oauth/revoke`,
        code_challenge_methods_supported: ["S256"],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
      });
      expect(answer.json.token_endpoint_auth_methods_supported).toContain("none");
      const scopes = ["offline_access", "account:read", "listings:write", "orders:write"];
      expect(answer.json.scopes_supported).toEqual(expect.arrayContaining(scopes));
      expect(new Set(answer.json.scopes_supported).size).toBe(answer.json.scopes_supported.length);
      expect(answer.json).not.toHaveProperty("userinfo_endpoint");
      expect(answer.json).not.toHaveProperty("introspection_endpoint");
    },
  );

  it("publishes public keys only", async () => {
    const { json } = await world.send("/oauth/jwks");
    expect(json.keys).toHaveLength(1);
    expect(json.keys[0]).not.toHaveProperty("d");
  });
});

it("asks for consent each time, and logs no error", async () => {
  await browser.allow(world.authorizePath(clientId));
  const again = await browser.follow(world.authorizePath(clientId, { code_challenge: challenge }));
  expect(again.path).toMatch(/^\/interaction\//);
  expect(world.errors).toEqual([]);
});
