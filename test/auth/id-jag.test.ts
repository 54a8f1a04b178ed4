import { Client, CrossAppAccessProvider, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { JWTPayload } from "jose";
import { afterAll, describe, expect, it } from "vitest";
import { signInWithIdentity } from "../../actions/accounts/identities.ts";
import { startForgingProvider } from "../helpers/forging-provider.ts";
import { type Answer, createWorld, type Form } from "./helper.ts";

const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const TYP = "oauth-id-jag+jwt";
const DOCUMENT = "https://agent.example/client.json";

const idp = await startForgingProvider();
const world = await createWorld({
  OIDC_ISSUER: idp.url,
  OIDC_CLIENT_ID: "debut",
  OIDC_CLIENT_SECRET: "secret",
  OIDC_NAME: "Example Login",
  OIDC_ID_JAG: "true",
});
afterAll(() => Promise.all([world.close(), idp.close()]));

const { store } = world.deps;
const seconds = () => Math.floor(world.deps.now().getTime() / 1000);
let count = 0;
await world.account("root");
const factor = { nonce: "nonce", lastStep: 0, createdAt: world.deps.now() };
const olga = await world.account("olga");
await world.deps.store.change((tx) => tx.secondFactors.add({ ...factor, accountId: olga }));

const registered = await world.register({
  client_name: "Agent",
  redirect_uris: [],
  grant_types: [JWT_BEARER],
  token_endpoint_auth_method: "client_secret_basic",
});
const { client_id: clientId, client_secret: clientSecret } = registered.json;
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`,
});

const claimsFor = (subject: string, change: JWTPayload = {}): JWTPayload => ({
  iss: idp.url,
  sub: subject,
  email: `${subject}@people.example`,
  email_verified: true,
  aud: world.base,
  client_id: clientId,
  resource: `${world.base}/mcp`,
  scope: "account:read listings:write",
  jti: `jag-${++count}`,
  iat: seconds(),
  exp: seconds() + 300,
  ...change,
});

const bring = async (
  assertion: string | Promise<string>,
  form: Form = {},
  headers = basic(clientId, clientSecret),
): Promise<Answer> => world.token({ grant_type: JWT_BEARER, assertion: await assertion, ...form }, headers);
const connect = async (subject: string): Promise<void> => {
  const person = { issuer: idp.url, subject, email: `${subject}@people.example`, isEmailVerified: true, name: null };
  const outcome = await signInWithIdentity(person, { isKnown: async () => false, language: null }, world.deps);
  if (outcome.refusal) throw new Error(outcome.refusal);
};
const sign = (subject: string, change: JWTPayload = {}, typ = TYP) => idp.sign(claimsFor(subject, change), { typ });

describe("an identity assertion of a trusted provider", () => {
  it("is announced in the metadata of the authorization server", async () => {
    const { json } = await world.send("/.well-known/oauth-authorization-server");
    expect(json.authorization_grant_profiles_supported).toEqual(["urn:ietf:params:oauth:grant-profile:id-jag"]);
    expect(json.grant_types_supported).toContain(JWT_BEARER);
  });

  it("becomes a token for its resource, without a refresh token, and the app is listed and can be disconnected", async () => {
    await connect("ann");
    const { status, headers, json } = await bring(sign("ann"));
    expect([status, json.error]).toEqual([200, undefined]);
    expect(headers["cache-control"]).toBe("no-store");
    expect(json).toMatchObject({ token_type: "Bearer", expires_in: 3600, scope: "account:read listings:write" });
    expect(json).not.toHaveProperty("refresh_token");
    expect((await world.who(json.access_token, "/mcp")).status).toBe(200);

    const ann = (await store.accounts.findByEmail("ann@people.example"))!;
    expect(await store.identities.ofAccount(ann.id)).toMatchObject([{ issuer: idp.url, subject: "ann" }]);
    expect(await world.connectedApps(ann.id)).toMatchObject([
      { clientId, name: "Agent", host: null, scopes: ["account:read", "listings:write"] },
    ]);
    await store.change((tx) => tx.oauth.revokeGrantsOf(ann.id, clientId));
    expect((await world.who(json.access_token, "/mcp")).status).toBe(401);
  });

  it("works for the official client, by metadata alone", async () => {
    await connect("mcp");
    const provider = new CrossAppAccessProvider({
      clientId,
      clientSecret,
      expectedIssuer: world.base,
      assertion: async ({ authorizationServerUrl, resourceUrl }) =>
        sign("mcp", {
          aud: authorizationServerUrl,
          resource: resourceUrl,
          scope: "account:read listings:write orders:write",
        }),
    });
    const client = new Client({ name: "agent", version: "1" }, { versionNegotiation: { mode: "auto" } });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${world.base}/mcp`), { authProvider: provider }));
    const { structuredContent } = await client.callTool({ name: "get_account", arguments: {} });
    expect(JSON.stringify(structuredContent)).toContain("mcp@people.example");
    await client.close();
  });

  it("works for an app that names itself by a document", async () => {
    await connect("bob");
    world.outside.set(DOCUMENT, {
      body: {
        client_id: DOCUMENT,
        client_name: "Known agent",
        redirect_uris: ["https://agent.example/callback"],
        grant_types: ["authorization_code", "refresh_token", JWT_BEARER],
        token_endpoint_auth_method: "none",
      },
    });
    const { json } = await bring(sign("bob", { client_id: DOCUMENT }), { client_id: DOCUMENT }, {} as never);
    expect(json.error).toBeUndefined();
    const bob = (await store.accounts.findByEmail("bob@people.example"))!;
    expect(await world.connectedApps(bob.id)).toMatchObject([{ clientId: DOCUMENT, host: "agent.example" }]);
  });

  it("allows only scopes that both assertion and request name", async () => {
    await connect("cat");
    const scopeOf = async (claim: unknown, form: Form = {}) => {
      const { json } = await bring(sign("cat", { scope: claim } as JWTPayload), form);
      return json.error ?? json.scope;
    };
    expect(await scopeOf("account:read listings:write", { scope: "listings:write orders:write" })).toBe(
      "listings:write",
    );
    expect(await scopeOf("account:read", { scope: "orders:write" })).toBe("invalid_scope");
    expect(await scopeOf(undefined)).toBe("account:read");
    expect(await scopeOf("account:read admin:all")).toBe("invalid_grant");
    expect(await scopeOf(["account:read"])).toBe("invalid_grant");
    expect(await scopeOf("")).toBe("invalid_grant");
  });

  it("is for one resource: a token for another is refused", async () => {
    await connect("dan");
    const errorOf = async (claim: unknown, form: Form = {}) =>
      (await bring(sign("dan", { resource: claim } as JWTPayload), form)).json.error;
    expect(await errorOf("https://evil.example/mcp")).toBe("invalid_grant");
    expect(await errorOf([`${world.base}/mcp`, `${world.base}/api/v1`])).toBe("invalid_grant");
    expect(await errorOf(world.base)).toBe("invalid_grant");
    expect(await errorOf(`${world.base}/mcp`, { resource: `${world.base}/api/v1` })).toBe("invalid_target");
    expect(await errorOf(`${world.base}/mcp`, { resource: `${world.base}/mcp/` })).toBeUndefined();
    const { json } = await bring(sign("dan", { resource: undefined }));
    expect((await world.who(json.access_token, "/mcp")).status).toBe(200);
    const rest = (await bring(sign("dan", { resource: `${world.base}/api/v1` }))).json.access_token;
    expect([(await world.who(rest)).status, (await world.who(rest, "/mcp")).status]).toEqual([200, 401]);
  });

  it.each<[string, () => string | Promise<string>]>([
    ["of another type", () => sign("eve", {}, "JWT")],
    ["of another issuer", () => sign("eve", { iss: "https://evil.example" })],
    ["for another site", () => sign("eve", { aud: "https://evil.example" })],
    ["for several sites", () => sign("eve", { aud: [world.base, "https://evil.example"] })],
    ["for its resource only", () => sign("eve", { aud: `${world.base}/mcp` })],
    ["for another client", () => sign("eve", { client_id: DOCUMENT })],
    ["for no client", () => sign("eve", { client_id: undefined } as never)],
    ["that has expired", () => sign("eve", { iat: seconds() - 400, exp: seconds() - 100 })],
    ["that never ends", () => sign("eve", { exp: seconds() + 86_400 })],
    ["without an end", () => sign("eve", { exp: undefined } as never)],
    ["from the future", () => sign("eve", { iat: seconds() + 300, exp: seconds() + 600 })],
    ["without a time", () => sign("eve", { iat: undefined } as never)],
    ["without an id", () => sign("eve", { jti: undefined } as never)],
    ["without a subject", () => sign("eve", { sub: undefined } as never)],
    ["with an empty subject", () => sign("", { email: "root@people.example" })],
    ["with a blank subject", () => sign(" ", { email: "root@people.example" })],
    ["with alg none", () => idp.unsigned(claimsFor("eve"), TYP)],
    ["with the signature of another key", () => idp.signForeign(claimsFor("eve"), TYP)],
    ["that is none", () => "eyJ.eyJ.x"],
    ["of somebody with two factors who never connected the provider", () => sign("olga")],
    ["of somebody without an account", () => sign("nobody")],
  ])("is refused %s", async (_, assertion) => {
    if (!(await store.accounts.findByEmail("eve@people.example"))) await connect("eve");
    const { status, json } = await bring(await assertion());
    expect([status, json.error]).toEqual([400, "invalid_grant"]);
    expect(await store.accounts.findByEmail("nobody@people.example")).toBeUndefined();
  });

  it("works once, even for concurrent requests", async () => {
    await connect("fay");
    const assertion = await sign("fay");
    const answers = await Promise.all(Array.from({ length: 8 }, () => bring(assertion)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await bring(assertion)).json).toMatchObject({ error: "invalid_grant", error_description: /already used/ });
  });

  it("needs its client's secret", async () => {
    await connect("gil");
    expect((await bring(sign("gil"), {}, basic(clientId, "wrong"))).status).toBe(401);
    const other = (await world.register({ grant_types: ["authorization_code"] })).json.client_id;
    expect((await bring(sign("gil", { client_id: other }), { client_id: other }, {} as never)).status).toBe(400);
  });

  it("finds accounts by subject alone, and none that is suspended", async () => {
    await connect("hal");
    const hal = (await store.accounts.findByEmail("hal@people.example"))!.id;
    expect((await bring(sign("hal", { email: "other@people.example", email_verified: false }))).status).toBe(200);
    expect(await store.accounts.findByEmail("other@people.example")).toBeUndefined();
    const { access_token: token } = (await bring(sign("hal"))).json;
    await store.change((tx) => tx.accounts.setStatus(hal, "suspended"));
    expect((await bring(sign("hal"))).json.error).toBe("invalid_grant");
    expect((await world.who(token, "/mcp")).status).toBe(401);
  });

  it("expires after an hour and leaves nothing behind", async () => {
    await connect("jan");
    const { access_token: token } = (await bring(sign("jan"))).json;
    const jan = (await store.accounts.findByEmail("jan@people.example"))!;
    world.advance(3601);
    expect((await world.who(token, "/mcp")).status).toBe(401);
    await world.purge();
    expect(await store.oauth.hasGrant(jan.id, clientId)).toBe(false);
    expect((await bring(sign("jan"))).status).toBe(200);
  });

  it("never reaches the log or the database", async () => {
    const assertion = await sign("kim");
    await bring(assertion);
    await bring(sign("kim", { aud: "x" }));
    const [, payload = ""] = assertion.split(".");
    expect(world.logged()).not.toContain(payload);
    expect(world.dump()).not.toContain(payload);
  });
});

describe("a provider that is not trusted with apps", () => {
  it("connects none and announces nothing, while apps can still be connected manually", async () => {
    await world.restart({ OIDC_ID_JAG: "false" });
    const { json } = await world.send("/.well-known/oauth-authorization-server");
    expect(json).not.toHaveProperty("authorization_grant_profiles_supported");
    expect(json.grant_types_supported).not.toContain(JWT_BEARER);
    expect((await bring(sign("lea"))).json.error).toBe("unsupported_grant_type");
    expect(
      (await world.send(world.authorizePath(DOCUMENT, { redirect_uri: "https://agent.example/callback" }))).status,
    ).toBe(303);
    await world.restart();
  });

  it("is waited for when it cannot be reached", async () => {
    await connect("max");
    await world.restart();
    idp.faults.push("drop");
    expect(await bring(sign("max"))).toMatchObject({ status: 503, json: { error: "temporarily_unavailable" } });
    expect((await bring(sign("max"))).status).toBe(200);
  });
});
