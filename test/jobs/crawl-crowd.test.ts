import { afterEach, expect, it } from "vitest";
import { CROWDED_CRAWL_MS } from "../../domain/drafts/crawl-crowd.ts";
import { createSlowSites } from "../helpers/slow-sites.ts";
import { createWorld, type World } from "../helpers/world.ts";

let world: World;
afterEach(() => world.close());

const submit = async (name: string, host: string) => {
  const { status, body } = await world.as(name).post("/drafts", { body: { url: `https://${host}/` } });
  expect(status).toBe(201);
  return body.id as string;
};
const runAt = async (draftId: string) => (await world.deps.store.jobs.find(`crawl:${draftId}`))!.runAt.getTime();

it("the crawler gives slow websites less time while many wait, and takes accounts in turn", async () => {
  const sites = createSlowSites();
  world = await createWorld({ replaced: { crawl: sites.crawl } });
  for (let nth = 0; nth < 16; nth++) await submit(`owner${nth % 4}`, `slow${nth}.com`);
  const mine = await submit("maker", "maker.com");
  const sooner = await submit("owner0", "slow99.com");
  expect(await runAt(mine)).toBeLessThan(await runAt(sooner));
  await expect.poll(() => sites.asked.get("maker.com")).toMatchObject({ wallMs: CROWDED_CRAWL_MS });
  expect(sites.asked.get("slow0.com")).not.toHaveProperty("wallMs");
  sites.finish();
});

it("no crawl waits while there is room", async () => {
  const sites = createSlowSites();
  world = await createWorld({ replaced: { crawl: sites.crawl } });
  const first = await submit("ann", "one.com");
  const second = await submit("ann", "two.com");
  expect((await runAt(second)) - (await runAt(first))).toBeLessThan(5000);
  await expect.poll(() => [...sites.asked.values()].map(({ wallMs }) => wallMs)).toEqual([undefined, undefined]);
  sites.finish();
});
