import { expect, it } from "vitest";
import { createWorld } from "../helpers/world.ts";
import { faultsOfEmpty, faultsOfPages, faultsOfStates } from "./look.ts";
import { createScene } from "./scene.ts";
import { withBrowser } from "./with-browser.ts";

const { world: scene, browser } = await withBrowser(createScene());
const { world: empty } = await withBrowser(createWorld());

it("every page for admins is sound by day, by night and on a phone", async () => {
  expect(await faultsOfPages(browser, scene, "root")).toEqual([]);
});

it("pages for admins are sound in every state, and before anything has happened", async () => {
  await empty.account("root", { admin: true });
  expect(await faultsOfStates(browser, scene, "root")).toEqual([]);
  expect(await faultsOfEmpty(browser, empty.url, "root")).toEqual([]);
});
