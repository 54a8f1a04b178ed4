import { afterAll, describe, expect, it } from "vitest";
import { addLink } from "../../actions/accounts/links.ts";
import { codeAt, recoveryCodesOn, secretOn } from "../helpers/authenticator.ts";
import { startForgingProvider } from "../helpers/forging-provider.ts";
import { createWorld, formOf, member, PASSWORD, type Reply, type Visitor } from "./world.ts";

const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const EMAIL = "ann@people.example";
const REDIRECT = "https://client.example/callback";

const idp = await startForgingProvider();
const world = await createWorld({
  env: {
    OIDC_ISSUER: idp.url,
    OIDC_CLIENT_ID: "debut",
    OIDC_CLIENT_SECRET: "secret",
    OIDC_NAME: "Example Login",
    OIDC_ID_JAG: "true",
    LIMIT_OAUTH_TOKEN: "1000",
  },
});
afterAll(() => Promise.all([world.close(), idp.close()]));
const { store, deps, clock } = world;

const wait = (seconds: number) => {
  clock.at = new Date(clock.at.getTime() + seconds * 1000);
};
const seconds = () => Math.floor(clock.at.getTime() / 1000);

/** Comes back from the provider as somebody, to sign in or to connect them. */
async function comeFromProvider(
  who: Visitor,
  sub: string,
  email: string,
  start = "/sign-in/with/oidc",
): Promise<Reply> {
  const there = new URL((await who.post(start, { return_to: "/drafts" })).location).searchParams;
  const at = Math.floor(Date.now() / 1000);
  const claims = { iss: idp.url, sub, aud: "debut", nonce: there.get("nonce"), iat: at, exp: at + 60 };
  idp.answerWith(await idp.sign({ ...claims, email, email_verified: true } as never));
  const back = { code: "code", state: there.get("state")!, iss: idp.url };
  return who.get(`/sign-in/with/oidc/callback?${new URLSearchParams(back)}`);
}

