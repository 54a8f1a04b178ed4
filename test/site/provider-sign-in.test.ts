import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { communityOf } from "../helpers/community.ts";
import { freePort } from "../helpers/free-port.ts";
import { startGitHub } from "../helpers/github-server.ts";
import { signInThere, startOpenIdProvider } from "../helpers/openid-provider.ts";
import { admin, createWorld, formOf, member, PASSWORD, type Reply, type Visitor } from "./world.ts";

const port = await freePort();
const back = (name: string) => [`http://127.0.0.1:${port}/sign-in/with/${name}/callback`];
const [google, login, github] = await Promise.all([
  startOpenIdProvider(() => back("google"), true),
  startOpenIdProvider(() => back("oidc")),
  startGitHub(),
]);
const world = await createWorld({
  env: {
    PORT: String(port),
    SITE_LANGUAGES: "de",
    GOOGLE_ISSUER: google.url,
    GOOGLE_CLIENT_ID: google.client.client_id,
    GOOGLE_CLIENT_SECRET: google.client.client_secret,
    OIDC_ISSUER: login.url,
    OIDC_CLIENT_ID: login.client.client_id,
    OIDC_CLIENT_SECRET: login.client.client_secret,
    OIDC_NAME: "Example Login",
    GITHUB_URL: github.url,
    GITHUB_CLIENT_ID: "gh-id",
    GITHUB_CLIENT_SECRET: "gh-secret",
  },
});
afterAll(() => Promise.all([world.close(), google.close(), login.close(), github.close()]));
beforeEach(() => github.faults.splice(0));

const { store } = world;
const pathOf = (callback: string) => callback.slice(world.url.length);
const accountOf = (email: string) => store.accounts.findByEmail(email);
const subjectsOf = async (email: string) =>
  (await store.identities.ofAccount((await accountOf(email))!.id)).map(({ subject }) => subject);

async function begin(who: Visitor, provider: string, returnTo = "/drafts"): Promise<string> {
  await who.get(`/sign-in?return_to=${encodeURIComponent(returnTo)}`);
  return (await who.post(`/sign-in/with/${provider}`, { return_to: returnTo })).location;
}

async function enter(provider: "google" | "oidc" | "github", name: string, who = world.visitor()): Promise<Reply> {
  const there = await begin(who, provider);
  const callback = await (provider === "github" ? github.signInThere : signInThere)(there, name);
  const reply = await who.get(pathOf(callback));
  if (reply.status === 303) await who.get("/account");
  return reply;
}

const person = (id: number, login: string, email: string, verified = true) =>
  github.people.set(login, { id, login, name: null, emails: [{ email, primary: true, verified }] });

