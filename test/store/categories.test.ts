import { afterAll, beforeAll, expect, it } from "vitest";
import { moveCategory, REMOVE_CATEGORY, removeRest, startRemoval } from "../../actions/listings/arrange-categories.ts";
import { currentNames } from "../../actions/listings/former-categories.ts";
import { readCategoryTable, saveCategories } from "../../actions/listings/import-categories.ts";
import { saveField } from "../../actions/site/own-fields.ts";
import { applyPreset, PRESETS } from "../../data/presets.ts";
import type { Tx } from "../../store/store.ts";
import { createSeededDatabase } from "../helpers/database.ts";
import { addListing } from "../helpers/listing.ts";
import { addPerson } from "../helpers/people.ts";
import { caughtUp } from "../helpers/postgres/caught-up.ts";

const at = new Date("2026-01-05T00:00:00Z");
const by = "root";

let db: Awaited<ReturnType<typeof createSeededDatabase>>;
beforeAll(async () => {
  db = await createSeededDatabase();
});
afterAll(() => db.close());

async function change<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const result = await db.store.change(work);
  await caughtUp(db.store);
  return result;
}
const load = (text: string) => {
  const lines = readCategoryTable(text);
  if (lines === "unreadable") throw new Error(lines);
  return change((tx) => saveCategories(tx, lines));
};
const children = async (parent: string) =>
  (await db.store.categories.all()).filter(({ parentSlug }) => parentSlug === parent).map(({ slug }) => slug);

it("are imported, put in order and renamed, and an old name still finds its category", async () => {
  await load("Boats\nBoats > Sails\nBoats > Rigs\nBoats > Hulls");
  expect(await children("boats")).toEqual(["sails", "rigs", "hulls"]);
  await change((tx) => moveCategory(tx, "hulls", "up"));
  expect(await children("boats")).toEqual(["sails", "hulls", "rigs"]);
  await load("slug;name\nrigs;Masts");
  expect(await currentNames(["RIGS", "Masts", "Nothing"], db.store)).toEqual(["Masts", "Nothing"]);
  await load("slug;name\nspars;Rigs");
  expect(await currentNames(["Rigs"], db.store)).toEqual(["Rigs"]);
});

it("take listings, followers, readers, webhooks, fields and words of search from one that is removed", async () => {
  const { store } = db;
  const { id: accountId } = await addPerson(store, { email: "ann@people.example", name: "Ann" }, at);
  const listing = await addListing(store, { name: "Spinnaker", category: "sails", ownerId: accountId }, at);
  await change(async (tx) => {
    await tx.categoryFollows.follow(accountId, "sails", at);
    await tx.categoryFollows.follow(accountId, "hulls", at);
    await tx.digests.add({ id: "d1", email: "bo@people.example", askedAt: at, confirmedAt: at, dueAt: at });
    await tx.digests.choose("d1", "sails");
    await tx.webhooks.add({
      ...{ id: "w1", accountId, url: "https://hook.example/", types: ["category.launch"], secret: "x" },
      ...{ categories: ["sails", "crm", "hulls"], createdAt: at },
    });
    const places = { shownIn: ["facts" as const], editors: "owner" as const };
    await saveField(tx, { key: "cloth", label: "Cloth", kind: "line", categories: ["sails", "crm"], ...places });
  });
  expect(await change((tx) => startRemoval(tx, { slug: "sails", into: "hulls", by }, at))).toBe(false);

  const moved = (await store.listings.find(listing.id))!;
  expect(moved.profile.categories).toEqual([{ slug: "hulls", name: "Hulls", primary: true }]);
  expect([moved.version, moved.primaryCategory]).toEqual([listing.version, "hulls"]);
  const live = (await store.reference.categories()).filter(({ listingCount }) => listingCount > 0);
  expect(live.map(({ slug, listingCount, totalCount }) => [slug, listingCount, totalCount])).toEqual([["hulls", 1, 1]]);
  expect((await store.categoryFollows.ofAccount(accountId)).map(({ slug }) => slug)).toEqual(["hulls"]);
  expect(db.writer.prepare("select category from digest_categories").pluck().all()).toEqual(["hulls"]);
  expect((await store.webhooks.find("w1"))?.categories).toEqual(["hulls", "crm"]);
  expect((await store.fieldDefinitions.list())[0]?.categories).toEqual(["hulls", "crm"]);
  expect(await store.categories.formerly("sails")).toEqual({ slug: "hulls", name: "Hulls" });
  // What led to the removed one leads on.
  await change((tx) => startRemoval(tx, { slug: "hulls", into: "boats", by }, at));
  expect(await store.categories.formerly("sails")).toEqual({ slug: "boats", name: "Boats" });
  const filter = { status: "live", sort: "relevance", q: "boats" } as const;
  expect((await store.listings.search(filter, { page: 1, perPage: 9 })).items.map(({ id }) => id)).toEqual([
    listing.id,
  ]);
});

it("with many listings move them in several changes, each of them whole", async () => {
  const { store } = db;
  for (let nth = 0; nth < 205; nth++) await addListing(store, { name: `Crowd ${nth}`, category: "rigs" }, at);
  const now = () => at;
  expect(await change((tx) => startRemoval(tx, { slug: "rigs", into: "boats", by }, at))).toBe(true);
  const left = (await store.categories.listingsIn("rigs", 999)).length;
  expect(left).toBe(5);
  const [job] = (await store.jobs.list({ kind: REMOVE_CATEGORY }, { page: 1, perPage: 1 })).items;
  const payload = { slug: "rigs", into: "boats", by };
  expect(job?.payload).toEqual(payload);
  const stopped = AbortSignal.abort();
  await expect(removeRest(payload, { store, now }, stopped)).rejects.toThrow();
  await removeRest(payload, { store, now }, new AbortController().signal);
  await removeRest(payload, { store, now }, new AbortController().signal);
  await caughtUp(store);
  expect(await store.reference.findCategory("rigs")).toBeUndefined();
  expect((await store.reference.categories()).find(({ slug }) => slug === "boats")).toMatchObject({
    listingCount: 206,
  });
  expect((await store.audit.list({}, { page: 1, perPage: 9 })).items).toMatchObject([
    { action: "category.remove", after: { "moved to": "Boats" } },
  ]);
});

it("of a preset make room for those of another, if nobody uses them", async () => {
  await addListing(db.store, { name: "Ledger", category: "accounting" }, at);
  await change((tx) => applyPreset(tx, "self-hosted"));
  const slugs = (await db.store.categories.all()).map(({ slug }) => slug);
  expect(slugs).toEqual(expect.arrayContaining(["accounting", "finance", "media-servers", "boats"]));
  expect(slugs.length).toBe(PRESETS["self-hosted"].length + ["boats", "spars", "accounting", "finance"].length);
  await change((tx) => applyPreset(tx, "self-hosted"));
  expect((await db.store.categories.all()).map(({ slug }) => slug)).toEqual(slugs);
  await change((tx) => applyPreset(tx, "none"));
  expect((await db.store.categories.all()).length).toBe(4);
});
