import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { defineTool, READ } from "../../tools/define.ts";
import { invoke } from "../../tools/invoke.ts";
import { runReleased } from "../helpers/process.ts";
import { createWorld, type World } from "../helpers/world.ts";

let world: World;
let reads = 0;
beforeAll(async () => {
  world = await createWorld();
  // Answers are forgotten when a minute ends, so these tests begin with one.
  world.advance(60_000 - (world.deps.now().getTime() % 60_000));
  await world.listing("Acme");
  await world.drain();
  const { findLive } = world.deps.store.listings;
  world.deps.store.listings.findLive = (slug) => {
    reads++;
    return findLive(slug);
  };
});
afterAll(() => world.close());

const name = async () => (await world.rest("GET", "/listings/acme")).body.tagline;

it("returns a cached response until something changes, and never a stale one", async () => {
  expect(await name()).toBe("Acme in one line");
  expect(await name()).toBe("Acme in one line");
  expect(reads).toBe(1);
  const listing = (await world.deps.store.listings.findBySite("acme.example"))!;
  await world.deps.store.change((tx) =>
    tx.listings.update(listing, { ...listing, tagline: "Changed" }, {}, { accountId: null, client: null }, new Date()),
  );
  expect(await name()).toBe("Changed");
  expect(reads).toBe(2);
  expect((await world.mcp("get_listing", { slug: "acme" })).body.structuredContent.tagline).toBe("Changed");
});

it("notices what another process wrote", async () => {
  const before = (await world.rest("GET", "/site")).body.counts.live_listings;
  await runReleased(["seed", "--listings", "5"], { DATA_DIR: world.folder });
  expect((await world.rest("GET", "/site")).body.counts.live_listings).toBeGreaterThan(before);
});

it("expires with the minute, so that a new week starts on time", async () => {
  const week = async () => (await world.rest("GET", "/launches/weeks/this")).body;
  const { week: monday, ends_at: end } = await week();
  world.advance(new Date(end).getTime() - world.deps.now().getTime() - 30_000);
  expect((await week()).week).toBe(monday);
  world.advance(30_000);
  expect((await week()).starts_at).toBe(end);
});

it("never caches a response that depends on the caller", async () => {
  const greet = defineTool({
    name: "greet",
    title: "Greet",
    description: "Greets members by name and everybody else alike.",
    access: "public",
    rest: "GET /greet",
    annotations: READ,
    remembered: true,
    input: z.strictObject({ personally: z.boolean() }),
    output: z.object({ hello: z.string() }),
    handler: async ({ personally }, { askCaller }) => ({ hello: personally ? askCaller().address : "everybody" }),
  });
  const asked = async (address: string, personally: boolean) =>
    invoke(greet, { personally }, { deps: world.deps, caller: { kind: "anonymous", address }, interface: "site" });
  expect(await asked("192.0.2.1", true)).toMatchObject({ output: { hello: "192.0.2.1" }, isPublic: false });
  expect(await asked("192.0.2.2", true)).toMatchObject({ output: { hello: "192.0.2.2" }, isPublic: false });
  const shared = await asked("192.0.2.1", false);
  expect(shared.isPublic).toBe(true);
  expect((await asked("192.0.2.2", false)).output).toBe(shared.output);
});