describe("signing in with a provider", () => {
  it("does what was begun before it", async () => {
    const one = await communityOf(store).listing({}, world.clock.at);
    google.people.set("g-vic", { email: "vic@people.example", email_verified: true, name: "Vic" });
    const vic = world.visitor();
    const returnTo = `/listings/${one.slug}#vote`;
    await vic.post(`/listings/${one.slug}/vote`, { csrf: "", vote: "on" });
    const there = await begin(vic, "google", returnTo);
    expect((await vic.get(pathOf(await signInThere(there, "g-vic")))).location).toContain("notice=voted");
    expect((await store.listings.find(one.id))!.votes).toBe(1);
  });

  it("keeps the language of the page that it began on, for the account and for the way back", async () => {
    google.people.set("g-uwe", { email: "uwe@people.example", email_verified: true, name: "Uwe" });
    const uwe = world.visitor();
    await uwe.get("/de/sign-in?return_to=/drafts");
    const there = (await uwe.post("/de/sign-in/with/google", { return_to: "/drafts" })).location;
    const reply = await uwe.get(pathOf(await signInThere(there, "g-uwe")));
    expect(reply).toMatchObject({ status: 303, location: "/de/drafts" });
    expect(await accountOf("uwe@people.example")).toMatchObject({ language: "de" });
    await uwe.get("/de/account");
    expect(JSON.parse((await uwe.get("/account/data.json")).text).profile.language).toBe("de");

    google.people.set("g-eve", { email: "eve@people.example", email_verified: true, name: "Eve" });
    await enter("google", "g-eve");
    expect(await accountOf("eve@people.example")).toMatchObject({ language: "en" });
  });

  it("says in that language why it failed", async () => {
    const ida = world.visitor();
    await ida.get("/de/sign-in");
    const there = (await ida.post("/de/sign-in/with/google", { return_to: "/drafts" })).location;
    const state = new URL(there).searchParams.get("state");
    const reply = await ida.get(`/sign-in/with/google/callback?error=access_denied&state=${state}`);
    expect(reply.text).toContain('<html lang="de"');
    expect(reply.text).toContain('action="/de/sign-in/with/google"');
  });

  it("makes an account with a confirmed address, and leads where the person was going", async () => {
    google.people.set("g-ann", { email: "ann@people.example", email_verified: true, name: "Ann Example" });
    const ann = world.visitor();
    const reply = await enter("google", "g-ann", ann);
    expect(reply).toMatchObject({ status: 303, location: "/drafts" });
    expect(await accountOf("ann@people.example")).toMatchObject({ name: "Ann Example", passwordHash: null });
    expect((await accountOf("ann@people.example"))?.emailVerifiedAt).not.toBeNull();
    expect((await ann.get("/account")).text).toContain("ann@people.example");
  });

  it("knows the person again by issuer and subject, whatever the address is by then", async () => {
    google.people.set("g-ann", { email: "ann@elsewhere.example", email_verified: false, name: "Mallory" });
    expect((await enter("google", "g-ann")).status).toBe(303);
    expect(await accountOf("ann@elsewhere.example")).toBeUndefined();
    expect(await accountOf("ann@people.example")).toMatchObject({ name: "Ann Example" });
  });

  it("links an existing account by its verified address, and tells its owner", async () => {
    await member(world, "bob@people.example");
    login.people.set("l-bob", { email: "Bob@People.example", email_verified: true });
    const bob = world.visitor();
    expect((await enter("oidc", "l-bob", bob)).location).toBe("/drafts");
    expect(await subjectsOf("bob@people.example")).toEqual(["l-bob"]);
    const mail = (await world.mails()).find(({ recipient }) => recipient === "bob@people.example");
    expect(mail).toMatchObject({ subject: "Example Login connected to your account on Debut" });
    expect((await world.visitor().signIn("bob@people.example")).status).toBe(303);
  });

  it("works with GitHub: its primary address counts if it is verified", async () => {
    person(7, "octo", "octo@people.example");
    github.people.get("octo")!.emails.unshift({ email: "victim@people.example", primary: false, verified: true });
    expect((await enter("github", "octo")).location).toBe("/drafts");
    expect(await accountOf("octo@people.example")).toMatchObject({ name: "octo" });
    expect(await subjectsOf("octo@people.example")).toEqual(["7"]);

    person(8, "unsure", "unsure@people.example", false);
    expect(await enter("github", "unsure")).toMatchObject({ status: 403 });
    expect(await accountOf("unsure@people.example")).toBeUndefined();
  });

  it("throws out whoever signed up with the address before its owner came", async () => {
    const thief = world.visitor();
    await thief.signUp("eve@people.example");
    await thief.signIn("eve@people.example");
    google.people.set("g-eve", { email: "eve@people.example", email_verified: true });
    expect((await enter("google", "g-eve")).status).toBe(303);
    expect((await thief.get("/account")).location).toMatch(/^\/sign-in/);
    expect((await world.visitor().signIn("eve@people.example")).status).toBe(400);
  });

  it("neither makes nor finds an account by an address that the provider does not vouch for", async () => {
    await member(world, "fay@people.example");
    for (const claims of [
      { email: "fay@people.example", email_verified: false },
      { email: "fay@people.example" },
      { email_verified: true },
      { email: "fay@people.example, x@y.example", email_verified: true },
      { email: "new@people.example", email_verified: false },
    ]) {
      google.people.set("g-fay", claims);
      const reply = await enter("google", "g-fay");
      expect(reply.status).toBe(403);
      expect(reply.text).toContain("Other ways to sign in");
    }
    expect(await subjectsOf("fay@people.example")).toEqual([]);
    expect(await accountOf("new@people.example")).toBeUndefined();
  });

  it("does not link an admin, nor an account that knows somebody else at the provider", async () => {
    await admin(world);
    google.people.set("g-root", { email: "root@people.example", email_verified: true });
    expect((await enter("google", "g-root")).text).toContain("it is not connected to Google");
    google.people.set("g-heir", { email: "ann@people.example", email_verified: true });
    expect((await enter("google", "g-heir")).status).toBe(403);
    expect(await subjectsOf("ann@people.example")).toEqual(["g-ann"]);
  });

  it("tells the same subject of two issuers apart", async () => {
    login.people.set("g-ann", { email: "other@people.example", email_verified: true });
    expect((await enter("oidc", "g-ann")).status).toBe(303);
    expect((await accountOf("other@people.example"))!.id).not.toBe((await accountOf("ann@people.example"))!.id);
  });

  it("keeps names short and clean", async () => {
    const name = `\u202eevil\u0000\n${"x".repeat(5000)}<script>`;
    google.people.set("g-long", { email: "long@people.example", email_verified: true, name });
    expect((await enter("google", "g-long")).status).toBe(303);
    const kept = (await accountOf("long@people.example"))!.name!;
    expect(kept).toMatch(/^evil x{70,}…$/);
    expect(kept.length).toBeLessThanOrEqual(80);
  });

  it("refuses suspended accounts, and knows nothing of deleted ones", async () => {
    google.people.set("g-sue", { email: "sue@people.example", email_verified: true });
    const sue = world.visitor();
    await enter("google", "g-sue", sue);
    const { id } = (await accountOf("sue@people.example"))!;
    await store.change((tx) => tx.accounts.setStatus(id, "suspended"));
    expect((await enter("google", "g-sue")).text).toContain("suspended");
    await store.change((tx) => tx.accounts.setStatus(id, "active"));

    await sue.get("/account/delete");
    await sue.post("/account/delete", { email: "sue@people.example", password: "", confirm: "yes" });
    expect((await store.accounts.find(id))?.status).toBe("deleted");
    expect((await enter("google", "g-sue")).status).toBe(303);
    expect((await accountOf("sue@people.example"))!.id).not.toBe(id);
  });

  it("asks whoever set up a second factor for it", async () => {
    google.people.set("g-lou", { email: "lou@people.example", email_verified: true });
    await enter("google", "g-lou");
    const { id } = (await accountOf("lou@people.example"))!;
    const factor = { accountId: id, nonce: "nonce", lastStep: 0, createdAt: world.clock.at };
    await store.change((tx) => tx.secondFactors.add(factor));
    // Nobody gets connected to such an account by an address alone.
    login.people.set("l-lou", { email: "lou@people.example", email_verified: true });
    expect((await enter("oidc", "l-lou")).text).toContain("it is not connected to Example Login");
    expect(await subjectsOf("lou@people.example")).toEqual(["g-lou"]);
    const lou = world.visitor();
    expect((await enter("google", "g-lou", lou)).location).toBe("/sign-in/second?return_to=%2Fdrafts");
    expect((await lou.get("/account")).location).toMatch(/^\/sign-in/);
  });

  it("makes one account when somebody presses twice", async () => {
    google.people.set("g-twin", { email: "twin@people.example", email_verified: true });
    const [one, two] = [world.visitor(), world.visitor()];
    const callbacks = await Promise.all(
      [one, two].map(async (who) => pathOf(await signInThere(await begin(who, "google"), "g-twin"))),
    );
    const replies = await Promise.all([one.get(callbacks[0]!), two.get(callbacks[1]!)]);
    expect(replies.map(({ status }) => status)).toEqual([303, 303]);
    expect(await subjectsOf("twin@people.example")).toEqual(["g-twin"]);
  });
});

