import { afterAll, describe, expect, it } from "vitest";
import { codeAt, recoveryCodesOn, secretOn } from "../helpers/authenticator.ts";
import { admin, createWorld, formOf, member, PASSWORD, type Visitor, type World } from "./world.ts";

const world = await createWorld();
afterAll(() => world.close());

const PATH = "/account/two-factor";
const wait = (seconds: number, { clock }: Pick<World, "clock"> = world) => {
  clock.at = new Date(clock.at.getTime() + seconds * 1000);
};
const mailsTo = async (to: string) =>
  (await world.mails()).filter(({ recipient }) => recipient === to).map(({ subject }) => subject);

async function enable(person: Visitor, { clock }: Pick<World, "clock"> = world) {
  const page = await person.get(PATH);
  const secret = secretOn(page.text);
  const form = { ...formOf(page, PATH), code: codeAt(secret, clock.at) };
  const shown = await person.post(PATH, form);
  expect(shown.status).toBe(201);
  return { secret, codes: recoveryCodesOn(shown.text), form };
}

async function enrolled(name: string) {
  const email = `${name}@people.example`;
  const person = await member(world, email, name);
  const made = await enable(person);
  wait(60);
  return { email, person, ...made, now: () => codeAt(made.secret, world.clock.at) };
}

async function halfway(email: string, returnTo = "/drafts"): Promise<Visitor> {
  const who = world.visitor();
  await who.get("/sign-in");
  const reply = await who.post("/sign-in", { email, password: PASSWORD, return_to: returnTo });
  expect(reply.location).toBe(`/sign-in/second?return_to=${encodeURIComponent(returnTo)}`);
  await who.get(reply.location);
  return who;
}
const second = (who: Visitor, code: string, returnTo = "/drafts") =>
  who.post("/sign-in/second", { code, return_to: returnTo });
const isIn = async (who: Visitor) => (await who.get("/account")).status === 200;

