import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { weekOf } from "../../domain/launches/launch-week.ts";
import { castVote } from "../helpers/cast-vote.ts";
import { createWorld } from "../helpers/world.ts";
import { withBrowser } from "./with-browser.ts";

const { world, browser } = await withBrowser(createWorld());

type Wish = "reduce" | "no-preference";
async function open(path: string, reducedMotion: Wish): Promise<Page> {
  const context = await browser.newContext({ reducedMotion });
  // What moves between two pages is told when the second comes into sight.
  await context.addInitScript({
    content: `globalThis.between = new Promise((resolve) => addEventListener("pagereveal", ({ viewTransition: change }) => {
      const moving = () => document.getAnimations().filter(({ effect }) => effect.pseudoElement?.startsWith("::view-transition"));
      resolve(change ? change.ready.then(() => moving().map(({ animationName }) => animationName), () => []) : []);
    }))`,
  });
  const page = await context.newPage();
  await page.clock.install({ time: world.deps.now() });
  await page.goto(world.url + path);
  return page;
}
const animations = (page: Page) =>
  page.evaluate("[...new Set(document.getAnimations().map(({ animationName }) => animationName))].sort()");

it("the race and the podium rise once, unless less motion is asked for", async () => {
  const at = weekOf(world.deps.now(), "UTC", 0);
  const { id } = await world.listing("Kelpline", { launchedAt: at.startsAt, launchWeek: at.monday });
  await castVote(world.deps, (await world.account("ann")).id, id);
  const moving: [path: string, names: string[]][] = [["/", ["breathe", "rise"]]];
  const look = async () => {
    for (const [path, names] of moving.splice(0))
      for (const [wish, expected] of [
        ["no-preference", names],
        ["reduce", []],
      ] as const) {
        const page = await open(path, wish);
        expect(await animations(page), `${path} ${wish}`).toEqual(expected);
        await page.context().close();
      }
  };
  await look();
  world.advance(7 * 24 * 3600_000);
  moving.push([`/launches/weeks/${at.monday}`, ["climb"]]);
  await look();
});

it.each([
  ["no-preference", true],
  ["reduce", false],
] as const)("a launch room opens into its listing by itself (%s)", async (wish, isMoved) => {
  const next = weekOf(world.deps.now(), "UTC", 1);
  const { slug } = await world.listing(`Nightferry ${wish}`, {
    ...{ status: "scheduled", plan: "launch", launchWeek: next.monday, launchedAt: null },
  });
  const page = await open(`/listings/${slug}`, wish);
  await page.getByRole("heading", { level: 1, name: /launches on Monday/ }).waitFor();
  const left = next.startsAt.getTime() - world.deps.now().getTime();
  world.advance(left);
  // It is the time, and the launch has not happened yet: the room stays.
  const asked = page.waitForResponse(`**/listings/${slug}`);
  await page.clock.fastForward(left + 31_000);
  expect((await asked).ok()).toBe(true);
  await page.getByRole("heading", { level: 1, name: /launches on Monday/ }).waitFor();

  await world.drain();
  await page.clock.fastForward(31_000);
  await page.getByRole("heading", { level: 1, name: `Nightferry ${wish}`, exact: true }).waitFor();
  const between = () => page.evaluate("globalThis.between");
  expect(await between()).toEqual(isMoved ? expect.arrayContaining(["cross"]) : []);
  // Any other page just comes.
  await page.goto(`${world.url}/launches`);
  await page.getByRole("link", { name: "Past weeks" }).first().click();
  await page.getByRole("heading", { level: 1, name: "Past launches" }).waitFor();
  expect(await between()).toEqual([]);
  await page.context().close();
});
