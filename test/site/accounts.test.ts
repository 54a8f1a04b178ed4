import { describe, expect, it } from "vitest";
import { createLimiter } from "../../core/limits/limiter.ts";
import { readSettings } from "../../core/settings/config.ts";
import { admin, createWorld, member, PASSWORD, type World } from "./world.ts";

const world = await createWorld();

const NEW_PASSWORD = "another horse battery";
const tokenOf = (link: string): string => new URLSearchParams(link.split("?")[1]).get("token")!;
const minutesLater = (minutes: number) => {
  world.clock.at = new Date(world.clock.at.getTime() + minutes * 60_000);
};
const words = (text: string, email: string) => text.replaceAll(email, "…").replace(/value="[^"]*"/g, "");

describe("signing up", () => {
  it("makes an account, sends a link and lets the person in", async () => {
    const ann = world.visitor();
    const reply = await ann.signUp("ann@people.example", { name: "Ann" });
    expect(reply.status).toBe(200);
    expect(reply.text).toContain("Check your email");
    expect((await ann.signIn("ANN@people.example")).location).toBe("/account");
    expect((await ann.get("/account")).text).toContain("not confirmed");
  });

  it("answers alike for an address that has an account, and changes nothing", async () => {
    const before = await world.store.accounts.findByEmail("ann@people.example");
    const known = await world.visitor().signUp("ann@people.example", { password: NEW_PASSWORD });
    const unknown = await world.visitor().signUp("new@people.example", { password: NEW_PASSWORD });
    expect(known.status).toBe(unknown.status);
    expect(words(known.text, "ann@people.example")).toBe(words(unknown.text, "new@people.example"));
    expect(await world.store.accounts.findByEmail("ann@people.example")).toEqual(before);
    const [mail] = (await world.mails()).filter(({ recipient }) => recipient === "ann@people.example");
    expect(mail?.subject).toContain("already have an account");
  });

  it.each([
    [{ email: "no address" }, "Enter one email address"],
    [{ email: "a@x.example,b@x.example" }, "Enter one email address"],
    [{ email: "a@x.example\r\nBcc: b@x.example" }, "Enter one email address"],
    [{ password: "short" }, "at least 10 characters"],
    [{ password: "password1234" }, ""],
    [{ name: "x".repeat(81) }, "at most 80 characters"],
  ])("refuses %j", async (wrong, words) => {
    const visitor = world.visitor();
    await visitor.get("/sign-up");
    const count = await world.store.accounts.countAll();
    const reply = await visitor.post("/sign-up", {
      name: "",
      email: "fine@people.example",
      password: PASSWORD,
      ...wrong,
    });
    expect(reply.status).toBe(400);
    expect(reply.text).toContain(words);
    expect(reply.text).toContain('aria-invalid="true"');
    expect(reply.text).not.toContain(PASSWORD);
    expect(await world.store.accounts.countAll()).toBe(count);
  });

  it("shows a name as text, wherever it stands", async () => {
    const name = `<script>alert("x")</script>`;
    const eve = await member(world, "eve@people.example", name);
    const { text } = await eve.get("/account");
    expect(text).toContain("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;");
    expect(text).not.toContain("<script>alert");
    const mail = (await world.mails()).find(({ recipient }) => recipient === "eve@people.example")!;
    expect(mail.html).not.toContain("<script>");
    await eve.post("/account/name", { name: `"><img src=x>` });
    expect((await eve.get("/account")).text).not.toContain("<img src=x>");
  });
});

describe("confirming an address", () => {
  it("takes a button: following the link alone changes nothing", async () => {
    const bob = world.visitor();
    await bob.signUp("bob@people.example");
    const link = await world.linkFor("bob@people.example", "verify");
    for (let visit = 0; visit < 3; visit++) expect((await world.visitor().get(link)).status).toBe(200);
    expect((await world.store.accounts.findByEmail("bob@people.example"))?.emailVerifiedAt).toBeNull();
    await bob.get(link);
    expect((await bob.post("/verify", { token: tokenOf(link) })).location).toBe("/account?notice=verified");
    expect((await world.store.accounts.findByEmail("bob@people.example"))?.emailVerifiedAt).toEqual(world.clock.at);
    expect((await bob.get(link)).status).toBe(410);
    await bob.get("/account");
    expect((await bob.post("/verify", { token: tokenOf(link) })).status).toBe(410);
  });

  it("works for a day, and a newer link replaces the older", async () => {
    const cat = world.visitor();
    await cat.signUp("cat@people.example");
    const first = await world.linkFor("cat@people.example", "verify");
    await cat.signIn("cat@people.example");
    await cat.get("/account");
    expect((await cat.post("/account/verification")).location).toBe("/account?notice=verification-sent");
    expect((await cat.get(first)).status).toBe(410);
    const second = await world.linkFor("cat@people.example", "verify");
    minutesLater(24 * 60 + 1);
    expect((await cat.get(second)).status).toBe(410);
    expect((await cat.post("/verify", { token: tokenOf(second) })).status).toBe(410);
  });

  it("does not take a link of another kind", async () => {
    const visitor = world.visitor();
    await visitor.get("/forgot");
    await visitor.post("/forgot", { email: "cat@people.example" });
    const token = tokenOf(await world.linkFor("cat@people.example", "reset"));
    expect((await visitor.get(`/verify?token=${token}`)).status).toBe(410);
    expect((await visitor.post("/verify", { token })).status).toBe(410);
  });

  it("is not sent without end", async () => {
    const dan = world.visitor();
    await dan.signUp("dan@people.example");
    await dan.signIn("dan@people.example");
    const places: string[] = [];
    for (let time = 0; time < 6; time++) {
      await dan.get("/account");
      places.push((await dan.post("/account/verification")).location);
    }
    expect(places.at(-1)).toBe("/account?notice=verification-limit");
  });
});