describe("authenticator app", () => {
  it("are switched on by a right one, shown with ten recovery codes once, and told by email", async () => {
    const ann = await member(world, "ann@people.example");
    const page = await ann.get(PATH);
    expect(page.text).toMatch(/<svg class="qr"/);
    expect(page.text).toContain("otpauth://totp/Debut:ann%40people.example?issuer=Debut&amp;secret=");
    const wrong = await ann.post(PATH, { ...formOf(page, PATH), code: "000000" });
    expect(wrong.status).toBe(400);
    // The same secret again, so that the app that scanned it fits.
    expect(secretOn(wrong.text)).toBe(secretOn(page.text));
    expect((await ann.post(PATH, { ...formOf(page, PATH), nonce: "x" })).status).toBe(400);

    const { codes, form } = await enable(ann);
    expect(new Set(codes).size).toBe(10);
    expect((await ann.get(PATH)).text).toContain("You have 10 codes left.");
    expect((await ann.post(PATH, form)).location).toBe(`${PATH}?notice=two-factor-known`);
    expect((await ann.get(PATH)).text).not.toContain(codes[0]!);
    expect(await mailsTo("ann@people.example")).toContain("Two-factor codes are on for Debut");
  });

  it("are asked after the password, and lead where the person was going", async () => {
    const { email, now } = await enrolled("bea");
    const bea = await halfway(email, "/listings/x#vote");
    expect(await isIn(bea)).toBe(false);
    expect((await second(bea, now(), "/listings/x#vote")).location).toBe("/listings/x#vote");
    expect(await isIn(bea)).toBe(true);
  });

  it("are taken one step early or late, and no further off", async () => {
    const { email, secret } = await enrolled("cas");
    for (const [seconds, isRight] of [
      [-60, false],
      [60, false],
      [-30, true],
      [30, true],
    ] as const) {
      wait(120);
      const code = codeAt(secret, new Date(world.clock.at.getTime() + seconds * 1000));
      expect((await second(await halfway(email), code)).status, String(seconds)).toBe(isRight ? 303 : 400);
    }
  });

  it("work once: not again, not for two at once, and not the one that switched them on", async () => {
    const dan = await member(world, "dan@people.example");
    const { form, secret } = await enable(dan);
    expect((await second(await halfway("dan@people.example"), form.code)).status).toBe(400);
    wait(60);
    const code = codeAt(secret, world.clock.at);
    const both = await Promise.all([halfway("dan@people.example"), halfway("dan@people.example")]);
    const answers = await Promise.all(both.map((who) => second(who, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400]);
    expect((await second(await halfway("dan@people.example"), code)).status).toBe(400);
  });

  it("are few: guesses count for the account, from however many browsers, and the owner is told", async () => {
    const { email, now, codes } = await enrolled("eli");
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess++)
      statuses.push((await second(await halfway(email), String(guess).padStart(6, "0"))).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
    expect((await second(await halfway(email), now())).status).toBe(429);
    expect(await mailsTo(email)).toContain("Someone is trying to sign in as you on Debut");
    // Nobody locks the owner out for good.
    expect((await second(await halfway(email), codes[0]!)).status).toBe(303);
  });

  it("are of one account: another's app opens nothing", async () => {
    const one = await enrolled("fay");
    const other = await enrolled("gil");
    expect((await second(await halfway(one.email), other.now())).status).toBe(400);
    expect((await second(await halfway(one.email), other.codes[0]!)).status).toBe(400);
    expect(one.secret).not.toBe(other.secret);
  });
});

describe("recovery codes", () => {
  it("work once each, however they are typed, and are told by email", async () => {
    const { email, codes } = await enrolled("hal");
    const [first = "", next = ""] = codes;
    expect((await second(await halfway(email), ` ${first.toLowerCase().replaceAll("-", " ")} `)).status).toBe(303);
    expect((await second(await halfway(email), first)).status).toBe(400);
    expect(await mailsTo(email)).toContain("A recovery code was used on Debut");
    const both = await Promise.all([halfway(email), halfway(email)]);
    const answers = await Promise.all(both.map((who) => second(who, next)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400]);
  });

  it("are made new, and then the old ones are gone", async () => {
    const { email, person, codes } = await enrolled("ida");
    await person.get(PATH);
    const fresh = recoveryCodesOn((await person.post(`${PATH}/recovery`)).text);
    expect(fresh).toHaveLength(10);
    expect((await second(await halfway(email), codes[0]!)).status).toBe(400);
    expect((await second(await halfway(email), fresh[0]!)).status).toBe(303);
    expect(await mailsTo(email)).toContain("New recovery codes for Debut");
  });

  it("and secrets are nowhere in the database", async () => {
    const { secret, codes } = await enrolled("jan");
    const dump = world.writer.serialize().toString("latin1");
    for (const text of [secret.replaceAll(" ", ""), ...codes, ...codes.map((code) => code.replaceAll("-", ""))])
      expect(dump).not.toContain(text);
  });
});

describe("nothing leads around the second step", () => {
  it("no page, however it is reached, while it waits", async () => {
    const { email } = await enrolled("kim");
    const who = await halfway(email);
    for (const path of ["/account", PATH, "/account/passkeys", "/account/password", "/account/data.json", "/drafts"])
      expect((await who.get(path)).location, path).toContain("/sign-in");
    expect((await who.post("/account/password", { password: "another long password" })).location).toContain("/sign-in");
    expect((await who.post(`${PATH}/off`)).location).toContain("/sign-in");
    const other = world.visitor();
    await other.get("/sign-in");
    expect((await second(other, "000000")).location).toContain("/sign-in?");
  });

  it("it ends after a quarter of an hour", async () => {
    const { email, now } = await enrolled("lea");
    const who = await halfway(email);
    wait(15 * 60);
    expect((await second(who, now())).location).toBe("/sign-in?return_to=%2Fdrafts");
    expect(await isIn(who)).toBe(false);
  });

  it("not an email with a code or a link", async () => {
    const { email, now } = await enrolled("max");
    for (const way of ["code", "link"] as const) {
      wait(600);
      const who = world.visitor();
      await who.get("/sign-in/email");
      await who.post("/sign-in/email", { email, return_to: "/drafts" });
      const mail = (await world.mails()).find(({ recipient }) => recipient === email)!;
      const reply =
        way === "code"
          ? await who.post("/sign-in/code", { email, code: mail.subject.slice(0, 6), return_to: "/drafts" })
          : await who.post(
              "/sign-in/link",
              formOf(await who.get(await world.linkFor(email, "sign-in/link")), "/sign-in/link"),
            );
      expect(reply.location, way).toBe("/sign-in/second?return_to=%2Fdrafts");
      expect(await isIn(who)).toBe(false);
      expect((await second(who, now())).status).toBe(303);
    }
  });

  it("not a new password from an email, and not a reset while the step waits", async () => {
    const { email, now } = await enrolled("ned");
    const waiting = await halfway(email);
    const who = world.visitor();
    await who.get("/forgot");
    await who.post("/forgot", { email });
    const link = await world.linkFor(email, "reset");
    const form = { ...formOf(await who.get(link), "/reset"), password: PASSWORD };
    expect((await who.post("/reset", form)).location).toBe("/sign-in?notice=password-reset");
    expect(await isIn(who)).toBe(false);
    expect((await second(waiting, now())).location).toContain("/sign-in?");
    expect((await second(await halfway(email), now())).status).toBe(303);
  });

  it("not a session from before, in any browser but the one that switched codes on", async () => {
    const old = await member(world, "ola@people.example");
    const ola = world.visitor();
    await ola.signIn("ola@people.example");
    await enable(ola);
    expect(await isIn(ola)).toBe(true);
    expect(await isIn(old)).toBe(false);
  });

  it("not the row of a session without it, whatever wrote that", async () => {
    const { email, person } = await enrolled("pia");
    world.writer
      .prepare("update sessions set has_second_factor = 0 where account_id = (select id from accounts where email = ?)")
      .run(email);
    expect(await isIn(person)).toBe(false);
  });

  it("not a new password in the account: its session stays whole", async () => {
    const { email, person, now } = await enrolled("quy");
    await person.get("/account/password");
    await person.post("/account/password", { password: "another long password" });
    expect(await isIn(person)).toBe(true);
    const who = world.visitor();
    await who.get("/sign-in");
    const reply = await who.post("/sign-in", { email, password: "another long password" });
    expect(reply.location).toContain("/sign-in/second");
    await who.get(reply.location);
    expect((await second(who, now())).status).toBe(303);
  });

  it("and changing it needs a sign-in of the last quarter of an hour", async () => {
    const { person } = await enrolled("rob");
    wait(15 * 60);
    for (const path of [PATH, `${PATH}/recovery`, `${PATH}/off`])
      expect((await person.post(path)).location, path).toContain("/sign-in?");
    expect((await person.get(PATH)).location).toContain("/sign-in?");
  });

  it("where it leads is a page of this site", async () => {
    const { email } = await enrolled("sue");
    for (const evil of [
      "//evil.example",
      "/\\evil.example",
      "https://evil.example",
      "javascript:alert(1)",
      "/sign-out",
    ]) {
      wait(60);
      const who = world.visitor();
      await who.get("/sign-in");
      const { location } = await who.post("/sign-in", { email, password: PASSWORD, return_to: evil });
      expect(location).toBe("/sign-in/second?return_to=%2Faccount");
      expect((await who.get(`/sign-in/second?return_to=${encodeURIComponent(evil)}`)).text).toContain(
        'name="return_to" value="/account"',
      );
    }
  });

  it("a session that somebody else planted is not the one that gets signed in", async () => {
    const { email, now } = await enrolled("tom");
    const victim = await halfway(email);
    const planted = new Map(victim.cookies);
    await second(victim, now());
    const thief = world.visitor();
    for (const [name, value] of planted) thief.cookies.set(name, value);
    expect(await isIn(victim)).toBe(true);
    expect(await isIn(thief)).toBe(false);
    expect((await thief.get("/sign-in/second")).location).toContain("/sign-in?");
  });
});

describe("API keys", () => {
  it("work as before", async () => {
    const { person } = await enrolled("uma");
    await person.get("/account/keys/new");
    const made = await person.post("/account/keys/new", { name: "Laptop", scope: "account:read", expires: "never" });
    const key = /dbt_[0-9A-Za-z]{42}/.exec(made.text)![0];
    const me = await fetch(`${world.url}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } });
    expect(me.status).toBe(200);
  });
});

describe("switching codes off", () => {
  it("leaves the password alone enough, and is told by email", async () => {
    const { email, person } = await enrolled("vic");
    await person.get(PATH);
    expect((await person.post(`${PATH}/off`)).location).toBe(`${PATH}?notice=two-factor-off`);
    const who = world.visitor();
    expect((await who.signIn(email)).status).toBe(303);
    expect(await isIn(who)).toBe(true);
    expect(await mailsTo(email)).toContain("Two-factor codes are off for Debut");
  });

  it("waits for a confirmed address to switch on", async () => {
    const who = world.visitor();
    await who.signUp("wim@people.example");
    await who.signIn("wim@people.example");
    expect((await who.get(PATH)).text).toContain("Confirm your email address first");
    expect((await who.post(PATH, { nonce: "A".repeat(22), code: "123456" })).location).toContain("verify-first");
  });
});

describe("the data of an account", () => {
  it("has it, without the secret, and its deletion removes it", async () => {
    const { email, person, codes } = await enrolled("xia");
    const data = await person.get("/account/data.json");
    expect(JSON.parse(data.text).two_factor).toMatchObject({ recovery_codes_left: 10 });
    expect(data.text).not.toContain(codes[0]!);
    await person.get("/account/delete");
    expect((await person.post("/account/delete", { email, password: PASSWORD })).location).toContain("account-deleted");
    for (const table of ["second_factors", "recovery_codes"]) {
      const left = world.writer.prepare(
        `select count(*) from ${table} t join accounts a on a.id = t.account_id where a.status = 'deleted'`,
      );
      expect(left.pluck().get(), table).toBe(0);
    }
  });
});

describe("admins, where the setting asks for two factors", () => {
  it("set one up before any admin page, and lose it only by somebody else", async () => {
    const strict = await createWorld({ env: { REQUIRE_ADMIN_TWO_FACTOR: "true" } });
    const root = await admin(strict);
    await root.get("/account");
    for (const path of ["/admin", "/admin/users", "/admin/settings"])
      expect((await root.get(path)).location, path).toBe(PATH);
    expect((await root.post("/admin/users/x", { do: "make-admin" })).location).toBe(PATH);
    expect((await root.get(PATH)).text).toContain("Admins of this site need two factors.");
    await enable(root, strict);
    expect((await root.get("/admin")).status).toBe(200);
    // Switched off again, the session is one of two factors, and the next one leads to the setup.
    await root.get(PATH);
    await root.post(`${PATH}/off`);
    const again = strict.visitor();
    await again.signIn("root@people.example");
    expect((await again.get("/admin")).location).toBe(PATH);
    const person = await member(strict, "zoe@people.example");
    expect((await person.get("/admin")).status).toBe(404);
    await strict.close();
  });

  it("reset the factors of somebody who lost them, who is told, and whose sessions end", async () => {
    const { email, person } = await enrolled("yan");
    const root = await admin(world);
    const { id } = (await world.store.accounts.findByEmail(email))!;
    const page = await root.get(`/admin/users/${id}`);
    expect(page.text).toContain("authenticator app");
    expect((await root.post(`/admin/users/${id}`, { do: "reset-factors" })).location).toContain(
      "account-factors-reset",
    );
    expect(await isIn(person)).toBe(false);
    expect((await world.visitor().signIn(email)).status).toBe(303);
    expect(await mailsTo(email)).toContain("Your second factor was removed on Debut");
    expect((await root.get(`/admin/users/${id}`)).text).not.toContain("authenticator app");
  });
});
