import { describe, expect, it } from "vitest";
import { enableCodes, offerCodes } from "../../actions/accounts/two-factor.ts";
import { codeAt } from "../helpers/authenticator.ts";
import { type Browser, createWorld, REDIRECT } from "./helper.ts";

const world = await createWorld();
const clientId = await world.client();
const [ann, bob] = await Promise.all([world.account("ann"), world.account("bob")]);

const returnOf = (path: string): string => new URLSearchParams(path.split("?")[1]).get("return_to")!;

const start = async (account: string, change: Record<string, string | undefined> = {}) => {
  const browser = await world.browser(account);
  const { path, answer } = await browser.toConsent(world.authorizePath(clientId, change));
  return { browser, path, answer };
};

describe("the consent page", () => {
  it("names the app, where access goes, the account and the scopes", async () => {
    const { answer } = await start(ann, { scope: "account:read listings:write orders:write" });
    for (const text of [
      "Helper",
      "Unverified",
      "client.example",
      "ann@people.example",
      "See your account",
      "Create and change your listings",
      "Prepare orders",
    ]) {
      expect(answer.text).toContain(text);
    }
    expect(answer.text.match(/type="checkbox" name="scope" value="[^"]+" checked/g)).toHaveLength(3);
    expect(answer.text).not.toContain("program on your device");
    expect(answer.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(answer.headers["content-security-policy"]).not.toContain("form-action");
    expect(answer.headers).not.toHaveProperty("cross-origin-opener-policy");
  });

  it.each([
    ["HTML", "<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"],
    ["a direction override", "Claude\u202Eedualc\u0000", "Claudeedualc"],
    ["what nobody sees", "Cl\u3164a\u034fu\u{e0041}de", "“Claude”"],
    ["10 KB", "x".repeat(10_000), `${"x".repeat(59)}…`],
    ["nothing", "\u200b ", "Unnamed app"],
    ["a famous name", "Claude", "We have not verified this name"],
  ])("shows %s as a name safely", async (_name, name, shown) => {
    const id = await world.client({ client_name: name });
    const browser = await world.browser(ann);
    const { answer } = await browser.toConsent(world.authorizePath(id));
    expect(answer.text).toContain(shown);
    expect(answer.text).not.toMatch(/<script>|\u202e|x{61}/);
  });

  it("shows the scheme of an app on the device", async () => {
    const id = await world.client({ redirect_uris: ["cursor://anysphere.cursor/callback"] });
    const browser = await world.browser(ann);
    const { answer } = await browser.toConsent(
      world.authorizePath(id, { redirect_uri: "cursor://anysphere.cursor/callback" }),
    );
    expect(answer.text).toContain("cursor://");
    expect(answer.text).toContain("program on your device");
  });

  it("can be refused", async () => {
    const { browser, path } = await start(ann);
    const sent = await browser.post(`${path}/abort`, { csrf: await browser.csrf() });
    const { answer } = await browser.follow(sent.location!.pathname);
    expect(answer.location!.href.startsWith(REDIRECT)).toBe(true);
    expect(Object.fromEntries(answer.location!.searchParams)).toMatchObject({
      error: "access_denied",
      iss: world.base,
      state: "st4te",
    });
  });
});

describe("the consent form", () => {
  const own = () => ({ "sec-fetch-site": "same-origin", origin: world.base });
  it.each<[string, Record<string, string>, boolean]>([
    ["from this page", { "sec-fetch-site": "same-origin", origin: "{base}" }, true],
    ["with Origin null and same-origin", { "sec-fetch-site": "same-origin", origin: "null" }, true],
    ["with Origin alone", { origin: "{base}" }, true],
    ["cross-site", { "sec-fetch-site": "cross-site", origin: "{base}" }, false],
    ["same-site", { "sec-fetch-site": "same-site", origin: "{base}" }, false],
    ["with a foreign Origin", { "sec-fetch-site": "same-origin", origin: "https://evil.example" }, false],
    ["with Origin null alone", { origin: "null" }, false],
    ["that says nothing", {}, false],
  ])("%s", async (_name, headers, accepted) => {
    const { browser, path } = await start(ann);
    const filled = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace("{base}", world.base)]),
    );
    const { status } = await browser.post(
      `${path}/confirm`,
      { csrf: await browser.csrf(), scope: "account:read" },
      filled,
    );
    expect(status).toBe(accepted ? 303 : 403);
  });

  it("needs the token of the same session", async () => {
    const { browser, path } = await start(ann);
    const foreign = await (await world.browser(bob)).csrf();
    const old = await browser.csrf();
    for (const csrf of ["", "x", foreign, ["a", "b"]]) {
      expect((await browser.post(`${path}/confirm`, { csrf, scope: "account:read" }, own())).status).toBe(403);
    }
    expect((await browser.post(`${path}/confirm`, { scope: "account:read" }, own())).status).toBe(403);
    await browser.signIn(ann);
    expect((await browser.post(`${path}/confirm`, { csrf: old, scope: "account:read" }, own())).status).toBe(403);
  });

  it("is refused when the account changed in between", async () => {
    const { browser, path } = await start(ann);
    await browser.signIn(bob);
    expect((await browser.get(path)).status).toBe(403);
    const answer = await browser.post(`${path}/confirm`, { csrf: await browser.csrf(), scope: "account:read" });
    expect(answer.status).toBe(403);
  });

  it("leads to sign-in when the session is over", async () => {
    const { browser, path } = await start(ann);
    await world.signOutEverywhere(ann);
    expect((await browser.get(path)).location!.pathname).toBe("/sign-in");
    const answer = await browser.post(`${path}/confirm`, { csrf: await browser.csrf(), scope: "account:read" });
    expect(answer.location!.pathname).toBe("/sign-in");
    await browser.signIn(ann);
    expect((await browser.get(path)).text).toContain("Connect Helper");
  });

  it("is refused while sign-in is pending", async () => {
    const browser = await world.browser();
    const { location } = await browser.get(world.authorizePath(clientId));
    const answer = await browser.post(`${location!.pathname}/confirm`, {
      csrf: await browser.csrf(),
      scope: "account:read",
    });
    expect(answer.status).toBe(400);
  });
});

