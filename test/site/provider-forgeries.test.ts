import { afterAll, describe, expect, it } from "vitest";
import { startForgingProvider } from "../helpers/forging-provider.ts";
import { createWorld, type Reply } from "./world.ts";

const provider = await startForgingProvider();
const world = await createWorld({
  env: { OIDC_ISSUER: provider.url, OIDC_CLIENT_ID: "debut", OIDC_CLIENT_SECRET: "secret", OIDC_NAME: "Forger" },
});
afterAll(() => Promise.all([world.close(), provider.close()]));

const seconds = () => Math.floor(Date.now() / 1000);

type Forgery = {
  claims?: Record<string, unknown>;
  token?: (claims: Record<string, unknown>) => string | Promise<string>;
  callback?: Record<string, string>;
};

/** One sign-in whose provider answers as it should, but for what is forged. */
async function comeBack({ claims = {}, token = provider.sign, callback = {} }: Forgery = {}): Promise<Reply> {
  const who = world.visitor();
  await who.get("/sign-in");
  const there = new URL((await who.post("/sign-in/with/oidc", { return_to: "/drafts" })).location).searchParams;
  const honest = {
    iss: provider.url,
    sub: "forged",
    aud: "debut",
    nonce: there.get("nonce"),
    iat: seconds(),
    exp: seconds() + 60,
    email: "mallory@people.example",
    email_verified: true,
  };
  provider.answerWith(await token({ ...honest, ...claims }));
  const back = { code: "code", state: there.get("state")!, iss: provider.url, ...callback };
  return who.get(`/sign-in/with/oidc/callback?${new URLSearchParams(back)}`);
}

describe("what a provider sends", () => {
  it.each<[string, Forgery]>([
    ["another nonce", { claims: { nonce: "another" } }],
    ["no nonce", { claims: { nonce: undefined } }],
    ["another issuer in the token", { claims: { iss: "https://evil.example" } }],
    ["another issuer in the callback", { callback: { iss: "https://evil.example" } }],
    ["an empty issuer in the callback", { callback: { iss: "" } }],
    ["a token for another client", { claims: { aud: "somebody-else" } }],
    ["a token that has expired", { claims: { iat: seconds() - 7200, exp: seconds() - 3600 } }],
    ["a token from the future", { claims: { nbf: seconds() + 3600 } }],
    ["no subject", { claims: { sub: undefined } }],
    ["a subject that is too long", { claims: { sub: "x".repeat(256) } }],
    ["alg none", { token: provider.unsigned }],
    ["the signature of another key", { token: (claims) => provider.signForeign(claims) }],
    ["a changed token", { token: async (claims) => `${(await provider.sign(claims)).slice(0, -9)}AAAAAAAAA` }],
    ["no token", { token: () => "" }],
    ["two states", { callback: { "state ": "x", state: "x" } }],
    ["a forged state", { callback: { state: Buffer.alloc(200).toString("base64url") } }],
    ["an error", { callback: { error: "server_error" } }],
  ])("is refused: %s", async (_, forgery) => {
    const reply = await comeBack(forgery);
    expect(reply.status).toBe(400);
    expect(reply.text).toContain("Other ways to sign in");
    expect(await world.store.accounts.findByEmail("mallory@people.example")).toBeUndefined();
  });

  it("is taken when nothing is forged, and an address is trusted only if it is said to be verified", async () => {
    expect((await comeBack({ claims: { email_verified: undefined } })).status).toBe(403);
    expect((await comeBack({ claims: { email_verified: "true" } })).status).toBe(403);
    expect((await comeBack()).location).toBe("/drafts");
  });

  it("works once, also where the provider takes a code again", async () => {
    const who = world.visitor();
    await who.get("/sign-in");
    const there = new URL((await who.post("/sign-in/with/oidc")).location).searchParams;
    const now = { iat: seconds(), exp: seconds() + 60, nonce: there.get("nonce") };
    provider.answerWith(await provider.sign({ ...now, iss: provider.url, sub: "forged", aud: "debut" }));
    const back = new URLSearchParams({ code: "code", state: there.get("state")!, iss: provider.url });
    const cookies = new Map(who.cookies);
    const replies: number[] = [];
    for (let time = 0; time < 2; time++) {
      for (const [name, value] of cookies) who.cookies.set(name, value);
      replies.push((await who.get(`/sign-in/with/oidc/callback?${back}`)).status);
    }
    expect(replies).toEqual([303, 400]);
  });

  it("never comes into the log", () => {
    expect(world.logs.filter((line) => /eyJ|mallory|"code":"code"/.test(line))).toEqual([]);
    expect(world.logs.join("\n")).toContain("sign-in: ");
  });
});

it("a provider that cannot be reached is named, and tried again the next time", async () => {
  const own = await startForgingProvider();
  const other = await createWorld({
    env: { OIDC_ISSUER: own.url, OIDC_CLIENT_ID: "debut", OIDC_CLIENT_SECRET: "secret", OIDC_EMAIL_VERIFIED: "true" },
  });
  const who = other.visitor();
  await who.get("/sign-in?return_to=/submit");
  for (const fault of ["drop", { status: 503 }, "html"] as const) {
    own.faults.push(fault);
    const reply = await who.post("/sign-in/with/oidc", { return_to: "/submit" });
    expect(reply.status).toBe(fault === "html" ? 400 : 503);
    expect(reply.text).toContain("127.0.0.1");
  }
  const there = new URL((await who.post("/sign-in/with/oidc", { return_to: "/submit" })).location).searchParams;
  expect(there.get("code_challenge_method")).toBe("S256");
  const claims = {
    iss: own.url,
    sub: "entra",
    aud: "debut",
    nonce: there.get("nonce"),
    iat: seconds(),
    exp: seconds() + 60,
  };
  // As Microsoft Entra ID does it: an address, and no word about it.
  own.answerWith(await own.sign({ ...claims, email: "staff@people.example" }));
  const back = new URLSearchParams({ code: "code", state: there.get("state")!, iss: own.url });
  expect((await who.get(`/sign-in/with/oidc/callback?${back}`)).location).toBe("/submit");
  await other.close();
  await own.close();
});
