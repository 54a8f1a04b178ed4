import { expect, it } from "vitest";
import { createWorld } from "../site/world.ts";
import { withBrowser } from "./with-browser.ts";

const { world, browser } = await withBrowser(createWorld({ env: { SITE_LANGUAGES: "de" } }));

it("a page is offered in the reader's language, in that language, until they answer", async () => {
  const context = await browser.newContext({ locale: "de-AT", viewport: { width: 390, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${world.url}/categories`);
  const offer = page.locator(".language-offer a[lang=de]");
  expect(await offer.getAttribute("href")).toBe(`${world.url}/de/categories`);
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  await page.locator(".language-offer button").click();
  expect(await offer.count()).toBe(0);
  await page.reload();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.locator(".languages summary").click();
  expect(await page.locator(".languages a[lang=de]").isVisible()).toBe(true);
  expect(await offer.count()).toBe(0);
});