describe("signing in", () => {
  it("says the same for a wrong password and for nobody", async () => {
    const wrong = await world.visitor().signIn("ann@people.example", { password: "not the password" });
    const nobody = await world.visitor().signIn("nobody@people.example", { password: "not the password" });
    expect([wrong.status, nobody.status]).toEqual([400, 400]);
    expect(words(wrong.text, "ann@people.example")).toBe(words(nobody.text, "nobody@people.example"));
  });

  it("refuses a suspended account", async () => {
    await world.visitor().signUp("sid@people.example");
    const { id } = (await world.store.accounts.findByEmail("sid@people.example"))!;
    await world.store.change((tx) => tx.accounts.setStatus(id, "suspended"));
    expect((await world.visitor().signIn("sid@people.example")).status).toBe(403);
  });

  it("ends with signing out", async () => {
    const ann = world.visitor();
    await ann.signIn("ann@people.example");
    await ann.get("/account");
    const sid = ann.cookies.get("sid")!;
    expect((await ann.post("/sign-out")).location).toBe("/?notice=signed-out");
    const thief = world.visitor();
    thief.cookies.set("sid", sid);
    expect((await thief.get("/account")).status).toBe(303);
  });

  it("everywhere ends on request", async () => {
    const [one, other] = [world.visitor(), world.visitor()];
    await one.signIn("ann@people.example");
    await other.signIn("ann@people.example");
    await one.get("/account");
    await one.post("/account/sessions/end");
    expect((await one.get("/account")).status).toBe(303);
    expect((await other.get("/account")).status).toBe(303);
  });

  it("stops after too many attempts by address and by account, and recovers after the limiter fails", async () => {
    const limited = await createWorld({ env: { LIMIT_SIGN_IN: "3" } });
    const visitor = limited.visitor();
    const tries = [];
    for (let time = 0; time < 4; time++)
      tries.push(await visitor.signIn("ann@people.example", { password: "not the password" }));
    expect(tries.map(({ status }) => status)).toEqual([400, 400, 400, 429]);
    expect(Number(tries[3]?.headers.get("retry-after"))).toBeGreaterThan(0);
    await limited.close();

    const broken = await createWorld({
      replaced: {
        limiter: {
          ...createLimiter(readSettings({})),
          take: () => Promise.reject(new Error("limiter is down")),
        },
      },
    });
    const reply = await broken.visitor().signIn("ann@people.example");
    expect(reply.status).toBe(500);
    expect(reply.text).not.toContain("limiter is down");
    expect(reply.headers.get("set-cookie")).toBeNull();
    await broken.close();
  });
});

describe("a forgotten password", () => {
  const ask = async (email: string) => {
    const visitor = world.visitor();
    await visitor.get("/forgot");
    return visitor.post("/forgot", { email });
  };

  it("gets the same answer for everybody, and a mail for those who exist", async () => {
    const count = (await world.mails()).length;
    const known = await ask("ann@people.example");
    const unknown = await ask("nobody@people.example");
    expect([known.status, unknown.status]).toEqual([200, 200]);
    expect(words(known.text, "ann@people.example")).toBe(words(unknown.text, "nobody@people.example"));
    expect((await world.mails()).length).toBe(count + 1);
  });

  it("is replaced once, signs out every browser and tells the owner", async () => {
    const eve = world.visitor();
    await eve.signIn("eve@people.example");
    await ask("eve@people.example");
    const link = await world.linkFor("eve@people.example", "reset");
    const visitor = world.visitor();
    expect((await visitor.get(link)).text).toContain("eve@people.example");
    expect((await visitor.post("/reset", { token: tokenOf(link), password: "short" })).status).toBe(400);
    expect((await visitor.post("/reset", { token: tokenOf(link), password: NEW_PASSWORD })).location).toBe(
      "/sign-in?notice=password-reset",
    );
    expect((await eve.get("/account")).status).toBe(303);
    expect((await visitor.get(link)).status).toBe(410);
    expect((await visitor.post("/reset", { token: tokenOf(link), password: PASSWORD })).status).toBe(410);
    expect((await world.visitor().signIn("eve@people.example")).status).toBe(400);
    expect((await world.visitor().signIn("eve@people.example", { password: NEW_PASSWORD })).status).toBe(303);
    expect((await world.mails())[0]?.subject).toContain("was changed");
  });

  it("has half an hour, and a newer link leaves the older one be until one was used", async () => {
    await ask("bob@people.example");
    const first = await world.linkFor("bob@people.example", "reset");
    minutesLater(1);
    await ask("bob@people.example");
    const second = await world.linkFor("bob@people.example", "reset");
    expect(second).not.toBe(first);
    minutesLater(27);
    const visitor = world.visitor();
    expect((await visitor.get(first)).status).toBe(200);
    expect((await visitor.get(second)).status).toBe(200);
    minutesLater(2);
    expect((await visitor.get(first)).status).toBe(410);
    expect((await visitor.get(second)).status).toBe(200);
    expect((await visitor.post("/reset", { token: tokenOf(second), password: NEW_PASSWORD })).status).toBe(303);
    expect((await world.visitor().get(second)).status).toBe(410);
  });
});

