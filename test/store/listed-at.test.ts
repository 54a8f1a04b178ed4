import { afterAll, beforeAll, expect, it } from "vitest";
import { addListing, type GivenListing } from "../helpers/listing.ts";
import { createWorld, type World } from "../helpers/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const newest = async (): Promise<string[]> =>
  (await world.deps.store.listings.search({ status: "live", sort: "newest" }, { page: 1, perPage: 9 })).items.map(
    ({ name }) => name,
  );
const listedAt = async (id: number): Promise<Date | null | undefined> => {
  const row: object | undefined = await world.deps.store.listings.find(id);
  return row && Reflect.get(row, "listedAt");
};
const day = (date: string) => new Date(`${date}T00:00:00Z`);

it("lists are ordered by launch, or without one by the moment when the listing went live", async () => {
  const { store } = world.deps;
  const listing = (name: string, given: Partial<GivenListing>) =>
    addListing(store, { name, category: "crm", ...given }, day("2026-03-01"));
  await listing("Launched", { launchedAt: day("2026-02-01") });
  const imported = await listing("Imported", { launchedAt: null });
  const held = await listing("Held", { status: "pending_review", launchedAt: null });
  expect(await newest()).toEqual(["Imported", "Launched"]);
  expect(await listedAt(held.id)).toBeNull();

  const state = { status: "live", statusReason: null, statusBefore: null } as const;
  await store.change((tx) => tx.moderation.hold(held.id, state, day("2026-04-01")));
  expect(await listedAt(held.id)).toEqual(day("2026-04-01"));
  expect(await newest()).toEqual(["Held", "Imported", "Launched"]);

  const now = (await store.listings.find(imported.id))!;
  const terms = { ...now, launchedAt: day("2026-05-01"), categories: now.profile.categories };
  await store.change((tx) => tx.listings.setTerms(now, terms, { accountId: null, client: null }, day("2026-05-01")));
  expect(await newest()).toEqual(["Imported", "Held", "Launched"]);
});
