import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { weekOf } from "../../domain/launches/launch-week.ts";
import { castVote } from "../helpers/cast-vote.ts";
import { createWire } from "../helpers/wire.ts";
import { createWorld } from "../helpers/world.ts";
import { openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const MINUTE = 60_000;
const { world, browser } = await withBrowser(createWorld({ env: { LIMIT_LIVE: "1000" } }));
const { deps } = world;
function launched(name: string) {
  const { monday, startsAt } = weekOf(deps.now(), "UTC");
  return world.listing(name, { launchedAt: startsAt, launchWeek: monday });
}
async function vote(listingId: number, ...names: string[]): Promise<void> {
  for (const name of names) await castVote(deps, (await world.account(name)).id, listingId);
}
const figures = (page: Page) => page.locator("#community").innerText();
const metrics = async () => (await fetch(`${world.url}/metrics`)).text();
const open = async () => Number(/debut_live_connections (\d+)/.exec(await metrics())?.[1]);

it("a vote and a place appear in every tab without reloading, over one connection", async () => {
  const one = await launched("Kelpline");
  const two = await launched("Nightferry");
  const { page, complaints, expectSound, close } = await openWatched(browser);
  await page.goto(`${world.url}/listings/${one.slug}`);
  const tab = await page.context().newPage();
  await tab.goto(`${world.url}/listings/${two.slug}`);
  await expect.poll(open).toBe(1);
  await vote(one.id, "ann");
  await expect.poll(() => figures(page)).toContain("1 vote · 0 followers · #1 this week");
  await vote(two.id, "bo", "cy");
  await expect.poll(() => figures(page)).toContain("#2 this week");
  await expect.poll(() => figures(tab)).toContain("2 votes · 0 followers · #1 this week");
  expect(await open()).toBe(1);
  await tab.reload();
  expect(await figures(tab)).toContain("2 votes · 0 followers · #1 this week");
  await expectSound();
  expect(complaints).toEqual([]);
  await close();
  await expect.poll(open).toBe(0);
});

it("lists take over the new order, and what was focused stays so", async () => {
  const [first, second] = [await launched("Alder"), await launched("Birch")];
  await vote(first.id, "ann", "bo", "cy");
  const { page, complaints, expectSound, close } = await openWatched(browser);
  const names = () => page.locator("#live-week h3").allInnerTexts();
  await page.goto(world.url);
  await expect.poll(open).toBe(1);
  expect((await names())[0]).toBe("Alder");
  await page.getByRole("button", { name: "Vote for Birch" }).focus();
  await vote(second.id, ...["ann", "bo", "cy", "di"]);
  await expect.poll(async () => (await names())[0]).toBe("Birch");
  expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe("Vote for Birch");
  await expectSound();
  expect(complaints).toEqual([]);
  await close();
});

it.each([
  ["no shared workers", "delete globalThis.SharedWorker"],
  ["neither workers nor channels", "delete globalThis.SharedWorker; delete globalThis.BroadcastChannel"],
])("a browser with %s follows, too", async (how, without) => {
  const { id, slug } = await launched(`Plain ${how}`);
  const { page, complaints, close } = await openWatched(browser);
  await page.context().addInitScript({ content: without });
  await page.goto(`${world.url}/listings/${slug}`);
  const tab = await page.context().newPage();
  await tab.goto(`${world.url}/listings/${slug}`);
  await expect.poll(open).toBe(how === "no shared workers" ? 1 : 2);
  await vote(id, "ann");
  for (const each of [page, tab]) await expect.poll(() => figures(each)).toContain("1 vote ·");
  // The tab that had the connection goes, and another takes its place.
  await page.close();
  await vote(id, "bo");
  await expect.poll(() => figures(tab)).toContain("2 votes ·");
  expect(complaints).toEqual([]);
  await close();
});

it("nothing is lost while the network is cut, or while the computer sleeps", async () => {
  const { id, slug } = await launched("Sleeper");
  const wire = await createWire(world.url);
  const context = await browser.newContext({ reducedMotion: "reduce" });
  // Without workers all of it runs in the page, whose clock can be moved.
  await context.addInitScript({ content: "delete globalThis.SharedWorker; delete globalThis.BroadcastChannel" });
  const page = await context.newPage();
  await page.clock.install({ time: deps.now() });
  await page.goto(`${wire.url}/listings/${slug}`);
  await expect.poll(open).toBe(1);
  wire.cut();
  await vote(id, "ann");
  await expect.poll(() => figures(page)).toContain("1 vote ·");
  wire.sleep();
  await vote(id, "bo", "cy");
  const asked = page.waitForRequest(/\/live\?.*since=\d+/);
  await page.clock.fastForward(MINUTE);
  wire.wake();
  await page.clock.fastForward(MINUTE);
  await asked;
  await expect.poll(() => figures(page)).toContain("3 votes ·");
  await context.close();
  await wire.close();
});
