import { afterEach, expect, it } from "vitest";
import { CROWDED_CRAWL_MS, GUEST_CRAWL_SLOTS } from "../../domain/drafts/crawl-crowd.ts";
import { MOST_GUEST_DRAFTS } from "../../domain/drafts/guest-draft.ts";
import { createGuest } from "../helpers/guest.ts";
import { createSlowSites } from "../helpers/slow-sites.ts";
import { createWorld, type World } from "../helpers/world.ts";

let world: World;
afterEach(() => world.close());

const open = async (env: Record<string, string> = {}) => {
  const sites = createSlowSites();
  world = await createWorld({
    env: { TRUSTED_PROXIES: "127.0.0.1", LIMIT_GUEST_DRAFTS_ALL: "1000", ...env },
    replaced: { crawl: sites.crawl },
  });
  return sites;
};
const guest = (nth: number) => createGuest(world, `203.0.113.${nth}`);

it("a flood of guests delays no member: guests have separate slots", async () => {
  const sites = await open();
  for (let nth = 0; nth < 20; nth++) await guest(nth).draft(`flood${nth}.com`);
  await expect.poll(() => sites.asked.size).toBe(GUEST_CRAWL_SLOTS);
  const { body } = await world.as("ann").post("/drafts", { body: { url: "https://member.com/" } });
  const job = await world.deps.store.jobs.find(`crawl:${body.id}`);
  expect(job!.runAt.getTime()).toBeLessThanOrEqual(world.deps.now().getTime());
  await expect.poll(() => sites.asked.get("member.com")).toBeDefined();
  expect(sites.asked.get("member.com")).not.toHaveProperty("wallMs");
  expect([...sites.asked.keys()].filter((host) => host.startsWith("flood"))).toHaveLength(GUEST_CRAWL_SLOTS);
  sites.finish();
  // Those that wait in a crowd are read for less time.
  await expect.poll(() => [...sites.asked.values()].at(-1)).toMatchObject({ wallMs: CROWDED_CRAWL_MS });
});

it("a network may submit 5 websites an hour, IPv6 networks count as one, and others continue", async () => {
  const sites = await open();
  const flood = guest(1);
  for (let nth = 0; nth < 5; nth++) await flood.draft(`one${nth}.com`);
  const refused = await flood.paste("one5.com");
  expect(refused.status).toBe(429);
  expect(refused.text).toContain("Your network sent 5 websites this hour.");
  expect(refused.text).toContain("Accounts have separate limits");
  expect(refused.text).toContain('value="one5.com"');
  // What one has is not counted again.
  expect((await flood.paste("one0.com")).status).toBe(303);
  for (let nth = 0; nth < 5; nth++) await createGuest(world, `2001:db8:1:${nth}::1`).draft(`six${nth}.com`);
  expect((await createGuest(world, "2001:db8:1:77::1").paste("six5.com")).status).toBe(429);
  expect((await guest(2).paste("two.com")).status).toBe(303);
  sites.finish();
});

it("all networks share a limit that no single one can use up", async () => {
  const sites = await open({ LIMIT_GUEST_DRAFTS_ALL: "8" });
  const flood = guest(1);
  for (let nth = 0; nth < 20; nth++) await flood.paste(`one${nth}.com`);
  for (let nth = 0; nth < 3; nth++) await guest(10 + nth).draft(`many${nth}.com`);
  const refused = await guest(20).paste("more.com");
  expect(refused.status).toBe(429);
  expect(refused.text).toContain("Visitors without an account sent 8 websites this hour, the most that we read.");
  expect((await world.as("ann").post("/drafts", { body: { url: "https://member.com/" } })).status).toBe(201);
  sites.finish();
});

it("beyond the maximum, the oldest guest draft is deleted once it is an hour old", async () => {
  const sites = await open();
  const first = guest(1);
  const path = await first.draft("first.com");
  const row = (await world.deps.store.guestDrafts.find(path.split("/")[2]!))!;
  await world.deps.store.change(async (tx) => {
    for (let nth = 1; nth < MOST_GUEST_DRAFTS; nth++)
      await tx.guestDrafts.add({ ...row, id: `${nth}`, createdAt: new Date(row.createdAt.getTime() + nth) });
  });
  expect((await guest(2).paste("early.com")).status).toBe(429);
  expect((await first.get(path)).status).toBe(200);
  world.advance(3600_000);
  expect((await guest(3).paste("later.com")).status).toBe(303);
  expect((await first.get(path)).status).toBe(404);
  expect(await world.deps.store.guestDrafts.count()).toBe(MOST_GUEST_DRAFTS);
  sites.finish();
});

it("a browser keeps 10 drafts: the oldest loses its cookie", async () => {
  const sites = await open({ LIMIT_GUEST_DRAFTS: "100" });
  const ann = guest(1);
  const paths: string[] = [];
  for (let nth = 0; nth < 11; nth++) paths.push(await ann.draft(`tab${nth}.com`));
  expect([...ann.cookies.keys()].filter((name) => name.startsWith("draft-"))).toHaveLength(10);
  expect((await ann.get(paths[0]!)).status).toBe(404);
  expect((await ann.get(paths[10]!)).status).toBe(200);
  sites.finish();
});
