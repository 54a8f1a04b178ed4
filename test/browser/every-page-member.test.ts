import { expect, it } from "vitest";
import { faultsOfPages, faultsOfStates } from "./look.ts";
import { createScene } from "./scene.ts";
import { withBrowser } from "./with-browser.ts";

const { world: scene, browser } = await withBrowser(createScene());

it("every page for members is sound by day, by night and on a phone", async () => {
  expect(await faultsOfPages(browser, scene, "ann")).toEqual([]);
});

it("pages for members are sound in every state, and before they have done anything", async () => {
  await scene.account("kim");
  expect(await faultsOfStates(browser, scene, "ann")).toEqual([]);
  expect(await faultsOfStates(browser, scene, "kim")).toEqual([]);
});