describe("a callback", () => {
  it("works once, in the browser that began, for ten minutes, at its provider", async () => {
    const who = world.visitor();
    const callback = pathOf(await signInThere(await begin(who, "google"), "g-ann"));
    expect((await world.visitor().get(callback)).status).toBe(400);
    expect((await who.get(callback.replace("/google/", "/oidc/"))).status).toBe(400);
    const cookies = new Map(who.cookies);
    expect((await who.get(callback)).status).toBe(303);
    for (const [name, value] of cookies) who.cookies.set(name, value);
    expect((await who.get(callback)).status).toBe(400);

    const slow = world.visitor();
    const late = pathOf(await signInThere(await begin(slow, "google"), "g-ann"));
    world.clock.at = new Date(world.clock.at.getTime() + 11 * 60_000);
    expect((await slow.get(late)).status).toBe(400);
  });

  it("gives the person a new session", async () => {
    const who = world.visitor();
    const callback = pathOf(await signInThere(await begin(who, "google"), "g-ann"));
    const before = who.cookies.get("sid");
    await who.get(callback);
    expect(who.cookies.get("sid")).not.toBe(before);
    const fixed = world.visitor();
    fixed.cookies.set("sid", before!);
    expect((await fixed.get("/account")).status).toBe(303);
  });

  it("leads only to pages of this site", async () => {
    for (const evil of ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"]) {
      const who = world.visitor();
      const callback = pathOf(await signInThere(await begin(who, "google", evil), "g-ann"));
      expect((await who.get(`${callback}&return_to=${encodeURIComponent(evil)}`)).location).toBe("/account");
    }
  });

  it("says so when the person declined, and offers the other ways", async () => {
    const who = world.visitor();
    const reply = await who.get(pathOf(await signInThere(await begin(who, "google"), "g-ann", "no")));
    expect(reply.status).toBe(400);
    expect(reply.text).toContain("You did not finish signing in with Google, so nothing changed.");
    expect(reply.text).toContain("/sign-in?return_to=%2Fdrafts");
  });
});

