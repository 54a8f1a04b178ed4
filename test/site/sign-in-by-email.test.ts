import { afterAll, describe, expect, it } from "vitest";
import { createWorld, formOf, member, PASSWORD, type Visitor } from "./world.ts";

const world = await createWorld({ env: { LIMIT_SIGN_IN: "40" } });
afterAll(() => world.close());

const later = (minutes: number) => {
  world.clock.at = new Date(world.clock.at.getTime() + minutes * 60_000);
};
const newest = async (to: string) => (await world.mails()).find(({ recipient }) => recipient === to);
const codeIn = async (to: string) => /^(\d{6}) is your sign-in code/.exec((await newest(to))!.subject)![1]!;

async function ask(
  email: string,
  { who = world.visitor(), returnTo = "/account/notifications" } = {},
): Promise<Visitor> {
  await who.get(`/sign-in/email?return_to=${encodeURIComponent(returnTo)}`);
  await who.post("/sign-in/email", { email, return_to: returnTo });
  return who;
}

describe("signing in by email", () => {
  it("takes the code in the browser that asked, once, and goes where the person was going", async () => {
    await member(world, "ann@people.example");
    const ann = await ask("ann@people.example");
    const code = await codeIn("ann@people.example");
    expect(
      (
        await ann.post("/sign-in/code", {
          ...{ email: "ann@people.example", code: ` ${code.slice(0, 3)} ${code.slice(3)} ` },
          return_to: "/drafts",
        })
      ).location,
    ).toBe("/drafts");
    expect((await ann.get("/account")).status).toBe(200);
    const again = await ask("nobody@people.example", { who: world.visitor() });
    expect((await again.post("/sign-in/code", { email: "ann@people.example", code })).status).toBe(400);
  });

  it("does not take the code in another browser, late, or guessed again and again", async () => {
    await ask("ann@people.example");
    const code = await codeIn("ann@people.example");
    const thief = await ask("other@people.example");
    expect((await thief.post("/sign-in/code", { email: "ann@people.example", code })).status).toBe(400);

    later(60);
    const slow = await ask("ann@people.example");
    const old = await codeIn("ann@people.example");
    later(16);
    expect((await slow.post("/sign-in/code", { email: "ann@people.example", code: old })).status).toBe(400);

    later(60);
    const guesser = await ask("ann@people.example");
    const right = await codeIn("ann@people.example");
    const ann = { email: "ann@people.example" };
    const guesses: number[] = [];
    for (let guess = 0; guess < 41; guess++)
      guesses.push((await guesser.post("/sign-in/code", { ...ann, code: String(guess).padStart(6, "0") })).status);
    expect(guesses.at(-1)).toBe(429);
    expect((await guesser.post("/sign-in/code", { ...ann, code: right })).status).toBe(429);
  });

  it("takes the code for the address that it was sent to, as long as the account has that address", async () => {
    later(60);
    const email = "ugo@people.example";
    await member(world, email);
    await member(world, "hana@people.example");
    const ugo = await ask("hana@people.example");
    await ask(email, { who: ugo });
    const code = await codeIn(email);
    const enter = (form: { email?: string }) => ugo.post("/sign-in/code", { ...form, code });
    expect((await enter({ email: "hana@people.example" })).status).toBe(400);
    expect((await enter({})).status).toBe(400);
    const link = await world.linkFor(email, "sign-in/link");
    await ugo.get("/forgot");
    await ugo.post("/forgot", { email });
    const reset = await world.linkFor(email, "reset");

    const rename = (from: string, to: string) =>
      world.writer.prepare("update accounts set email = ?, email_folded = ? where email = ?").run(to, to, from);
    rename(email, "moved@people.example");
    expect((await enter({ email })).status).toBe(400);
    expect((await enter({ email: "moved@people.example" })).status).toBe(400);
    for (const sent of [link, reset]) expect((await ugo.get(sent)).status, sent).toBe(410);
    rename("moved@people.example", email);
    expect((await enter({ email: "Ugo@People.example" })).status).toBe(303);
  });

  it("takes the link on any device, with a button, once", async () => {
    later(60);
    await ask("ann@people.example", { returnTo: "/drafts" });
    const link = await world.linkFor("ann@people.example", "sign-in/link");
    const phone = world.visitor();
    const form = formOf(await phone.get(link), "/sign-in/link");
    expect((await phone.get("/account")).status).toBe(303);
    expect((await phone.post("/sign-in/link", form)).location).toBe("/drafts");
    expect((await phone.get("/account")).status).toBe(200);
    expect((await world.visitor().get(link)).status).toBe(410);
  });

  it("leads only to pages of this site", async () => {
    later(60);
    await member(world, "bea@people.example");
    await ask("bea@people.example", { returnTo: "https://evil.example/" });
    const link = await world.linkFor("bea@people.example", "sign-in/link");
    const foreign = `${link.split("&")[0]}&return_to=${encodeURIComponent("//evil.example")}`;
    const who = world.visitor();
    expect((await who.post("/sign-in/link", formOf(await who.get(foreign), "/sign-in/link"))).location).toBe(
      "/account",
    );
  });

  it("says the same for an address without an account, whose code makes one, and nothing before", async () => {
    later(60);
    const say = async (email: string) => {
      const who = world.visitor();
      await who.get("/sign-in/email");
      const { status, text } = await who.post("/sign-in/email", { email });
      return [status, text.replaceAll(email, "…").replace(/value="[^"]*"/g, "")];
    };
    expect(await say("unknown@people.example")).toEqual(await say("ann@people.example"));
    expect((await newest("unknown@people.example"))?.text).toContain("This address has no account on Debut yet.");
    expect(await world.store.accounts.findByEmail("unknown@people.example")).toBeUndefined();

    const una = await ask("unknown@people.example", { returnTo: "/submit" });
    const link = await world.linkFor("unknown@people.example", "sign-in/link");
    const code = await codeIn("unknown@people.example");
    expect(
      (await una.post("/sign-in/code", { email: "unknown@people.example", code, return_to: "/submit" })).location,
    ).toBe("/submit");
    expect((await una.get("/account")).text).toContain("Set a password");
    const account = await world.store.accounts.findByEmail("unknown@people.example");
    expect(account).toMatchObject({ passwordHash: null, emailVerifiedAt: world.clock.at });
    expect((await world.visitor().get(link)).status).toBe(410);
  });

  it("throws out whoever signed up with the address before its owner came", async () => {
    later(60);
    const thief = world.visitor();
    await thief.signUp("eve@people.example");
    await thief.signIn("eve@people.example");
    const owner = await ask("eve@people.example");
    const code = await codeIn("eve@people.example");
    expect((await owner.post("/sign-in/code", { email: "eve@people.example", code })).status).toBe(303);
    expect((await thief.get("/account")).location).toMatch(/^\/sign-in/);
    expect((await world.visitor().signIn("eve@people.example")).status).toBe(400);
    expect((await world.store.accounts.findByEmail("eve@people.example"))?.emailVerifiedAt).not.toBeNull();
  });

  it("leaves the password to whoever signed up in the same browser", async () => {
    later(60);
    const dan = world.visitor();
    await dan.signUp("dan@people.example");
    await dan.signIn("dan@people.example");
    await dan.get("/account");
    await dan.post("/sign-out");
    await ask("dan@people.example", { who: dan });
    await dan.post("/sign-in/code", { email: "dan@people.example", code: await codeIn("dan@people.example") });
    expect((await world.visitor().signIn("dan@people.example")).status).toBe(303);
  });
});

describe("what somebody came for", () => {
  it("needs no password: without one, nobody signs in with an empty one", async () => {
    expect((await world.visitor().signIn("fay@people.example", { password: "" })).status).toBe(400);
    const fay = await ask("fay@people.example");
    await fay.post("/sign-in/code", { email: "fay@people.example", code: await codeIn("fay@people.example") });
    expect((await fay.get("/account")).text).toContain("Set a password");
  });
});

describe("an account that somebody else made with my address", () => {
  it("is deleted when I say so, and never after it was confirmed", async () => {
    later(60);
    const thief = world.visitor();
    await thief.signUp("gus@people.example");
    const link = await world.linkFor("gus@people.example", "verify");
    const gus = world.visitor();
    const form = formOf(await gus.get(link), "/verify");
    expect((await gus.post("/verify", { ...form, do: "disown" })).location).toBe("/?notice=disowned");
    expect(await world.store.accounts.findByEmail("gus@people.example")).toBeUndefined();
    expect((await gus.post("/verify", { ...form, do: "disown" })).status).toBe(410);
    expect((await thief.signIn("gus@people.example", { password: PASSWORD })).status).toBe(400);
  });
});

it("one browser can be signed out from another", async () => {
  later(60);
  const laptop = await member(world, "hal@people.example");
  const phone = world.visitor();
  await phone.signIn("hal@people.example");
  const [, path] = /action="(\/account\/sessions\/[^"]+\/end)"/.exec((await laptop.get("/account")).text)!;
  const stranger = await member(world, "ida@people.example");
  await stranger.get("/account");
  await stranger.post(path!);
  expect((await phone.get("/account")).status).toBe(200);
  await laptop.get("/account");
  expect((await laptop.post(path!)).location).toBe("/account?notice=session-ended#sessions");
  expect((await phone.get("/account")).status).toBe(303);
  expect((await laptop.get("/account")).status).toBe(200);
});

it("password managers find the page that changes the password", async () => {
  expect(await world.visitor().get("/.well-known/change-password")).toMatchObject({
    status: 302,
    location: "/account/password",
  });
});
