import { expect, it } from "vitest";
import { weekOf } from "../../domain/launches/launch-week.ts";
import { createWorld } from "../helpers/world.ts";
import { tabTo } from "./keyboard.ts";
import { fillSignIn, openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const { world, browser } = await withBrowser(createWorld({ env: { WEEK_CAPACITY: "1", LIMIT_SIGN_IN: "1000" } }));
const weekIn = (weeks: number): string => weekOf(world.deps.now(), "UTC", weeks).monday;
const find = async (id: number) => (await world.deps.store.listings.find(id))!;

async function scheduled(name: string, weeks: number, plan: "free" | "launch") {
  const { id: ownerId } = await world.account(name);
  const given = { status: "scheduled", plan, launchWeek: weekIn(weeks), launchedAt: null, ownerId } as const;
  return world.listing(`Launch of ${name}`, given);
}
async function openAs(name: string, path: string, options = {}) {
  const watched = await openWatched(browser, options);
  await watched.page.goto(`${world.baseUrl}/sign-in?return_to=${encodeURIComponent(path)}`);
  await fillSignIn(watched.page, name);
  await watched.page.waitForURL(world.baseUrl + path);
  return watched;
}

it("a maker moves a launch with the keyboard alone, and takes a place that came free", async () => {
  const [full, later] = [await scheduled("ann", 3, "launch"), await scheduled("bo", 5, "launch")];
  const path = `/account/listings/${later.id}/launch`;
  const { page, complaints, expectSound, close } = await openAs("bo", path);
  await expectSound();
  await tabTo(page, /^Week starting on/);
  await page.locator("#week").selectOption(weekIn(7));
  await tabTo(page, /^Move the launch/);
  await page.keyboard.press("Enter");
  await page.getByText("Your launch is now in that week.").waitFor();
  expect((await find(later.id)).launchWeek).toBe(weekIn(7));

  await tabTo(page, /^Full week starting on/);
  await page.locator("#place").selectOption(`launch:${weekIn(3)}`);
  await tabTo(page, /^Join the waiting list/);
  await page.keyboard.press("Enter");
  await page.getByText("You are first in line.").waitFor();
  await expectSound();

  await world.deps.store.change((tx) => tx.launches.rebook(full.id, weekIn(20), world.deps.now()));
  world.advance(61_000);
  await world.drain();
  await page.reload();
  await page.getByRole("heading", { name: "A place is available in the week of" }).waitFor();
  await expectSound();
  await tabTo(page, /^Take the place/);
  await page.keyboard.press("Enter");
  await page.getByText("Your launch is now in that week.").waitFor();
  expect((await find(later.id)).launchWeek).toBe(weekIn(3));
  expect(complaints).toEqual([]);
  await close();
});
