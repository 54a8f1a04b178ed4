import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { deleteAccount } from "../../actions/accounts/delete-account.ts";
import { exportAccount } from "../../actions/accounts/export-account.ts";
import { createCalendarAddress } from "../../actions/launches/calendar-address.ts";
import { addEndpoint, sendTest } from "../../actions/notifications/webhook-endpoints.ts";

import { burstLimits } from "../../domain/community/votes.ts";
import { EVENT_NAMES } from "../../domain/notifications/event.ts";
import { ACME, createWebsite } from "../helpers/website.ts";
import { createWorld, PASSWORD } from "../helpers/world.ts";
import { createVisitor, formOf } from "./world.ts";

const site = await createWebsite({ ...ACME });
const world = await createWorld({
  env: { OUTBOUND_RESOLVE: site.resolve("acme.test"), LIMIT_SIGN_IN: "1000", LIMIT_SUBMIT_HOUR: "100" },
});

async function signedIn(name: string) {
  await world.account(name);
  const person = createVisitor(world.baseUrl);
  await person.signIn(`${name}@people.example`, { password: PASSWORD });
  return person;
}

/**
 * Somebody who has one of everything: a draft, listings, a vote, a follow, a review, a key,
 * answers, an order, a webhook, a calendar.
 */
async function busy(name: string, other: { id: number }) {
  const { deps } = world;
  const { store } = deps;
  const account = await world.account(name);
  const at = deps.now();
  const own = await world.listing(`${name} live`, { ownerId: account.id });
  const saved = await world.listing(`${name} saved`, { ownerId: account.id, status: "draft", launchedAt: null });
  const shared = await world.listing(`${name} shared`, { ownerId: account.id, claimedMethod: "dns" });
  const friend = await world.account(`${name}-friend`);
  await store.change(async (tx) => {
    await tx.listings.addEditor(shared.id, friend.id, at);
    const origin = { visitorHash: `hash of ${name}`, networkHash: null };
    await tx.votes.set(account.id, other.id, origin, burstLimits(deps.settings), at);
    await tx.engagement.follow(account.id, other.id, at);
    await tx.reviews.write(account.id, other.id, { rating: 4, title: "Good", body: `Words of ${name}` }, at);
    const review = (await tx.reviews.find(account.id, other.id))!;
    await tx.reviews.decide(review.id, "published", { by: "x", at, seenAt: review.updatedAt });
    await tx.interview.answer(account.id, 1, `Answer of ${name}`, at);
  });
  const api = world.as(name);
  await api.post("/drafts", { body: { url: `https://acme.test/${name}` } });
  await api.post("/orders/checkout", { body: { items: [{ product: "story-unlock", listing_id: own.id }] } });
  const hook = { url: `https://acme.test/hook-of-${name}`, types: EVENT_NAMES, categories: [] };
  const endpoint = await addEndpoint(account, hook, deps);
  if (typeof endpoint === "string") throw new Error(endpoint);
  await sendTest(account.id, endpoint.id, deps);
  await createCalendarAddress(account.id, deps);
  return { account, own, saved, shared, friend };
}

/** Every table of the database that has a text somewhere. */
function tablesWith(text: string): string[] {
  const db = new Database(join(world.folder, "debut.db"), { readonly: true });
  const names = db
    .prepare("select name from sqlite_master where type = 'table' order by name")
    .pluck()
    .all() as string[];
  const found = names.filter((name) =>
    db
      .prepare(`select * from "${name}"`)
      .all()
      .some((row) => JSON.stringify(row).includes(text)),
  );
  db.close();
  return found;
}

