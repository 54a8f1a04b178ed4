import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { createWorld } from "../helpers/world.ts";
import { tabTo } from "./keyboard.ts";
import { fillSignIn, openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const { world, browser } = await withBrowser(createWorld({ env: { LIMIT_SIGN_IN: "1000" } }));
const NAMES = ["Tideline", "Hourwell", "Loafwise"];
beforeAll(async () => {
  await Promise.all(["ann", "bo"].map((name) => world.account(name)));
  for (const name of NAMES) await world.listing(name);
});

async function signIn(page: Page, name: string, path: string): Promise<void> {
  await page.goto(`${world.url}/sign-in?return_to=${encodeURIComponent(path)}`);
  await fillSignIn(page, name);
  await page.waitForURL(world.url + path);
}
const names = (page: Page) => page.locator(".items h3, .collected h3").allTextContents();
const keyOf = async (title: string) => {
  const { items } = await world.deps.store.collections.published({ page: 1, perPage: 50 });
  return items.find(({ collection }) => collection.title === title)!.collection;
};

it("a visitor saves by signing in, then with one press, and finds it in the list", async () => {
  const { page, complaints, expectSound, close } = await openWatched(browser);
  await page.goto(`${world.url}/listings/tideline`);
  await page.getByRole("button", { name: "Save", exact: true }).first().click();
  await fillSignIn(page, "ann");
  await page.getByText("Saved. Your collections are in your account.").waitFor();
  await page.getByRole("button", { name: "Saved", exact: true }).waitFor();
  await page.goto(`${world.url}/search`);
  const again = page.waitForResponse("**/save");
  await page.getByRole("button", { name: "Save Hourwell" }).click();
  await page.getByRole("button", { name: "Saved Hourwell" }).waitFor();
  await again;
  await expectSound();
  await page.goto(`${world.url}/account/collections/saved`);
  expect(await names(page)).toEqual(["Hourwell", "Tideline"]);
  await expectSound();
  expect(complaints).toEqual([]);
  await close();
});

it("a collection is made, put in order and published by keyboard alone", async () => {
  const { page, complaints, expectSound, close } = await openWatched(browser);
  await signIn(page, "bo", "/account/collections");
  await tabTo(page, "Title");
  await page.keyboard.type("By keys");
  await page.keyboard.press("Enter");
  await page.getByText("Your collection is created.").waitFor();
  for (const name of NAMES) {
    await tabTo(page, "Add a product");
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name }).waitFor();
  }
  await tabTo(page, "Move up: Loafwise");
  await page.keyboard.press("Enter");
  await page.getByText("Loafwise: 2 of 3 on this page").waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("Loafwise: 1 of 3 on this page").waitFor();
  expect(await names(page)).toEqual(["Loafwise", "Tideline", "Hourwell"]);
  expect(await page.locator(":focus").getAttribute("aria-label")).toBe("Move down: Loafwise");
  await tabTo(page, "Note on Tideline");
  await page.keyboard.type("For the coast");
  await page.keyboard.press("Enter");
  await page.getByText("Your note is saved.").waitFor();
  await page.reload();
  expect(await names(page)).toEqual(["Loafwise", "Tideline", "Hourwell"]);
  expect(await page.getByLabel("Note on Tideline").inputValue()).toBe("For the coast");
  await tabTo(page, /^Only you/);
  await page.keyboard.press("ArrowDown");
  await tabTo(page, "Save");
  await page.keyboard.press("Enter");
  await page.getByText("public", { exact: true }).waitFor();
  await expectSound();
  await tabTo(page, "View the public page");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "By keys" }).waitFor();
  expect(await names(page)).toEqual(["Loafwise", "Tideline", "Hourwell"]);
  await expectSound();
  expect(complaints).toEqual([]);
  await close();
});

it("a product is dragged to its place, also while another window changes the order", async () => {
  const { page, complaints, close } = await openWatched(browser);
  const other = await openWatched(browser);
  const { id } = await keyOf("By keys");
  await page.setViewportSize({ width: 1000, height: 1800 });
  await signIn(page, "bo", `/account/collections/${id}`);
  await signIn(other.page, "bo", `/account/collections/${id}`);
  const drag = async (name: string, onto: string) => {
    const item = (which: string) => page.locator(".item").filter({ hasText: which });
    const answer = page.waitForResponse("**/items");
    await item(name).locator(".handle").hover();
    await page.mouse.down();
    const { x, y, height } = (await item(onto).boundingBox())!;
    for (const part of [0.7, 0.8, 0.9]) await page.mouse.move(x + 40, y + part * height);
    await page.mouse.up();
    await answer;
  };
  await drag("Loafwise", "Hourwell");
  await page.getByText("Loafwise: 3 of 3 on this page").waitFor();
  expect(await names(page)).toEqual(["Tideline", "Hourwell", "Loafwise"]);
  // The other window still has the old order. Its step is one past what is stored now.
  const stepped = other.page.waitForResponse("**/items");
  await other.page.getByRole("button", { name: "Move down: Tideline" }).click();
  await stepped;
  await expect.poll(() => names(other.page)).toEqual(["Hourwell", "Tideline", "Loafwise"]);
  // What another window took out makes this one load anew.
  const taken = other.page.waitForResponse("**/items");
  await other.page.getByRole("button", { name: "Remove: Hourwell" }).click();
  await taken;
  await page.getByRole("button", { name: "Move up: Loafwise" }).click();
  await expect.poll(() => names(page)).toEqual(["Loafwise", "Tideline"]);
  expect([...complaints, ...other.complaints]).toEqual([]);
  await other.close();
  await close();
});
