import { describe, expect, it } from "vitest";
import { createWorld, member, type Visitor } from "./world.ts";

const world = await createWorld();
const ann = await member(world, "ann@people.example", "Ann");

const KEY = /dbt_[0-9A-Za-z]{42}/;
const form = { name: "release script", scope: ["listings:write"], expires: "90" };

async function create(person: Visitor, given: Record<string, string | string[]> = {}) {
  await person.get("/account/keys/new");
  return person.post("/account/keys/new", { ...form, ...given });
}
const accountId = async (email: string) => (await world.store.accounts.findByEmail(email))!.id;

describe("an API key", () => {
  it("is shown once, works, and is nowhere in the database", async () => {
    const made = await create(ann);
    expect(made.status).toBe(201);
    const key = KEY.exec(made.text)![0];
    expect(made.headers.get("cache-control")).toBe("private, no-store");
    const { text } = await ann.get("/account");
    expect(text).toContain("release script");
    expect(text).toContain(`${key.slice(0, 8)}…${key.slice(-4)}`);
    expect(text).not.toMatch(KEY);
    const dump = JSON.stringify(
      world.writer
        .prepare("select name from sqlite_master where type = 'table'")
        .pluck()
        .all()
        .map((table) => world.writer.prepare(`select * from "${table}"`).all()),
    );
    expect(dump).not.toContain(key);
    expect(dump).not.toContain(key.slice(8));
    expect(world.logs.join()).not.toContain(key.slice(8));

    const [row] = await world.store.accounts.apiKeysOf(await accountId("ann@people.example"));
    expect(row?.scopes).toBe("account:read listings:write");
    expect(row?.expiresAt).toEqual(new Date(world.clock.at.getTime() + 90 * 86_400_000));
    expect((await world.mails())[0]).toMatchObject({
      recipient: "ann@people.example",
      subject: expect.stringContaining("New API key"),
    });
  });

  it.each([
    [{ name: "" }, "Enter a name"],
    [{ name: "x".repeat(61) }, "60 characters or fewer"],
    [{ expires: "36500" }, "Choose an option from the list"],
    [{ expires: "__proto__" }, "Choose an option from the list"],
  ])("is not made from %j", async (wrong, words) => {
    const reply = await create(ann, wrong);
    expect(reply.status).toBe(400);
    expect(reply.text).toContain(words);
    expect(reply.text).not.toMatch(KEY);
  });

  it("has only scopes that exist", async () => {
    await create(ann, { name: "odd", scope: ["admin", "orders:write", "<b>"], expires: "never" });
    const row = (await world.store.accounts.apiKeysOf(await accountId("ann@people.example"))).find(
      ({ name }) => name === "odd",
    );
    expect(row).toMatchObject({ scopes: "account:read orders:write", expiresAt: null });
  });

  it("needs a confirmed address", async () => {
    const bob = world.visitor();
    await bob.signUp("bob@people.example");
    await bob.signIn("bob@people.example");
    const reply = await create(bob);
    expect(reply.status).toBe(400);
    expect(reply.text).toContain("Confirm your email address");
  });

  it("needs a sign-in of the last 15 minutes", async () => {
    const old = await member(world, "old@people.example");
    await old.get("/account/keys/new");
    world.clock.at = new Date(world.clock.at.getTime() + 16 * 60_000);
    expect((await old.get("/account/keys/new")).location).toBe("/sign-in?return_to=%2Faccount%2Fkeys%2Fnew");
    expect((await old.post("/account/keys/new", form)).location).toMatch(/^\/sign-in/);
    expect(await world.store.accounts.apiKeysOf(await accountId("old@people.example"))).toEqual([]);
  });

  it("is one of at most twenty", async () => {
    const max = await member(world, "max@people.example");
    const id = await accountId("max@people.example");
    for (let count = 0; count < 20; count++) expect((await create(max, { name: `key ${count}` })).status).toBe(201);
    expect((await create(max)).status).toBe(400);
    expect(await world.store.accounts.apiKeysOf(id)).toHaveLength(20);
  });

  it("is revoked by its owner alone, with a button", async () => {
    await ann.signIn("ann@people.example");
    const id = (await world.store.accounts.apiKeysOf(await accountId("ann@people.example")))[0]!.id;
    const eve = await member(world, "eve@people.example");
    expect((await eve.get(`/account/keys/${id}/revoke`)).location).toBe("/account?notice=gone#keys");
    await eve.get("/account");
    expect((await eve.post(`/account/keys/${id}/revoke`)).location).toBe("/account?notice=gone#keys");

    expect((await ann.get(`/account/keys/${id}/revoke`)).text).toContain("Revoke this API key?");
    const still = await world.store.accounts.apiKeysOf(await accountId("ann@people.example"));
    expect(still.map((key) => key.id)).toContain(id);
    expect((await ann.post(`/account/keys/${id}/revoke`)).location).toBe("/account?notice=key-revoked#keys");
    const left = await world.store.accounts.apiKeysOf(await accountId("ann@people.example"));
    expect(left.map((key) => key.id)).not.toContain(id);
    expect((await world.mails())[0]?.subject).toContain("revoked");
    expect((await ann.post(`/account/keys/${id}/revoke`)).location).toBe("/account?notice=gone#keys");
  });
});

describe("a connected app", () => {
  it("is listed as it named itself, and disconnected by its owner", async () => {
    const id = await accountId("ann@people.example");
    const at = world.clock.at;
    const expiresAt = new Date(at.getTime() + 86_400_000);
    const clientId = "https://client.example/app.json";
    const common = { grantId: "g1", uid: null, accountId: id, clientId, createdAt: at, expiresAt };
    await world.store.change(async (tx) => {
      await tx.oauth.put({
        ...common,
        model: "Grant",
        id: "g1",
        payload: JSON.stringify({ resources: { r: "account:read" } }),
      });
      await tx.oauth.put({
        ...common,
        model: "App",
        id: "g1",
        payload: JSON.stringify({ name: "<i>Claude</i>", host: "client.example", redirectHost: "x" }),
      });
      await tx.oauth.put({ ...common, model: "RefreshToken", id: "t1", payload: "{}" });
    });
    const { text } = await ann.get("/account");
    expect(text).toContain("&lt;i&gt;Claude&lt;/i&gt;");
    expect(text).toContain("Published by client.example");

    const eve = world.visitor();
    await eve.signIn("eve@people.example");
    await eve.get("/account");
    expect((await eve.post("/account/apps/disconnect", { client_id: clientId })).location).toBe(
      "/account?notice=gone#apps",
    );
    expect(await world.store.oauth.connectedApps(id, world.deps.now())).toHaveLength(1);
    expect((await ann.post("/account/apps/disconnect", { client_id: "" })).location).toBe("/account?notice=gone#apps");
    expect(await world.store.oauth.connectedApps(id, world.deps.now())).toHaveLength(1);
    expect((await ann.post("/account/apps/disconnect", { client_id: clientId })).location).toBe(
      "/account?notice=app-disconnected#apps",
    );
    expect(await world.store.oauth.connectedApps(id, world.deps.now())).toHaveLength(0);
  });
});