describe("the data of an account", () => {
  it("comes as one file, without secrets, to its owner alone", async () => {
    const other = await world.listing("Exported");
    await busy("erik", other);
    const erik = await signedIn("erik");
    const reply = await erik.get("/account/data.json");
    expect(reply.headers.get("content-disposition")).toMatch(/^attachment; filename="127\.0\.0\.1-.*\.json"$/);
    expect(reply.headers.get("cache-control")).toBe("private, no-store");
    const data = JSON.parse(reply.text);
    expect(data.profile).toMatchObject({ email: "erik@people.example", name: "erik" });
    expect(data.votes).toMatchObject([{ slug: "exported", counted: true }]);
    expect(data.reviews).toMatchObject([{ body: "Words of erik", rating: 4 }]);
    expect(data.follows).toMatchObject([{ slug: "exported" }]);
    expect(data.interview).toMatchObject([{ answer: "Answer of erik" }]);
    expect(data.drafts).toMatchObject([{ url: "https://acme.test/erik" }]);
    expect(data.listings.map(({ slug }: { slug: string }) => slug)).toEqual(["erik-live", "erik-saved", "erik-shared"]);
    expect(data.orders).toMatchObject([{ number: expect.stringMatching(/^ORD-/), status: "pending" }]);
    expect(data.api_keys).toMatchObject([{ name: "test" }]);
    expect(data.webhook_endpoints).toMatchObject([{ url: "https://acme.test/hook-of-erik", off_since: null }]);
    expect(data.webhook_deliveries).toMatchObject([{ type: "webhook.test", state: "waiting" }]);
    expect(data.calendar_address).toMatchObject({ created_at: expect.stringMatching(/^20/) });
    expect(reply.text).not.toContain("whsec_");
    expect(Object.keys(data)).toEqual(expect.arrayContaining(["claims", "connected_apps", "invoices", "mails"]));
    expect(reply.text).not.toMatch(/hash|argon2|token/i);
    expect((await createVisitor(world.baseUrl).get("/account/data.json")).location).toContain("/sign-in");
  });

  it("of nobody is not there", async () => {
    await expect(exportAccount("nobody", world.deps)).rejects.toMatchObject({ code: "not_found" });
  });

  it("is asked for with a fresh sign-in", async () => {
    const late = await signedIn("late");
    world.advance(16 * 60_000);
    for (const path of ["/account/data.json", "/account/delete"])
      expect((await late.get(path)).location).toContain("/sign-in?return_to=");
  });
});

