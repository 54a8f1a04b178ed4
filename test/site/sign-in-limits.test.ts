import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CHEAP_HASH } from "../helpers/world.ts";
import { createWorld, PASSWORD, type Visitor, type World } from "./world.ts";

const OWNER = "owner@people.example";
const NEW_PASSWORD = "another horse battery";
let world: World;
let owner: Visitor;

/**
 * Three wrong passwords for an account from one address, 15 from one address, 30 for one account
 * from strangers.
 */
beforeEach(async () => {
  world = await createWorld({ env: { LIMIT_SIGN_IN: "3", TRUSTED_PROXIES: "127.0.0.1" } });
  owner = world.visitor();
  await owner.signUp(OWNER);
  const { id } = (await world.store.accounts.findByEmail(OWNER))!;
  await world.store.change((tx) => tx.accounts.setPassword(id, CHEAP_HASH));
});
afterEach(() => world.close());

const same = () => ({ "sec-fetch-site": "same-origin", origin: world.url });

async function attempt(visitor: Visitor, from: string, { email = OWNER, password = PASSWORD } = {}) {
  await visitor.get("/forgot");
  return visitor.post("/sign-in", { email, password }, { ...same(), "x-forwarded-for": from });
}
const wrong = { password: "not the password" };

/** Guesses the owner's password from as many addresses as it takes. */
async function attack(): Promise<void> {
  for (let index = 0; index < 40; index++) {
    const { status } = await attempt(world.visitor(), `198.18.0.${Math.floor(index / 3)}`, wrong);
    if (status === 429) return;
  }
  throw new Error("no limit was met");
}

describe("wrong passwords from elsewhere", () => {
  it("do not keep the owner out, from one address", async () => {
    const stranger = world.visitor();
    const statuses = [];
    for (let time = 0; time < 40; time++) statuses.push((await attempt(stranger, "198.18.0.1", wrong)).status);
    expect(statuses.slice(0, 4)).toEqual([400, 400, 400, 429]);
    // What was refused did not count for the account: its owner signs in at a new place.
    expect((await attempt(world.visitor(), "203.0.113.1")).status).toBe(303);
  });

  it("from many addresses slow all strangers, and leave a browser alone that signed in before", async () => {
    expect((await attempt(owner, "203.0.113.1")).status).toBe(303);
    await attack();
    const elsewhere = await attempt(world.visitor(), "203.0.113.2");
    expect(elsewhere.status).toBe(429);
    expect(Number(elsewhere.headers.get("retry-after"))).toBeGreaterThan(0);
    await owner.get("/account");
    await owner.post("/sign-out");
    expect(owner.cookies.has("sid")).toBe(false);
    // At another address, too.
    expect((await attempt(owner, "203.0.113.3")).status).toBe(303);
  });

  it("end with a new password, and the browser that chose it gets in whatever follows", async () => {
    await attack();
    await owner.get("/forgot");
    await owner.post("/forgot", { email: OWNER });
    const link = await world.linkFor(OWNER, "reset");
    await owner.get(link);
    const token = new URLSearchParams(link.split("?")[1]).get("token")!;
    expect((await owner.post("/reset", { token, password: NEW_PASSWORD })).status).toBe(303);
    expect((await attempt(world.visitor(), "203.0.113.2", { password: NEW_PASSWORD })).status).toBe(303);
    await attack();
    expect((await attempt(owner, "203.0.113.1", { password: NEW_PASSWORD })).status).toBe(303);
  });
});

describe("a browser that signed in before", () => {
  it("has a counter of its own, which a new password clears", async () => {
    await attempt(owner, "203.0.113.1");
    const statuses = [];
    for (let time = 0; time < 4; time++) statuses.push((await attempt(owner, "203.0.113.1", wrong)).status);
    expect(statuses).toEqual([400, 400, 400, 429]);
    expect((await attempt(world.visitor(), "203.0.113.1")).status).toBe(303);
    const { id, passwordHash } = (await world.store.accounts.findByEmail(OWNER))!;
    await world.store.change((tx) => tx.accounts.setPassword(id, passwordHash!.replace(/.$/, "")));
    expect((await attempt(owner, "203.0.113.1", wrong)).status).toBe(400);
  });

  it("is known for its account only, and a made-up cookie is none", async () => {
    const eve = world.visitor();
    await eve.signUp("eve@people.example");
    await attempt(eve, "203.0.113.9", { email: "eve@people.example" });
    await attempt(owner, "203.0.113.1");
    const [[name, value] = ["", ""]] = [...owner.cookies].filter(([key]) => key.startsWith("device-"));
    await attack();
    const [[, ofEve] = ["", ""]] = [...eve.cookies].filter(([key]) => key.startsWith("device-"));
    for (const cookie of [ofEve, "made-up", `made-up.${value.split(".")[1]}`, `${value.split(".")[0]}.`]) {
      const thief = world.visitor();
      thief.cookies.set(name, cookie);
      expect((await attempt(thief, "203.0.113.5")).status, cookie).toBe(429);
    }
  });

  it("gets in when somebody at its address tries one password for many accounts", async () => {
    await attempt(owner, "203.0.113.1");
    const statuses = [];
    for (let index = 0; index < 16; index++) {
      const email = `somebody${index}@people.example`;
      statuses.push((await attempt(world.visitor(), "203.0.113.1", { email, ...wrong })).status);
    }
    expect(statuses).toEqual([...Array<number>(15).fill(400), 429]);
    expect((await attempt(owner, "203.0.113.1")).status).toBe(303);
  });
});

describe("emails that strangers request", () => {
  const ask = async (from: string) => {
    const visitor = world.visitor();
    await visitor.get("/forgot");
    return visitor.post("/forgot", { email: OWNER }, { ...same(), "x-forwarded-for": from });
  };

  it("are few, and never take a link from the owner", async () => {
    await ask("203.0.113.1");
    const link = await world.linkFor(OWNER, "reset");
    for (let index = 0; index < 10; index++) expect((await ask(`198.18.1.${index}`)).status).toBe(200);
    const mails = (await world.mails()).filter(
      ({ recipient, text }) => recipient === OWNER && text.includes("/reset?"),
    );
    expect(mails).toHaveLength(2);
    expect((await world.visitor().get(link)).status).toBe(200);
  });

  it("about an existing account do not use up those with a link", async () => {
    for (let index = 0; index < 6; index++) {
      const visitor = world.visitor();
      await visitor.get("/sign-up");
      const form = { name: "", email: OWNER, password: NEW_PASSWORD };
      await visitor.post("/sign-up", form, { ...same(), "x-forwarded-for": `198.18.2.${index}` });
    }
    await ask("203.0.113.1");
    expect(await world.linkFor(OWNER, "reset")).toContain("/reset?");
  });
});
