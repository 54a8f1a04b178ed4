import { generateKeyPairSync, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, describe, expect, it } from "vitest";
import { OutboundError } from "../../crawler/outbound-error.ts";
import { parseOverrides } from "../../crawler/overrides.ts";
import { createSafeFetch } from "../../crawler/safe-fetch.ts";
import { openRaw } from "../helpers/database.ts";
import { createWorld, REDIRECT } from "./helper.ts";

const world = await createWorld({ LIMIT_OAUTH_REGISTER: "60", TRUSTED_PROXIES: "127.0.0.1" });

/** Each test registers from an address of its own, so that quotas stay apart. */
let address = 0;
let from: Record<string, string>;
beforeEach(() => {
  address++;
  from = { "x-forwarded-for": `198.51.100.${address}` };
});

describe("registration", () => {
  it.each([
    ["a javascript: address", ["javascript:alert(1)"]],
    ["a data: address", ["data:text/html,x"]],
    ["http that is not loopback", ["http://client.example/callback"]],
    ["credentials", ["https://u:p@client.example/callback"]],
    ["a fragment", ["https://client.example/callback#x"]],
    ["eleven addresses", Array.from({ length: 11 }, (_, index) => `https://client.example/${index}`)],
    ["no address", []],
    ["no list", "https://client.example/callback"],
    ["an object as address", [{}]],
    ["a help program's scheme", ["ms-msdt:/id"]],
    ["a mail program's scheme", ["mailto:a@client.example"]],
    ["a socket", ["ws://client.example/callback"]],
    ["a scheme that nobody knows", ["myapp://callback"]],
  ])("refuses %s, and says what is wrong", async (name, redirectUris) => {
    const { status, json } = await world.register({ redirect_uris: redirectUris }, from);
    expect([status, json.error]).toEqual([400, "invalid_redirect_uri"]);
    const [first] = [redirectUris].flat();
    if (typeof first === "string" && name !== "no list" && name !== "eleven addresses") {
      expect(json.error_description).toContain(first);
    }
    expect(json.error_description).toMatch(/^redirect_uris must [ -~]+$/);
  });

  it("gives a specific reason for each cause", async () => {
    const causes = [
      "javascript:alert(1)",
      "http://client.example/callback",
      "https://u:p@client.example/callback",
      "https://client.example/callback#x",
      "no address",
    ];
    const reasons = await Promise.all(
      causes.map(async (uri) => (await world.register({ redirect_uris: [uri] }, from)).json.error_description),
    );
    expect(new Set(reasons.map((reason) => reason.split(":")[0])).size).toBe(causes.length);
  });

  it.each([
    "com.example.app:/callback",
    "cursor://anysphere.cursor-mcp/oauth/callback",
    "vscode://vscode.mcp/oauth/callback",
    "claude://claude.ai/mcp-auth-callback/sdk",
    "warp://mcp/oauth2callback",
    "raycast://oauth?package_name=Extension",
  ])("accepts a redirect to an app on the device: %s", async (uri) => {
    const { status, json } = await world.register({ redirect_uris: [uri] }, from);
    expect([status, json.application_type]).toEqual([201, "native"]);
  });

  it.each([
    ["broken JSON", "{", 400],
    ["a list", "[]", 400],
    ["null", "null", 400],
    ["a text", '"x"', 400],
    ["2 MB", JSON.stringify({ client_name: "x".repeat(2_000_000) }), 413],
    ["a name of 20 KB", JSON.stringify({ redirect_uris: [REDIRECT], client_name: "x".repeat(20_000) }), 400],
    [
      "deep nesting",
      `{"redirect_uris":["${REDIRECT}"],"client_name":"d","contacts":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
      400,
    ],
  ])("refuses %s", async (_name, body, status) => {
    expect((await world.register(body, from)).status).toBe(status);
  });

  it("is not affected by __proto__ keys", async () => {
    const body = `{"__proto__":{"polluted":1},"redirect_uris":["${REDIRECT}"],"constructor":{"prototype":{"polluted":1}}}`;
    const { status } = await world.register(body, from);
    expect(status).toBe(201);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it("assigns the id, the same for the same public client", async () => {
    const own = await world.register({ client_id: "mine", client_name: "Same" }, from);
    const again = await world.register({ client_name: "Same", scope: "account:read" }, from);
    const other = await world.register({ client_name: "Same", redirect_uris: ["https://client.example/other"] }, from);
    expect(own.json.client_id).toMatch(/^dcr_/);
    expect(again.json.client_id).not.toBe("mine");
    expect(new Set([own.json.client_id, other.json.client_id]).size).toBe(2);
    const ports = await Promise.all(
      [3000, 3001].map((port) => world.register({ redirect_uris: [`http://127.0.0.1:${port}/callback`] }, from)),
    );
    expect(ports[0]!.json.client_id).toBe(ports[1]!.json.client_id);
    expect(ports[0]!.json.application_type).toBe("native");
  });

  it("gives a confidential client a working secret that is not stored", async () => {
    const secretive = { client_name: "Server", token_endpoint_auth_method: "client_secret_post" };
    const [one, two] = await Promise.all([world.register(secretive, from), world.register(secretive, from)]);
    expect(one.json.client_id).not.toBe(two.json.client_id);
    const { client_id: clientId, client_secret: secret } = one.json;
    const browser = await world.browser(await world.account("confidential"));
    const code = () => browser.allow(world.authorizePath(clientId));
    expect((await world.exchange(clientId, await code(), { client_secret: secret })).status).toBe(200);
    expect((await world.exchange(clientId, await code(), { client_secret: `${secret}x` })).status).toBe(401);
    expect((await world.exchange(clientId, await code())).status).toBe(401);
    expect(world.dump()).not.toContain(secret);
  });

  it("answers browsers of any origin, without credentials", async () => {
    const headers = { origin: "https://inspector.example", "access-control-request-method": "POST" };
    const preflight = await world.send("/oauth/register", { method: "OPTIONS", headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "POST",
    });
    const sent = await world.register({}, { ...from, origin: "https://inspector.example" });
    expect(sent.headers["access-control-allow-origin"]).toBe("*");
    expect(sent.headers).not.toHaveProperty("access-control-allow-credentials");
  });

  it("limits a flood from one address, and no other", async () => {
    const answers = await Promise.all(
      Array.from({ length: 70 }, (_, index) => world.register({ client_name: `F${index}` }, from)),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    expect(Number(refused[0]!.headers["retry-after"])).toBeGreaterThan(0);
    expect((await world.register({}, { "x-forwarded-for": "198.51.100.250" })).status).toBe(201);
  });

  it("sends nothing to private addresses", async () => {
    world.asked.length = 0;
    await world.register({ jwks_uri: "https://127.0.0.1/jwks", token_endpoint_auth_method: "private_key_jwt" }, from);
    await world.register({ sector_identifier_uri: "https://169.254.169.254/x", subject_type: "public" }, from);
    // The guarded fetcher is the only way out; whatever was asked for, it refused.
    expect(world.asked.every((url) => !world.outside.has(url))).toBe(true);
  });

  it("relaxes the port for loopback only", async () => {
    const browser = await world.browser(await world.account("native"));
    const clientId = (await world.register({ redirect_uris: ["http://localhost/callback", REDIRECT] }, from)).json
      .client_id;
    const at = (redirectUri: string) => browser.follow(world.authorizePath(clientId, { redirect_uri: redirectUri }));
    const local = await at("http://localhost:53123/callback");
    expect(local.answer.text).toContain("program on your device");
    expect(local.answer.text).toContain("localhost:53123");
    expect((await at("https://client.example:8443/callback")).answer.status).toBe(400);
    expect((await at(REDIRECT)).path).toMatch(/^\/interaction/);
  });
});

describe("token requests", () => {
  it("are limited by client and address, with Retry-After", async () => {
    const strict = await createWorld({ LIMIT_OAUTH_TOKEN: "3" });
    const ask = (clientId: string) => strict.refresh(clientId, "x");
    const seen = [];
    for (let time = 0; time < 4; time++) seen.push((await ask("one")).status);
    expect(seen).toEqual([401, 401, 401, 429]);
    expect((await ask("two")).status).toBe(401);
    const basic = { authorization: `Basic ${Buffer.from("one:x").toString("base64")}` };
    expect((await strict.token({ grant_type: "refresh_token" }, basic)).status).toBe(429);
    expect((await strict.send("/oauth/token", { method: "POST" })).status).toBe(400);
    await strict.close();
  });

  it("do not trust every forwarded address", async () => {
    const strict = await createWorld({ LIMIT_OAUTH_REGISTER: "1" });
    await strict.register({}, { "x-forwarded-for": "203.0.113.1" });
    expect((await strict.register({}, { "x-forwarded-for": "203.0.113.2" })).status).toBe(429);
    await strict.close();
  });
});

describe("a client with a metadata document", () => {
  const ID = "https://app.example/client.json";
  const LOCAL = "http://localhost:53123/callback";
  const document = (change: Record<string, unknown> = {}) => ({
    client_id: ID,
    client_name: "Claude Code",
    redirect_uris: ["http://localhost/callback", "http://127.0.0.1/callback"],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    ...change,
  });
  const publish = (id: string, change: Record<string, unknown> = {}) =>
    world.outside.set(id, { body: document({ client_id: id, ...change }) });

  it("connects, is named by its host, and works while its host is down, even after a restart", async () => {
    publish(ID);
    const accountId = await world.account("cimd");
    const browser = await world.browser(accountId);
    const path = world.authorizePath(ID, { redirect_uri: LOCAL });
    const page = await browser.toConsent(path);
    expect(page.answer.text).toContain("<strong>app.example</strong>");
    expect(page.answer.text).not.toContain("Unverified");
    const back = await browser.confirm(page.path);
    const { json } = await world.exchange(ID, back.searchParams.get("code")!, { redirect_uri: LOCAL });
    expect((await world.who(json.access_token)).json.client).toBe("Claude Code");
    expect((await world.connectedApps(accountId))[0]).toMatchObject({ clientId: ID, host: "app.example" });

    await world.restart();
    world.outside.set(ID, new OutboundError("unreachable", "app.example does not answer."));
    const kept = await world.refresh(ID, json.refresh_token);
    expect(kept.status).toBe(200);

    await world.restart();
    world.outside.set(ID, { status: 503, body: "" });
    expect((await world.refresh(ID, kept.json.refresh_token)).status).toBe(200);
  });

  const shared = "https://shared.example/c";
  it.each<[string, unknown, number?]>([
    ["another id", document({ client_id: "https://other.example/client.json" })],
    ["a secret", document({ client_id: shared, client_secret: "x" })],
    ["a shared-secret method", document({ client_id: shared, token_endpoint_auth_method: "client_secret_post" })],
    ["a plain http logo", document({ client_id: shared, logo_uri: "http://shared.example/logo.png" })],
    [
      "a redirect to http elsewhere",
      document({ client_id: shared, redirect_uris: ["http://shared.example/callback"] }),
    ],
    ["no JSON", "<html>"],
    ["a list", []],
    ["20 KB", document({ client_id: shared, x: "x".repeat(20_000) })],
    ["a redirect as answer", document({ client_id: shared }), 302],
    ["an error as answer", document({ client_id: shared }), 404],
  ])("is refused with %s", async (_name, body, status = 200) => {
    const fresh = await createWorld();
    fresh.outside.set(shared, { status, body });
    const browser = await fresh.browser(await fresh.account("ann"));
    const answer = await browser.get(fresh.authorizePath(shared, { redirect_uri: LOCAL }));
    expect(answer.status).toBe(400);
    expect(answer.location).toBeUndefined();
    // Asked for twice by the provider, fetched once when the fetch itself failed.
    expect(fresh.asked.length).toBeLessThanOrEqual(2);
    await fresh.close();
  });

  it.each([
    "http://app.example/client.json",
    "https://u:p@app.example/client.json",
    "https://app.example/client.json#x",
    "https://app.example/a/../client.json",
  ])("must have a valid URL, unlike %s", async (id) => {
    world.asked.length = 0;
    const browser = await world.browser();
    expect((await browser.get(world.authorizePath(id, { redirect_uri: LOCAL }))).status).toBe(400);
    expect(world.asked).toEqual([]);
  });

  it("is fetched from public hosts and those the operator allows, never from private ones", async () => {
    let connections = 0;
    const inside = createServer((req, res) => {
      connections++;
      if (req.url === "/moved") res.writeHead(302, { location: "https://app.test/client.json" }).end();
      else res.end(JSON.stringify(document({ client_id: "https://app.test/client.json" })));
    });
    await new Promise<void>((done) => inside.listen(0, "127.0.0.1", done));
    const { port } = inside.address() as AddressInfo;
    const fetchSite = createSafeFetch({
      userAgent: "test",
      overrides: parseOverrides(`app.test=127.0.0.1:${port}`),
      now: () => new Date(),
    });
    const guarded = await createWorld({}, { fetchSite });
    const browser = await guarded.browser(await guarded.account("ann"));
    const ask = (id: string) => browser.follow(guarded.authorizePath(id, { redirect_uri: LOCAL }));
    const hosts = [
      "127.0.0.1",
      "localhost",
      "2130706433",
      "0x7f.1",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "[64:ff9b::7f00:1]",
      "169.254.169.254",
    ];
    for (const host of hosts) expect((await ask(`https://${host}:${port}/client.json`)).answer.status, host).toBe(400);
    expect(connections).toBe(0);
    expect((await ask("https://app.test/moved")).answer.status).toBe(400);
    expect(connections).toBeLessThanOrEqual(2);
    expect((await ask("https://app.test/client.json")).answer.text).toContain("<strong>app.test</strong>");
    await guarded.close();
    inside.closeAllConnections();
    inside.close();
  });

  it("can authenticate with a key, once for each assertion", async () => {
    const id = "https://chat.example/client.json";
    const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const jwk = { ...keys.publicKey.export({ format: "jwk" }), kid: "k1", alg: "RS256", use: "sig" };
    world.outside.set("https://chat.example/jwks", { body: { keys: [jwk] } });
    publish(id, {
      client_name: "ChatGPT",
      redirect_uris: [REDIRECT],
      jwks_uri: "https://chat.example/jwks",
      token_endpoint_auth_method: "private_key_jwt",
      token_endpoint_auth_signing_alg: "RS256",
    });
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const iat = Math.floor(Date.now() / 1000);
    const claims = { iss: id, sub: id, aud: world.base, jti: crypto.randomUUID(), iat, exp: iat + 60 };
    const signed = `${part({ alg: "RS256", kid: "k1" })}.${part(claims)}`;
    const assertion = `${signed}.${sign("sha256", Buffer.from(signed), keys.privateKey).toString("base64url")}`;
    const proof = {
      client_assertion: assertion,
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    };

    const browser = await world.browser(await world.account("chat"));
    const code = () => browser.allow(world.authorizePath(id));
    const { status, json } = await world.exchange(id, await code(), proof);
    expect(status).toBe(200);
    expect((await world.exchange(id, await code(), proof)).status).toBe(401);
    expect((await world.refresh(id, json.refresh_token)).status).toBe(401);
  });
});

it("an internal error is logged with the request id", async () => {
  const clientId = await world.client();
  const raw = await openRaw(world.deps.settings);
  await raw.prepare("update oauth_objects set payload = '{' where model = 'Client' and id = ?").run(clientId);
  raw.close();
  const { status, json, headers } = await world.refresh(clientId, "anything");
  expect([status, json.error]).toEqual([500, "server_error"]);
  const [line, ...more] = world.errors.map((text) => JSON.parse(text));
  expect(more).toEqual([]);
  expect(line).toMatchObject({ request_id: headers["x-request-id"], msg: "authorization server failed" });
  expect(line.err.stack).toContain("adapter.ts");
});
