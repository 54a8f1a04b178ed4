import { afterAll, describe, expect, it } from "vitest";
import { createCollection } from "../../actions/community/collections.ts";
import type { Listing } from "../../domain/listings/listing.ts";
import { communityOf } from "../helpers/community.ts";
import { createWorld, formOf, member, PASSWORD, type Reply, type Visitor } from "./world.ts";

const world = await createWorld();
afterAll(() => world.close());
const { store } = world;
const make = communityOf(store);
await member(world, "ann@people.example", "Ann");

const idOf = async (email: string) => (await store.accounts.findByEmail(email))!.id;
const ann = await idOf("ann@people.example");
const listing = () => make.listing({}, world.clock.at);
const votesOf = async ({ id }: Listing) => (await store.listings.find(id))!.votes;
const pathOf = ({ slug }: Listing, act = "") => `/listings/${slug}${act && `/${act}`}`;
const returnOf = ({ location }: Reply) => new URLSearchParams(location.split("?")[1]).get("return_to")!;
const withoutCsrf = { csrf: "" };

/** Presses a form of a page as a browser does, whose page has no token. */
async function press(who: Visitor, page: string, action: string, more: Record<string, string> = {}) {
  const form = formOf(await who.get(page), action);
  expect(form).not.toHaveProperty("csrf");
  return who.post(action, { ...withoutCsrf, ...form, ...more });
}

async function codeFor(email: string) {
  const mail = (await world.mails()).find(({ recipient }) => recipient === email)!;
  return /^(\d{6}) is your sign-in code/.exec(mail.subject)![1]!;
}

async function byCode(who: Visitor, email: string, returnTo: string) {
  await who.get(`/sign-in/email?return_to=${encodeURIComponent(returnTo)}`);
  await who.post("/sign-in/email", { email, return_to: returnTo });
  return who.post("/sign-in/code", { email, code: await codeFor(email), return_to: returnTo });
}

async function byPassword(who: Visitor, returnTo: string) {
  await who.get(`/sign-in?return_to=${encodeURIComponent(returnTo)}`);
  return who.post("/sign-in", { email: "ann@people.example", password: PASSWORD, return_to: returnTo });
}