describe("changing a password", () => {
  it("asks for the old one again after a quarter of an hour", async () => {
    const pia = await member(world, "pia@people.example");
    expect((await pia.get("/account/password")).status).toBe(200);
    minutesLater(16);
    expect((await pia.get("/account/password")).location).toBe("/sign-in?return_to=%2Faccount%2Fpassword");
    const again = await pia.get("/sign-in?return_to=%2Faccount%2Fpassword");
    expect(again.text).toContain("Confirm it’s you");
    expect((await pia.post("/account/password", { password: NEW_PASSWORD })).location).toMatch(/^\/sign-in/);
    expect((await pia.signIn("pia@people.example", { returnTo: "/account/password" })).location).toBe(
      "/account/password",
    );
    expect((await pia.get("/account/password")).status).toBe(200);
  });

  it("keeps this browser, ends the others and sends a mail", async () => {
    const [pia, other] = [world.visitor(), world.visitor()];
    await pia.signIn("pia@people.example");
    await other.signIn("pia@people.example");
    await pia.get("/account/password");
    expect((await pia.post("/account/password", { password: NEW_PASSWORD })).location).toBe(
      "/account?notice=password-changed",
    );
    expect((await pia.get("/account?notice=password-changed")).text).toContain("Your new password is set");
    expect((await other.get("/account")).status).toBe(303);
    expect((await world.mails())[0]).toMatchObject({
      recipient: "pia@people.example",
      subject: expect.stringContaining("was changed"),
    });
  });
});

describe("the first admin", () => {
  it("uses a link once, and only while there is none", async () => {
    const fresh = await createWorld();
    const visitor = fresh.visitor();
    expect((await visitor.get("/setup")).status).toBe(410);
    expect((await visitor.get("/setup?token=guess")).status).toBe(410);
    const link = await fresh.setupLink();
    const another = await fresh.setupLink();
    await visitor.get(link);
    const form = { token: tokenOf(link), name: "Root", email: "root@people.example", password: PASSWORD };
    expect((await visitor.post("/setup", { ...form, password: "short" })).status).toBe(400);
    expect((await visitor.post("/setup", form)).location).toBe("/admin/start?notice=welcome");
    expect(await fresh.store.accounts.findByEmail("root@people.example")).toMatchObject({
      isAdmin: true,
      emailVerifiedAt: fresh.clock.at,
    });

    const late = fresh.visitor();
    for (const used of [link, another]) {
      expect((await late.get(used)).status).toBe(410);
      await late.get("/sign-in");
      expect(
        (await late.post("/setup", { ...form, token: tokenOf(used), email: "second@people.example" })).status,
      ).toBe(410);
    }
    expect(await fresh.store.accounts.findByEmail("second@people.example")).toBeUndefined();
    await fresh.close();
  });

  it("cannot take over an account that somebody made", async () => {
    const fresh = await createWorld();
    await fresh.visitor().signUp("early@people.example");
    const visitor = fresh.visitor();
    const link = await fresh.setupLink();
    await visitor.get(link);
    const form = { token: tokenOf(link), name: "", email: "early@people.example", password: NEW_PASSWORD };
    expect((await visitor.post("/setup", form)).status).toBe(400);
    expect((await visitor.post("/setup", { ...form, email: "root@people.example" })).status).toBe(303);
    expect((await fresh.store.accounts.findByEmail("early@people.example"))?.isAdmin).toBe(false);
    await fresh.close();
  });
});

describe("the outbox", () => {
  it("shows mails as text, and links only to this site", async () => {
    const root = await admin(await createWorldWithMail());
    const { text } = await root.get("/admin/outbox/evil");
    expect(text).toContain("&lt;b&gt;");
    expect(text).not.toContain("<b>");
    expect(text).not.toContain('href="https://evil.example');
    expect(text).toContain(`href="${other.url}/verify?token=x"`);
    await other.close();
  });

  let other: World;
  async function createWorldWithMail(): Promise<World> {
    other = await createWorld();
    const text = `<b>bold</b> https://evil.example/x ${other.url}.evil.example/ ${other.url}/verify?token=x`;
    await other.store.change((tx) =>
      tx.mails.add({
        id: "evil",
        recipient: "<i>",
        subject: "<b>subject</b>",
        text,
        html: "<b>",
        createdAt: other.clock.at,
      }),
    );
    return other;
  }
});
