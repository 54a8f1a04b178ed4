import { dirname } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { burstLimits } from "../../domain/community/votes.ts";
import { communityOf } from "../helpers/community.ts";
import { runHere } from "../helpers/process.ts";
import { createWorld, member, type Visitor } from "./world.ts";

const world = await createWorld();
const listingId = (await communityOf(world.store).listing({}, world.clock.at)).id;

const NEW_PASSWORD = "another horse battery";
const tokenOf = (link: string): string => new URLSearchParams(link.split("?")[1]).get("token")!;

const APP = "https://client.example/app.json";
const hasApp = (accountId: string) => world.store.oauth.hasGrant(accountId, APP);
const connectApp = (accountId: string) => {
  const at = world.clock.at;
  const grant = { model: "Grant", id: accountId, grantId: accountId, uid: null, accountId, clientId: APP };
  const expiresAt = new Date(at.getTime() + 86_400_000);
  return world.store.change((tx) => tx.oauth.put({ ...grant, createdAt: at, expiresAt, payload: "{}" }));
};

/** Each way in which a password is changed, for somebody who is signed in and has asked for a reset link. */
const WAYS: [string, (owner: Visitor, email: string) => Promise<unknown>][] = [
  [
    "on the account page",
    async (owner) => {
      await owner.get("/account/password");
      await owner.post("/account/password", { password: NEW_PASSWORD });
    },
  ],
  [
    "with a link from an email",
    async (_owner, email) => {
      const link = await world.linkFor(email, "reset");
      const visitor = world.visitor();
      await visitor.get(link);
      await visitor.post("/reset", { token: tokenOf(link), password: NEW_PASSWORD });
    },
  ],
  [
    "at the command line",
    (_owner, email) => {
      const env = { DATA_DIR: dirname(world.writer.name), BASE_URL: world.url };
      return runHere(["user", "reset-password", "--password-stdin", "--email", email], env, NEW_PASSWORD);
    },
  ],
];

describe.each(WAYS)("a password changed %s", (way, change) => {
  const email = `${way.replaceAll(" ", "-")}@people.example`;
  let other: Visitor;
  let id: string;
  let resetLink: string;

  beforeAll(async () => {
    const owner = world.visitor();
    await owner.signUp(email, { name: "Ann" });
    await owner.signIn(email);
    other = world.visitor();
    await other.signIn(email);
    await other.get("/forgot");
    await other.post("/forgot", { email });
    resetLink = await world.linkFor(email, "reset");
    id = (await world.store.accounts.findByEmail(email))!.id;
    await connectApp(id);
    await world.store.change(async (tx) => {
      // Judged while the account was suspended, and not since.
      await tx.accounts.setStatus(id, "suspended");
      const origin = { visitorHash: email, networkHash: null };
      await tx.votes.set(id, listingId, origin, burstLimits(world.settings), world.clock.at);
      await tx.accounts.setStatus(id, "active");
    });
    await change(owner, email);
  });

  it("is the one that signs in from then on", async () => {
    expect((await world.visitor().signIn(email)).status).toBe(400);
    expect((await world.visitor().signIn(email, { password: NEW_PASSWORD })).status).toBe(303);
  });

  it("is told to the owner by email", async () => {
    const told = (await world.mails()).filter(
      ({ recipient, subject }) => recipient === email && /was changed/.test(subject),
    );
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ text: expect.stringContaining("Hello Ann") });
  });

  it("signs all other browsers out", async () => {
    expect((await other.get("/account")).status).toBe(303);
  });

  it("ends reset links that were sent before", async () => {
    expect((await world.visitor().get(resetLink)).status).toBe(410);
  });

  it("disconnects apps that were let in before the address was confirmed", async () => {
    expect(await hasApp(id)).toBe(false);
  });

  it("judges the votes of the account again", async () => {
    expect((await world.store.votes.find(id, listingId))?.reason).not.toBe("account_inactive");
  });
});

it("an app that was let in after the address was confirmed stays connected", async () => {
  const ann = await member(world, "ann@people.example");
  const { id } = (await world.store.accounts.findByEmail("ann@people.example"))!;
  await connectApp(id);
  expect((await ann.get("/account/password")).text).toContain("Connected apps and API keys keep working");
  expect((await ann.post("/account/password", { password: NEW_PASSWORD })).status).toBe(303);
  expect(await hasApp(id)).toBe(true);
});
