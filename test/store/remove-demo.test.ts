import { expect, it } from "vitest";
import type { Deps } from "../../actions/context.ts";
import { loadDemo } from "../../data/load-demo.ts";
import { removeDemo } from "../../jobs/remove-demo.ts";
import { loadProducts } from "../../server/commands/demo/load.ts";
import { checkSearchIndex } from "../../store/search/check-index.ts";
import { communityOf, counters, recomputed } from "../helpers/community.ts";
import { createSeededDatabase } from "../helpers/database.ts";

const calendar = { now: new Date("2026-11-18T10:00:00Z"), zone: "UTC" };
const db = await createSeededDatabase();

it("removing the demo removes all of it and nothing else", async () => {
  const { store, writer, searched } = db;
  const people = communityOf(store);
  const [ann, bo] = [await people.person(), await people.person()];
  const own = await people.listing({ ownerId: ann });
  await store.change((tx) => tx.engagement.follow(bo, own.id, calendar.now));
  const count = (table: string, where = "1 = 1") =>
    writer.prepare(`select count(*) from ${table} where ${where}`).pluck().get() as number;
  const TABLES = ["listings", "accounts", "founders", "posts", "votes", "follows", "reviews", "listing_updates"];
  const sizes = () => Object.fromEntries(TABLES.map((table) => [table, count(table)]));
  const before = sizes();
  const remove = () => removeDemo.run({} as never, { store } as Deps, new AbortController().signal);

  await loadProducts(store, calendar);
  await loadDemo(store, { count: 120, ...calendar });
  const [claimed, liked] = (await store.launches.feed("recent", { offset: 0, limit: 2 })).rows;
  await store.change((tx) => tx.listings.setOwner(claimed!.id, ann, calendar.now));
  await store.change((tx) => tx.engagement.follow(bo, liked!.id, calendar.now));
  expect(count("listings")).toBeGreaterThan(150);

  await remove();
  expect(count("listings", "is_demo = 1")).toBe(1);
  expect((await store.listings.find(claimed!.id))?.name).toBe(claimed!.name);
  await store.change((tx) => tx.listings.clearTeam(claimed!.id));
  await remove();
  expect(sizes()).toEqual(before);
  expect(counters(writer)).toEqual(recomputed(writer));
  expect(writer.pragma("foreign_key_check")).toEqual([]);
  expect(checkSearchIndex(searched, { sampleEvery: 1 })).toEqual([]);
});