describe("deleting an account", () => {
  it("wants the address and the password", async () => {
    const mia = await signedIn("mia");
    const send = async (form: Record<string, string>) => {
      await mia.get("/account/delete");
      return mia.post("/account/delete", form);
    };
    const wrong = await send({ email: "mia@elsewhere.example", password: "wrong" });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain("This is not the email address of your account.");
    expect(wrong.text).toContain("The password is wrong.");
    expect((await send({ email: "mia@people.example", password: "wrong" })).status).toBe(400);
    expect((await mia.get("/account")).status).toBe(200);
  });

  it("ends everything that is the person's, and keeps what is others' or the law's", async () => {
    const { store } = world.deps;
    const other = await world.listing("Other");
    const { account, own, saved, shared, friend } = await busy("ida", other);
    await store.change(async (tx) => {
      await tx.factChecks.told(account.id, [], world.deps.now());
      await tx.savedSearches.mailed(account.id, world.deps.now());
      await tx.categoryFollows.follow(account.id, "crm", world.deps.now());
      const asked = { email: account.email, askedAt: world.deps.now() };
      await tx.digests.ask({ ...asked, tokenHash: "hash of ida", categories: ["crm"], zone: null });
      await tx.digests.add({ ...asked, id: "digest of ida", confirmedAt: asked.askedAt, dueAt: asked.askedAt });
      await tx.digests.choose("digest of ida", "crm");
    });
    const count = async () => (await store.listings.find(other.id))!;
    expect(await count()).toMatchObject({ votes: 1, followers: 1, ratingCount: 1, ratingSum: 4 });
    const key = await world.key("ida");
    const [ida, elsewhere] = [await signedIn("ida"), await signedIn("ida")];
    const page = await ida.get("/account/delete");
    expect(page.text).toContain("ida live");
    const form = {
      ...formOf(page, "/account/delete"),
      email: "IDA@people.example",
      password: PASSWORD,
      listings: "keep",
    };
    expect((await ida.post("/account/delete", form)).location).toBe("/?notice=account-deleted");

    expect((await ida.get("/account")).location).toContain("/sign-in");
    expect((await elsewhere.get("/account")).location).toContain("/sign-in");
    expect((await world.rest("GET", "/me", { bearer: key })).status).toBe(401);
    expect(await store.accounts.findByEmail("ida@people.example")).toBeUndefined();
    expect(await store.accounts.find(account.id)).toMatchObject({ status: "deleted", name: null, passwordHash: null });
    expect(await count()).toMatchObject({ votes: 0, followers: 0, ratingCount: 0, ratingSum: 0 });
    expect(await store.interview.answersOf(account.id)).toEqual([]);
    expect((await store.drafts.listOwned(account.id, { page: 1, perPage: 5 })).total).toBe(0);
    expect(await store.votes.find(account.id, other.id)).toMatchObject({ counted: false, visitorHash: "" });

    expect(await store.listings.find(own.id)).toMatchObject({ status: "live", claimedMethod: null });
    expect(await store.listings.find(saved.id)).toMatchObject({ status: "removed" });
    expect(await store.listings.find(shared.id)).toMatchObject({ status: "live", claimedMethod: "dns" });
    expect(await store.listings.members(shared.id)).toMatchObject([{ accountId: friend.id, role: "owner" }]);
    const { items } = await store.orders.listOwned(account.id, { page: 1, perPage: 5 });
    expect(items).toMatchObject([{ status: "canceled", billing: null }]);

    await world.drain();
    expect(tablesWith("ida@people.example")).toEqual(["mails"]);
    expect(tablesWith("hook-of-ida")).toEqual([]);
    expect(tablesWith("digest of ida")).toEqual([]);
    const mails = (await store.mails.list({ page: 1, perPage: 100 })).items;
    expect(mails.filter(({ recipient }) => recipient.startsWith("ida@")).map(({ subject }) => subject)).toEqual([
      "Your account on Debut was deleted",
    ]);
    expect(tablesWith(account.id)).toEqual(["accounts", "listing_versions", "orders", "votes"]);
    await expect(deleteAccount(account.id, { takeListingsDown: false }, world.deps)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("lets a draft that is still being read run into nothing", async () => {
    await world.account("kai");
    await world.as("kai").post("/drafts", { body: { url: "https://acme.test/kai" } });
    const { id } = await world.account("kai");
    await deleteAccount(id, { takeListingsDown: false }, world.deps);
    await world.drain();
    expect(world.logs.filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  it("takes listings down on request, and leaves their websites free", async () => {
    const { store } = world.deps;
    const leo = await world.account("leo");
    const live = await world.listing("Leo live", { ownerId: leo.id });
    const hidden = await world.listing("Leo suspended", { ownerId: leo.id, status: "suspended" });
    await deleteAccount(leo.id, { takeListingsDown: true }, world.deps);
    expect(await store.listings.find(live.id)).toMatchObject({ status: "removed" });
    expect(await store.listings.find(hidden.id)).toMatchObject({ status: "suspended" });
    expect((await world.rest("GET", "/listings/leo-live")).status).toBe(404);
  });

  it("frees the address for a new account, and never leaves a site without an admin", async () => {
    const { id } = await world.account("root", { admin: true });
    const call = () => deleteAccount(id, { takeListingsDown: false }, world.deps);
    await expect(call()).rejects.toMatchObject({ code: "last_admin" });
    const root = await signedIn("root");
    await root.get("/account/delete");
    const refused = await root.post("/account/delete", { email: "root@people.example", password: PASSWORD });
    expect(refused).toMatchObject({ status: 400, text: expect.stringContaining("This is the only admin account.") });
    await world.account("second", { admin: true });
    await call();
    const again = createVisitor(world.baseUrl);
    await again.signUp("root@people.example");
    expect((await world.deps.store.accounts.findByEmail("root@people.example"))?.isAdmin).toBe(false);
  });
});

describe("mails", () => {
  it("about listings one follows are ended one by one, or all", async () => {
    const { deps } = world;
    const nina = await signedIn("nina");
    const { id } = await world.account("nina");
    const listings = [
      await world.listing("News one"),
      await world.listing("News two"),
      await world.listing("News three"),
    ];
    await deps.store.change(async (tx) => {
      for (const listing of listings) await tx.engagement.follow(id, listing.id, deps.now());
    });
    expect((await nina.get("/account/notifications")).text).toContain("News two");
    await nina.post("/account/notifications/stop", { slug: "news-two" });
    expect((await deps.store.personal.follows(id)).map(({ slug }) => slug)).toEqual(["news-one", "news-three"]);
    await nina.post("/account/notifications/stop", { slug: "" });
    expect((await nina.get("/account/notifications")).text).toContain("You don’t follow any listings yet.");
    expect((await deps.store.listings.find(listings[0]!.id))?.followers).toBe(0);
  });
});
