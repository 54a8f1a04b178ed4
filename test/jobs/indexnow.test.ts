import { afterEach, expect, it } from "vitest";
import { createIndexNow } from "../helpers/indexnow-server.ts";
import { createWorld, type World } from "../helpers/world.ts";

const KEY = "3f1c9f2e-debut-key";
const MINUTE = 60_000;

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function begin(change: (port: number) => Record<string, string> = () => ({})) {
  const engine = await createIndexNow();
  open.push(engine);
  const world = await createWorld({
    env: {
      INDEXNOW_KEY: KEY,
      INDEXNOW_URL: "https://engine.test/indexnow",
      OUTBOUND_RESOLVE: `engine.test=127.0.0.1:${engine.port}`,
      ...change(engine.port),
    },
  });
  open.push(world);
  const later = async (minutes = 10) => {
    world.advance(minutes * MINUTE);
    await world.drain();
    await world.drain();
  };
  return { engine, world, later };
}

const hold = (world: World, id: number, status: "suspended" | "live") =>
  world.deps.store.change((tx) =>
    tx.moderation.hold(id, { status, statusReason: null, statusBefore: null }, world.deps.now()),
  );
const failed = async ({ deps }: World) =>
  (await deps.store.jobs.list({ state: "failed", kind: "submit-urls" }, { page: 1, perPage: 10 })).items;

it("submits each launch, change and removal once, with a key the engine finds", async () => {
  const { engine, world, later } = await begin();
  await world.listing("Before");
  await later();
  expect(engine.accepted).toEqual([]);

  const acme = await world.listing("Acme");
  await world.listing("Bolt");
  await world.listing("Never Shown", { status: "draft", launchedAt: null });
  await later();
  expect(engine.accepted).toEqual([["/listings/acme", "/listings/bolt"]]);
  await later(60);
  expect(engine.accepted).toHaveLength(1);

  // Twice within ten minutes is one change.
  await hold(world, acme.id, "suspended");
  world.advance(1000);
  await hold(world, acme.id, "live");
  await later();
  world.advance(MINUTE);
  await hold(world, acme.id, "suspended");
  await later();
  expect(engine.accepted.slice(1)).toEqual([["/listings/acme"], ["/listings/acme"]]);
  expect(engine.statuses).toEqual([200, 200, 200]);
});

it("waits for a change to settle", async () => {
  const { engine, world, later } = await begin();
  await later();
  world.advance(9.5 * MINUTE);
  await world.listing("Fresh");
  await later(0.5);
  expect(engine.accepted).toEqual([]);
  await later();
  expect(engine.accepted).toEqual([["/listings/fresh"]]);
});

it("tries again after a refusal, and leaves what changed meanwhile to the next submission", async () => {
  const { engine, world, later } = await begin();
  await later();
  engine.faults.push(429, 503);
  await world.listing("Acme");
  const bolt = await world.listing("Bolt");
  await later();
  await hold(world, bolt.id, "suspended");
  await later(20);
  await later(120);
  expect(engine.statuses.slice(0, 2)).toEqual([429, 503]);
  expect(engine.accepted.flat().sort()).toEqual(["/listings/acme", "/listings/bolt"]);
  expect(await failed(world)).toEqual([]);
});

it("gives up after a day and a half with the engine's reason, and can be run again", async () => {
  const { engine, world, later } = await begin();
  await later();
  engine.faults.push(403, 403, 403, 403, 403);
  await world.listing("Acme");
  await later();
  for (const minutes of [11, 61, 361, 1441]) await later(minutes);
  const [job] = await failed(world);
  expect(job?.lastError).toBe("IndexNow answered with status 403: the key was not found at its address.");
  await world.deps.store.change((tx) => tx.jobs.again(world.deps.now(), job!.id));
  await later();
  expect(engine.accepted).toEqual([["/listings/acme"]]);
});

it("is off without a key, and serves none", async () => {
  const { engine, world, later } = await begin(() => ({ INDEXNOW_KEY: "" }));
  await world.listing("Acme");
  await later();
  await later();
  expect(engine.statuses).toEqual([]);
  expect((await fetch(`${world.url}/${KEY}.txt`)).status).toBe(404);
  expect(await world.deps.store.indexnow.told()).toBeUndefined();
});

it("serves its key as plain text", async () => {
  const { world } = await begin();
  const response = await fetch(`${world.url}/${KEY}.txt`);
  expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
    200,
    "text/plain; charset=utf-8",
    KEY,
  ]);
});

it("never reaches a private address", async () => {
  const { engine, world, later } = await begin((port) => ({ INDEXNOW_URL: `http://127.0.0.1:${port}/indexnow` }));
  await later();
  await world.listing("Acme");
  await later();
  expect(engine.statuses).toEqual([]);
  const { items } = await world.deps.store.jobs.list({ kind: "submit-urls" }, { page: 1, perPage: 10 });
  expect(items.map(({ lastError }) => lastError)).toEqual([expect.stringContaining("not an IP address")]);
});
