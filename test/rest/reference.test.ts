import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser } from "../browser/chromium.ts";
import { openWatched } from "../browser/watched-page.ts";
import { createWorld, type World } from "../helpers/world.ts";

let world: World;
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([createWorld(), launchBrowser()]);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

it("shows every operation and can call them, from this site alone and under its own policy", async () => {
  await world.listing("Acme");
  const { page, complaints, close } = await openWatched(browser);
  const hosts = new Set<string>();
  page.on(
    "request",
    (request) => void hosts.add(request.url().startsWith("data:") ? "data:" : new URL(request.url()).origin),
  );
  await page.goto(`${world.url}/docs`);
  await page.locator("#operations-Directory-get_listing").waitFor();
  const document = (await (await fetch(`${world.url}/api/v1/openapi.json`)).json()) as {
    paths: Record<string, object>;
  };
  const operations = Object.values(document.paths).flatMap((methods) => Object.keys(methods));
  expect(await page.locator(".opblock").count()).toBe(operations.length);

  await page.locator("#operations-Directory-get_listing .opblock-summary-control").click();
  await page.getByRole("button", { name: "Try it out" }).click();
  await page.getByRole("button", { name: "Execute" }).click();
  await page.locator(".live-responses-table").getByText('"slug": "acme"').first().waitFor();
  expect([...hosts].filter((host) => host !== "data:")).toEqual([world.url]);
  expect(complaints).toEqual([]);
  await close();
}, 60_000);

it("links to the document where scripts do not run", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const answer = await page.goto(`${world.url}/docs`);
  expect(answer?.headers()["content-security-policy"]).toContain(
    "default-src 'none'; script-src 'self'; style-src 'self'",
  );
  expect(await page.getByRole("link", { name: "openapi.json" }).isVisible()).toBe(true);
  await context.close();
});