describe("what a visitor begins", () => {
  it("is done after signing in: a vote of somebody new by code", async () => {
    const one = await listing();
    const who = world.visitor();
    const asked = await press(who, pathOf(one), pathOf(one, "vote"));
    expect(asked).toMatchObject({ status: 303, location: expect.stringContaining("/sign-in?return_to=") });
    expect(await votesOf(one)).toBe(0);
    const reply = await byCode(who, "new@people.example", returnOf(asked));
    expect(reply.location).toMatch(/^\/listings\/[^?]+\?notice=voted(&offer=passkey)?#vote$/);
    expect(await votesOf(one)).toBe(1);
    expect((await who.get(pathOf(one))).text).toContain("Take back my vote");
  });

  it("is done by password too: save, follow, the follow of a collection, alerts to a search", async () => {
    const one = await listing();
    const owner = await make.person();
    const made = await createCollection(
      { accountId: owner, title: "Good ones", description: null, isPublic: true, listingId: one.id },
      world.deps,
    );
    if (typeof made === "string") throw new Error(made);
    const key = (await store.collections.find(made.id))!.collection.key;
    const collection = `/collections/good-ones-${key}`;
    const acts = [
      [pathOf(one), pathOf(one, "save"), async () => (await store.collections.savedAmong(ann, [one.slug])).length],
      [pathOf(one), pathOf(one, "follow"), async () => (await store.listings.find(one.id))!.followers],
      [collection, `${collection}/follow`, async () => Number(await store.collections.isFollowing(ann, made.id))],
      ["/search?q=tide", "/account/searches", async () => (await store.savedSearches.ofAccount(ann)).length],
    ] as const;
    for (const [page, action, figure] of acts) {
      const who = world.visitor();
      const returnTo = returnOf(await press(who, page, action));
      expect(await figure(), action).toBe(0);
      await byPassword(who, returnTo);
      expect(await figure(), action).toBe(1);
    }
  });

  it("keeps the text of a comment of 4,000 letters, and posts it", async () => {
    const one = await listing();
    const body = "蝶".repeat(4000);
    const who = world.visitor();
    const empty = await press(who, pathOf(one), pathOf(one, "comments"), { body: "" });
    expect(empty.text).toContain("Write a comment.");
    const asked = await press(who, pathOf(one), pathOf(one, "comments"), { body });
    expect(asked.location).toContain(encodeURIComponent(`${pathOf(one)}#comment`));
    const reply = await byPassword(who, returnOf(asked));
    expect(reply.location).toContain("notice=comment-waits");
    expect((await who.get(reply.location.split("#")[0]!)).text).toContain(body);
  });

  it("waits for an address to be confirmed, and is done then", async () => {
    const one = await listing();
    const email = "slow@people.example";
    const who = world.visitor();
    const returnTo = returnOf(await press(who, pathOf(one), pathOf(one, "comments"), { body: "Kept until then" }));
    await who.get(`/sign-up?return_to=${encodeURIComponent(returnTo)}`);
    await who.post("/sign-up", { name: "Slow", email, password: PASSWORD, return_to: returnTo });
    await who.get(`/sign-in?return_to=${encodeURIComponent(returnTo)}`);
    const reply = await who.post("/sign-in", { email, password: PASSWORD, return_to: returnTo });
    expect(reply.location).toContain("notice=comment-kept");
    expect((await who.get(reply.location.split("#")[0]!)).text).toContain("Confirm your email address to post it");
    const link = await world.linkFor(email, "verify");
    const verified = await who.post("/verify", formOf(await who.get(link), "/verify"));
    expect(verified.location).toContain("notice=comment-waits");
    expect((await who.get(pathOf(one))).text).toContain("Kept until then");
  });

  it("is shown, ready to post, when the account has written too much", async () => {
    const one = await listing();
    const who = world.visitor();
    const returnTo = returnOf(await press(who, pathOf(one), pathOf(one, "comments"), { body: "One too many" }));
    const { take } = world.deps.limiter;
    try {
      world.deps.limiter.take = async (name, key) => ({ ...(await take(name, key)), allowed: name !== "comment" });
      const reply = await byPassword(who, returnTo);
      expect(formOf(await who.get(reply.location.split("#")[0]!), pathOf(one, "comments")).body).toBe("One too many");
    } finally {
      world.deps.limiter.take = take;
    }
  });
});

describe("nothing is done", () => {
  it("in another browser, after an hour, for another purpose, or twice", async () => {
    const one = await listing();
    const returnTo = `${pathOf(one)}#vote`;
    const stranger = world.visitor();
    await byPassword(stranger, returnTo);
    const late = world.visitor();
    await press(late, pathOf(one), pathOf(one, "vote"));
    world.clock.at = new Date(world.clock.at.getTime() + 61 * 60_000);
    await byPassword(late, returnTo);
    const other = world.visitor();
    await press(other, pathOf(one), pathOf(one, "vote"));
    await byPassword(other, "/account");
    expect(await votesOf(one)).toBe(0);
    const again = world.visitor();
    await press(again, pathOf(one), pathOf(one, "vote"));
    await byPassword(again, returnTo);
    expect(await votesOf(one)).toBe(1);
  });

  it("for a form of another site, or a link to the page of signing in", async () => {
    const one = await listing();
    const victim = world.visitor();
    for (const from of [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }, {}])
      expect((await victim.post(pathOf(one, "vote"), { ...withoutCsrf, vote: "on" }, from)).status).toBe(403);
    await byPassword(victim, `${pathOf(one)}#vote`);
    expect(await votesOf(one)).toBe(0);
  });

  it("without a token for somebody who is signed in", async () => {
    const one = await listing();
    const who = world.visitor();
    await byPassword(who, "/account");
    for (const act of ["vote", "follow", "save"])
      expect((await who.post(pathOf(one, act), { ...withoutCsrf, [act]: "on" })).status).toBe(403);
    expect((await who.post(pathOf(one, "comments"), { ...withoutCsrf, body: "Hi" })).status).toBe(403);
  });
});