describe("a provider that fails", () => {
  it("is named in a plain sentence, and signing in another way still works", async () => {
    const who = world.visitor();
    person(9, "dora", "dora@people.example");
    for (const fault of ["drop", { status: 502 }, { status: 429 }] as const) {
      const callback = pathOf(await github.signInThere(await begin(who, "github"), "dora"));
      github.faults.push(fault);
      const reply = await who.get(callback);
      expect(reply.status).toBe(503);
      expect(reply.text).toContain("GitHub is not available right now.");
    }
    for (const fault of ["html", { status: 200, json: { error: "bad_verification_code" } }] as const) {
      const callback = pathOf(await github.signInThere(await begin(who, "github"), "dora"));
      github.faults.push(fault);
      expect((await who.get(callback)).status).toBe(400);
    }
    expect(await accountOf("dora@people.example")).toBeUndefined();
    expect(world.logs.join("\n")).not.toMatch(/gho_|gh-secret|code-\d/);
  });

  it("is nobody's way in if it is not set up", async () => {
    const who = world.visitor();
    await who.get("/sign-in");
    expect((await who.post("/sign-in/with/nobody")).status).toBe(404);
    expect((await who.get("/sign-in/with/nobody/callback")).status).toBe(404);
  });
});

describe("an account's providers", () => {
  async function connect(who: Visitor, provider: "google" | "oidc", name: string): Promise<Reply> {
    await who.get("/account/providers");
    const there = (await who.post(`/account/providers/${provider}`)).location;
    return who.get(pathOf(await signInThere(there, name)));
  }

  it("are connected and disconnected by their owner, who is told", async () => {
    const gil = await member(world, "gil@people.example");
    google.people.set("g-gil", { email: "private@elsewhere.example", email_verified: false });
    expect((await connect(gil, "google", "g-gil")).location).toBe("/account/providers?notice=provider-connected");
    expect((await gil.get("/account/providers")).text).toContain("private@elsewhere.example");
    const who = world.visitor();
    expect((await enter("google", "g-gil", who)).status).toBe(303);
    expect((await who.get("/account")).text).toContain("gil@people.example");

    await gil.post(
      "/account/providers/remove",
      formOf(await gil.get("/account/providers"), "/account/providers/remove"),
    );
    expect((await enter("google", "g-gil")).status).toBe(403);
    const subjects = (await world.mails())
      .filter(({ recipient }) => recipient === "gil@people.example")
      .map(({ subject }) => subject);
    expect(subjects).toContain("Google connected to your account on Debut");
    expect(subjects).toContain("Google disconnected from your account on Debut");
    expect((await world.visitor().signIn("gil@people.example", { password: PASSWORD })).status).toBe(303);
  });

  it("belong to one account, one of each", async () => {
    const hal = await member(world, "hal@people.example");
    expect((await connect(hal, "google", "g-ann")).location).toContain("provider-taken");
    google.people.set("g-hal", {});
    google.people.set("g-hal2", {});
    expect((await connect(hal, "google", "g-hal")).location).toContain("provider-connected");
    expect((await connect(hal, "google", "g-hal2")).location).toContain("provider-another");
    expect(await subjectsOf("hal@people.example")).toEqual(["g-hal"]);
  });

  it("need a recent sign-in, a confirmed address, and the same person at both ends", async () => {
    const ida = await member(world, "ida@people.example");
    google.people.set("g-ida", {});
    world.clock.at = new Date(world.clock.at.getTime() + 14 * 60_000);
    await ida.get("/account/providers");
    const there = (await ida.post("/account/providers/google")).location;
    const callback = pathOf(await signInThere(there, "g-ida"));
    world.clock.at = new Date(world.clock.at.getTime() + 2 * 60_000);
    expect((await ida.get("/account/providers")).location).toMatch(/^\/sign-in/);
    expect((await ida.post("/account/providers/google")).location).toMatch(/^\/sign-in/);
    expect((await ida.get(callback)).status).toBe(400);
    expect(await subjectsOf("ida@people.example")).toEqual([]);

    const jan = world.visitor();
    await jan.signUp("jan@people.example");
    await jan.signIn("jan@people.example");
    expect((await connect(jan, "google", "g-jan")).location).toContain("verify-first");
  });

  it("are shown to admins, who can disconnect them, and the audit log says so", async () => {
    google.people.set("g-kit", { email: "kit@people.example", email_verified: true });
    await enter("google", "g-kit");
    const { id } = (await accountOf("kit@people.example"))!;
    const root = world.visitor();
    await root.signIn("root@people.example");
    expect((await root.get(`/admin/users/${id}`)).text).toContain("<dt>Signs in with</dt><dd>Google");
    const reply = await root.post(`/admin/users/${id}`, { do: "disconnect" });
    expect(reply.location).toContain("account-disconnected");
    expect(await subjectsOf("kit@people.example")).toEqual([]);
    expect((await root.get(`/admin/users/${id}`)).text).toContain("providers");
  });

  it("are in the data that people download", async () => {
    const who = world.visitor();
    await enter("google", "g-hal", who);
    const data = JSON.parse((await who.get("/account/data.json")).text);
    expect(data.sign_in_providers).toMatchObject([{ issuer: google.url, subject: "g-hal" }]);
  });
});