describe("the flow", () => {
  it("leads through sign-in and back", async () => {
    const browser = await world.browser();
    const { path } = await browser.follow(world.authorizePath(clientId));
    expect(path).toMatch(/^\/sign-in\?return_to=%2Finteraction%2F/);
    const signedIn = await browser.signIn(ann, returnOf(path));
    const page = await browser.follow(signedIn.location!.pathname);
    expect(page.answer.text).toContain("ann@people.example");
    expect((await browser.confirm(page.path)).searchParams.get("code")).toBeTruthy();
  });

  it("states its destination in our own words", async () => {
    const browser = await world.browser();
    const { path, answer } = await browser.follow(world.authorizePath(clientId));
    expect(answer.text).toContain("<h1>Sign in or sign up to continue to <bdi>client.example</bdi></h1>");
    expect(answer.text).not.toContain("Helper");
    const newcomer = { csrf: await browser.csrf(), email: "new@people.example", return_to: returnOf(path) };
    await browser.post("/sign-in/email", newcomer);
    const { items } = await world.deps.store.mails.list({ page: 1, perPage: 50 });
    const code = items.find(({ recipient }) => recipient === newcomer.email)!.subject.slice(0, 6);
    const signedIn = await browser.post("/sign-in/code", { ...newcomer, csrf: await browser.csrf(), code });
    const page = await browser.follow(signedIn.location!.pathname);
    expect(page.answer.text).toContain("Connect Helper");
    expect((await browser.confirm(page.path)).searchParams.get("code")).toBeTruthy();
  });

  it("waits for the second factor, even when the app wants a new sign-in", async () => {
    const { store, now } = world.deps;
    const carl = await world.account("carl");
    const account = (await store.accounts.find(carl))!;
    const { nonce, secret } = await offerCodes(account, world.deps);
    const given = { account, nonce, code: codeAt(secret, new Date(now().getTime() - 30_000)), sessionId: "none" };
    expect(await enableCodes(given, world.deps)).toHaveLength(10);
    for (const more of ["", "&prompt=login"]) {
      const browser = await world.browser();
      const { path } = await browser.follow(`${world.authorizePath(clientId)}${more}`);
      const half = await browser.signIn(carl, returnOf(path));
      expect(half.location!.pathname).toBe("/sign-in/second");
      expect((await browser.follow(returnOf(path))).path).toMatch(/^\/sign-in\?/);
      const confirmed = await browser.post(`${returnOf(path)}/confirm`, {
        csrf: await browser.csrf(),
        scope: "account:read",
      });
      expect(confirmed.status).toBe(400);
    }
  });

  it("is bound to one browser", async () => {
    const { path } = await start(ann);
    const thief = await world.browser(ann);
    expect((await thief.get(path)).status).toBe(400);
    expect((await thief.post(`${path}/confirm`, { csrf: await thief.csrf() })).status).toBe(400);
    expect((await thief.get("/interaction/unknown")).status).toBe(400);
  });

  it("cannot be resumed elsewhere, or twice", async () => {
    const { browser, path } = await start(ann);
    const sent = await browser.post(`${path}/confirm`, { csrf: await browser.csrf(), scope: "account:read" });
    const resume = sent.location!.pathname;
    const thief = await world.browser(ann);
    expect((await thief.get(resume)).status).toBe(400);
    expect((await browser.get(resume)).location!.searchParams.get("code")).toBeTruthy();
    expect((await browser.get(resume)).status).toBe(400);
  });

  it("drops another person's provider session without an error", async () => {
    const { browser } = await start(ann);
    await browser.signIn(bob);
    const { answer, path } = await browser.toConsent(world.authorizePath(clientId));
    expect(answer.text).toContain("bob@people.example");
    await browser.confirm(path);
    await browser.post("/sign-out", { csrf: await browser.csrf() });
    expect((await browser.follow(world.authorizePath(clientId))).path).toMatch(/^\/sign-in/);
    expect(world.errors).toEqual([]);
    expect(world.logged()).not.toMatch(/"level":[456]0/);
  });

  it("asks to sign in again when the client wants it", async () => {
    const browser = await world.browser(ann);
    world.advance(-60);
    await browser.signIn(ann);
    world.advance(60);
    const { answer, path } = await browser.follow(world.authorizePath(clientId, { prompt: "login" }));
    expect(answer.text).toContain("Sign in again");
    const sent = await browser.post(`${path}/again`, { csrf: await browser.csrf() });
    expect(sent.location!.pathname).toBe("/sign-in");
    world.advance(2);
    await browser.signIn(ann);
    expect((await browser.follow(path)).answer.text).toContain("Connect Helper");
  });

  it("is counted", async () => {
    const strict = await createWorld();
    const path = strict.authorizePath("nobody");
    const answers = await Promise.all(Array.from({ length: 65 }, () => strict.send(path)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    await strict.close();
  });
});

describe("sessions of the site", () => {
  it("get a new id at sign-in, which invalidates the old one", async () => {
    const browser = await world.browser();
    const oldToken = await browser.csrf();
    const fixed = browser.cookieHeader("/");
    await browser.signIn(ann);
    expect(await world.whose(fixed)).toBeUndefined();
    expect(await world.whose(browser.cookieHeader("/"))).toBe(ann);
    expect((await browser.post("/sign-out", { csrf: oldToken })).status).toBe(403);

    const stolen = browser.cookieHeader("/");
    await browser.post("/sign-out", { csrf: await browser.csrf() });
    expect(await world.whose(stolen)).toBeUndefined();
  });

  it("end after 14 idle days, after 90 days, on signing out everywhere, and with the account", async () => {
    const carol = await world.account("carol");
    const seen = (browser: Browser) => world.whose(browser.cookieHeader("/"));
    const idle = await world.browser(carol);
    const busy = await world.browser(carol);
    for (let day = 0; day < 84; day += 12) {
      world.advance(12 * 86_400);
      expect(await seen(busy)).toBe(carol);
    }
    expect(await seen(idle)).toBeUndefined();
    world.advance(7 * 86_400);
    expect(await seen(busy)).toBeUndefined();

    const [one, two] = [await world.browser(carol), await world.browser(carol)];
    await world.signOutEverywhere(carol);
    expect([await seen(one), await seen(two)]).toEqual([undefined, undefined]);
    const last = await world.browser(carol);
    await world.deps.store.change((tx) => tx.accounts.setStatus(carol, "suspended"));
    expect(await seen(last)).toBeUndefined();
  });

  it("cost no row before sign-in", async () => {
    await world.browser();
    expect(await world.deps.store.accounts.findSessions([""])).toEqual([undefined]);
    const { text } = await world.send("/sign-in", { headers: { cookie: `sid=${"a".repeat(43)}` } });
    expect(text).toMatch(/name="csrf" value="[\w-]{43}"/);
    expect((await world.send("/sign-in", { headers: { cookie: "sid=short" } })).headers["set-cookie"]).toHaveLength(1);
  });
});

it("sets strict cookies under https", async () => {
  const secure = await createWorld({ BASE_URL: "https://debut.example.com" });
  const id = await secure.client();
  const browser = await secure.browser(await secure.account("ann"));
  const first = await browser.get(secure.authorizePath(id));
  expect(first.location!.origin).toBe("https://debut.example.com");
  const { path } = await browser.toConsent(secure.authorizePath(id));
  await browser.confirm(path);
  await browser.signIn(await secure.account("bob"));
  await browser.get(secure.authorizePath(id));
  expect(browser.setCookies.length).toBeGreaterThan(6);
  for (const line of browser.setCookies) {
    expect(line).toMatch(/; secure/i);
    expect(line).toMatch(/; httponly/i);
    expect(line).toMatch(/; samesite=lax/i);
    expect(line).not.toMatch(/domain=/i);
    if (line.startsWith("__Host-")) expect(line).toMatch(/; path=\/(;|$)/i);
  }
  const names = new Set(browser.setCookies.map((line) => line.split("=")[0]));
  expect([...names]).toEqual(expect.arrayContaining(["__Host-sid", "__Host-oidc", "oidc_i", "oidc_r"]));
  const metadata = await secure.send("/.well-known/oauth-authorization-server", {
    headers: { "x-forwarded-proto": "http" },
  });
  expect(metadata.json.token_endpoint).toBe("https://debut.example.com/oauth/token");
  await secure.close();
});