const registered = (await (
  await fetch(`${world.url}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_name: "Agent",
      redirect_uris: [REDIRECT],
      grant_types: [JWT_BEARER, "authorization_code", "refresh_token"],
      token_endpoint_auth_method: "none",
    }),
  })
).json()) as { client_id: string };
let assertions = 0;
async function bringAssertion(sub: string, claims: object = {}) {
  const own = {
    iss: idp.url,
    sub,
    email: EMAIL,
    email_verified: true,
    aud: world.url,
    client_id: registered.client_id,
  };
  const times = {
    jti: `jag-${++assertions}`,
    iat: seconds(),
    exp: seconds() + 300,
    scope: "account:read listings:write",
  };
  const assertion = await idp.sign({ ...own, ...times, ...claims }, { typ: "oauth-id-jag+jwt" });
  const form = { grant_type: JWT_BEARER, client_id: registered.client_id, assertion };
  const answer = await fetch(`${world.url}/oauth/token`, { method: "POST", body: new URLSearchParams(form) });
  return (await answer.json()) as { access_token?: string; error?: string };
}

// Ann has connected the provider before she switched codes on, and has a browser that she is signed in with.
const ann = await member(world, EMAIL);
await ann.get("/account/providers");
await comeFromProvider(ann, "ann", "other@elsewhere.example", "/account/providers/oidc");
const page = await ann.get("/account/two-factor");
const secret = secretOn(page.text);
const shown = await ann.post("/account/two-factor", {
  ...formOf(page, "/account/two-factor"),
  code: codeAt(secret, clock.at),
});
const [recoveryCode = ""] = recoveryCodesOn(shown.text);
const account = (await store.accounts.findByEmail(EMAIL))!;

/** Everything that lets somebody act as Ann. */
const rights = () =>
  ["sessions", "api_keys", "oauth_objects"].map(
    (table) =>
      world.writer.prepare(`select count(*) from ${table} where account_id = ?`).pluck().get(account.id) as number,
  );

const newestMail = async () => (await world.mails()).find(({ recipient }) => recipient === EMAIL)!;
const giveLink = async (kind: "verify" | "reset" | "sign-in") =>
  (await store.change((tx) => addLink(tx, kind, account, deps))).token;
async function withPassword(who: Visitor): Promise<Reply> {
  await who.get("/sign-in");
  return who.post("/sign-in", { email: EMAIL, password: PASSWORD, return_to: "/drafts" });
}
async function byMail(who: Visitor, returnTo = "/drafts"): Promise<void> {
  await who.get("/sign-in/email");
  await who.post("/sign-in/email", { email: EMAIL, return_to: returnTo });
}

/** With one factor, as far as it leads: "second" is the page that asks for the other one. */
const WAYS: [way: string, leads: "second" | "sign-in" | "refused", go: (who: Visitor) => Promise<Reply | undefined>][] =
  [
    ["the password", "second", withPassword],
    [
      "the password, in a browser where Ann signed in before",
      "second",
      async (who) => {
        for (const [name, value] of ann.cookies) if (name.startsWith("device-")) who.cookies.set(name, value);
        return withPassword(who);
      },
    ],
    [
      "a code by email",
      "second",
      async (who) => {
        await byMail(who);
        return who.post("/sign-in/code", { email: EMAIL, code: (await newestMail()).subject.slice(0, 6) });
      },
    ],
    [
      "a link by email",
      "second",
      async (who) => {
        const token = await giveLink("sign-in");
        return who.post("/sign-in/link", formOf(await who.get(`/sign-in/link?token=${token}`), "/sign-in/link"));
      },
    ],
    [
      "the link that confirms the address",
      "second",
      async (who) => {
        const form = formOf(await who.get(`/verify?token=${await giveLink("verify")}`), "/verify");
        return who.post("/verify", { ...form, do: "confirm" });
      },
    ],
    [
      "a new password by a reset link",
      "second",
      async (who) => {
        const form = formOf(await who.get(`/reset?token=${await giveLink("reset")}`), "/reset");
        expect((await who.post("/reset", { ...form, password: PASSWORD })).location).toMatch(/^\/sign-in\?/);
        return withPassword(who);
      },
    ],
    [
      "signing up again with the address",
      "sign-in",
      async (who) => {
        await who.signUp(EMAIL);
        return who.get("/account");
      },
    ],
    [
      "a provider that Ann connected",
      "second",
      async (who) => {
        await who.get("/sign-in");
        return comeFromProvider(who, "ann", "other@elsewhere.example");
      },
    ],
    [
      "a provider that vouches for her address",
      "refused",
      async (who) => {
        await who.get("/sign-in");
        return comeFromProvider(who, "somebody", EMAIL);
      },
    ],
    ["connecting a provider without a session", "sign-in", (who) => who.post("/account/providers/oidc")],
    ["the page that makes API keys", "sign-in", (who) => who.get("/account/keys/new")],
    [
      "the form that makes API keys",
      "sign-in",
      (who) => who.post("/account/keys/new", { name: "x", scope: "account:read", expires: "never" }),
    ],
    ["a passkey of a session with one factor", "sign-in", (who) => who.post("/account/passkeys", { credential: "{}" })],
    ["accepting an invitation", "sign-in", (who) => who.post("/invite", { token: "x" })],
    ["the link of a claim", "sign-in", (who) => who.post("/claim", { token: "x" })],
    ["saving a draft", "sign-in", (who) => who.post(`/submit/${account.id}/save`)],
    [
      "an app's consent",
      "sign-in",
      async (who) => {
        const params = {
          ...{ client_id: registered.client_id, redirect_uri: REDIRECT, response_type: "code", scope: "account:read" },
          ...{ code_challenge: "c".repeat(43), code_challenge_method: "S256", resource: `${world.url}/mcp` },
        };
        const { location } = await who.get(`/oauth/authorize?${new URLSearchParams(params)}`);
        return who.get(location);
      },
    ],
    [
      "a wrong recovery code",
      "refused",
      async (who) => {
        await withPassword(who);
        return who.post("/sign-in/second", { code: "AAAA-AAAA-AAAA-AAAA" });
      },
    ],
    ...(["ann", "somebody"] as const).map((sub): (typeof WAYS)[number] => [
      `an identity assertion for ${sub === "ann" ? "the connected provider" : "her address"}`,
      "refused",
      async () => {
        expect(await bringAssertion(sub)).toMatchObject({ error: "invalid_grant" });
        return undefined;
      },
    ]),
  ];

describe("one factor of an account with codes", () => {
  it.each(WAYS)("gives no session, key or token: %s", async (_, leads, go) => {
    wait(600);
    const before = rights();
    const who = world.visitor();
    await who.get("/sign-in");
    const reply = await go(who);
    const place = reply && new URL(reply.location, world.url).pathname;
    if (leads === "second") expect(place).toBe("/sign-in/second");
    else if (leads === "sign-in") expect(place).toBe("/sign-in");
    else if (reply) expect(reply.status).toBeGreaterThanOrEqual(400);
    expect((await who.get("/account")).location).toMatch(/^\/sign-in/);
    rights().forEach((count, index) => {
      expect(count).toBeLessThanOrEqual(before[index]!);
    });
  });

  it("gives no provider to the account either: its owner connects it with both, and then it connects apps", async () => {
    expect(await store.identities.ofAccount(account.id)).toMatchObject([{ subject: "ann", hasSecondFactor: false }]);
    wait(600);
    const who = world.visitor();
    await withPassword(who);
    await who.post("/sign-in/second", { code: recoveryCode, return_to: "/account/providers" });
    expect((await who.get("/account/providers")).text).toContain("Connect");
    await comeFromProvider(who, "ann", "other@elsewhere.example", "/account/providers/oidc");
    const { access_token: token } = await bringAssertion("ann");
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${world.url}/api/v1/me`, { headers })).status).toBe(200);
  });
});
