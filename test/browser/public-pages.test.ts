import { beforeAll, expect, it } from "vitest";
import { createWorld, PASSWORD } from "../helpers/world.ts";
import { openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const { world, browser } = await withBrowser(createWorld({ env: { SITE_TIMEZONE: "Europe/Berlin" } }));
let slug: string;

beforeAll(async () => {
  slug = (await world.listing("Acme Books")).slug;
});

it("a vote shows at once, and is taken back when the site refuses it", async () => {
  await world.account("ann");
  const { page, close } = await openWatched(browser);
  await page.goto(`${world.url}/sign-in?return_to=/`);
  await page.getByLabel("Email").fill("ann@people.example");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`${world.url}/`);
  const count = page.locator(`[data-count-of="/listings/${slug}/vote"]`);
  await page.getByRole("button", { name: "Vote for Acme Books" }).click();
  await page.getByRole("button", { name: "Take back my vote for Acme Books" }).waitFor();
  await expect.poll(() => count.textContent()).toBe("1");
  await expect.poll(async () => (await world.deps.store.listings.findLive(slug))?.votes).toBe(1);

  await page.goto(`${world.url}/listings/${slug}`);
  await page.getByText("1 vote · 0 followers").waitFor();
  await page.getByRole("button", { name: "Follow", exact: true }).click();
  await page.getByText("1 follower").waitFor();
  // The page shows it before the site has answered, and takes no second click until then.
  await page.locator("form[data-busy]").waitFor({ state: "detached" });
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Unfollow" }).click();
  await page.getByText("You are offline.").waitFor();
  await page.getByRole("button", { name: "Unfollow" }).waitFor();
  await page.context().setOffline(false);
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Take back my vote" }).click();
  await page.getByText("You are signed out. Sign in and try again.").waitFor();
  await page.getByRole("button", { name: "Take back my vote" }).waitFor();
  expect((await world.deps.store.listings.findLive(slug))?.votes).toBe(1);
  await close();
});

it("the search answers while typing, and its address can be kept", async () => {
  const { page, complaints, close } = await openWatched(browser);
  await page.goto(`${world.url}/search`);
  await page.getByRole("main").getByLabel("Search products").last().fill("acme boks");
  await page.waitForURL(/\/search\?q=acme\+boks$/);
  await page.locator("#results").getByRole("link", { name: "Acme Books" }).waitFor();
  await page.goto(`${world.url}/launches`);
  await page
    .getByText(/\(your time: /)
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
  await close();
  // Another name of the same clock.
  const near = await openWatched(browser, { timezoneId: "Europe/Paris" });
  await near.page.goto(`${world.url}/launches`);
  await near.page.getByText("at 00:00").first().waitFor();
  expect(await near.page.getByText(/\(your time: /).count()).toBe(0);
  await near.close();
});

it("the copy button copies the address of the MCP server", async () => {
  const { page, complaints, close } = await openWatched(browser);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: world.url });
  await page.goto(world.url);
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(`${world.url}/mcp`);
  expect(complaints).toEqual([]);
  await close();
});
