import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { defineFields, ownField } from "../helpers/own-fields.ts";
import { createWorld, PASSWORD } from "../helpers/world.ts";
import { openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const { world, browser } = await withBrowser(
  createWorld({ env: { SITE_TIMEZONE: "UTC", LIMIT_READ_ANONYMOUS: "9999" } }),
);

beforeAll(async () => {
  const free = { pricingModel: "free" };
  await world.listing("Kelpline", { category: "accounting", content: { tagline: "Tides by the hour", ...free } });
  await world.listing("Nightferry", { content: { tagline: "Tides by night", pricingModel: "subscription" } });
  await world.account("ann");
});

const options = (page: Page) => page.getByRole("option");
const field = (page: Page) => page.getByRole("banner").getByRole("combobox", { name: "Search products" });
const focused = (page: Page): Promise<string | null> =>
  page.evaluate("document.activeElement.getAttribute('name') ?? document.activeElement.textContent") as Promise<
    string | null
  >;

describe("suggestions while typing", () => {
  it("lead to a product by keyboard alone", async () => {
    const { page, complaints, close } = await openWatched(browser);
    await page.goto(`${world.url}/launches`);
    await page.keyboard.press("/");
    expect(await focused(page)).toBe("q");
    await page.keyboard.type("tides");
    await options(page).nth(1).waitFor();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const chosen = page.getByRole("option", { selected: true });
    expect(await field(page).getAttribute("aria-activedescendant")).toBe(await chosen.getAttribute("id"));
    expect(await field(page).getAttribute("aria-expanded")).toBe("true");
    const name = await chosen.locator("b").textContent();
    await page.keyboard.press("Enter");
    await page.waitForURL(new RegExp(`/listings/${name!.toLowerCase()}$`));
    expect(complaints).toEqual([]);
    await close();
  });

  it("close with Escape, which keeps the words, and Enter searches for them", async () => {
    const { page, close } = await openWatched(browser);
    await page.goto(`${world.url}/launches`);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("tides");
    await options(page).first().waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => options(page).count()).toBe(0);
    expect(await field(page).inputValue()).toBe("tides");
    expect(await field(page).getAttribute("aria-expanded")).toBe("false");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/search\?q=tides$/);
    await close();
  });

  it("are those of the newest words, however late older ones are answered", async () => {
    const { page, close } = await openWatched(browser);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const asked: string[] = [];
    await page.route(/suggestions\.json/, async (route) => {
      const q = new URL(route.request().url()).searchParams.get("q")!;
      asked.push(q);
      if (q === "kelp") await held;
      await route.continue().catch(() => undefined);
    });
    // A page that follows nothing, so that its network comes to rest.
    await page.goto(`${world.url}/founders`);
    await page.keyboard.press("/");
    await page.keyboard.type("kelp");
    await expect.poll(() => asked).toContain("kelp");
    await field(page).fill("nightferry");
    await options(page).getByText("Nightferry").waitFor();
    release();
    await page.waitForLoadState("networkidle");
    expect(await options(page).getByText("Kelpline").count()).toBe(0);
    await close();
  });
});

describe("recent searches", () => {
  it("are offered in the empty field, stay on the device, and can be cleared", async () => {
    const { page, close } = await openWatched(browser);
    const sent: string[] = [];
    page.on("request", (request) => sent.push(request.url()));
    for (const words of ["tides", "bake sheets"]) {
      await page.goto(`${world.url}/launches`);
      await page.keyboard.press("/");
      await page.keyboard.type(words);
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/search\?q=/);
    }
    await page.goto(`${world.url}/founders`);
    sent.length = 0;
    await page.keyboard.press("/");
    await expect.poll(() => options(page).allTextContents()).toEqual(["bake sheets", "tides"]);
    expect(sent).toEqual([]);
    await page.keyboard.press("Tab");
    await expect.poll(() => focused(page)).toBe("Clear recent searches");
    await page.keyboard.press("Enter");
    await expect.poll(() => options(page).count()).toBe(0);
    await page.reload();
    await page.keyboard.press("/");
    expect(await options(page).count()).toBe(0);
    await close();
  });

  it("come with a way to switch off the key that opens them", async () => {
    const { page, close } = await openWatched(browser);
    await page.goto(`${world.url}/launches`);
    await page.keyboard.press("/");
    await page.getByRole("button", { name: "Turn off the / shortcut" }).click();
    await page.getByRole("button", { name: "Turn on the / shortcut", exact: true }).waitFor();
    await page.reload();
    await page.keyboard.press("/");
    expect(await focused(page)).not.toBe("q");
    await page.keyboard.press("Control+k");
    expect(await focused(page)).toBe("q");
    await close();
  });
});

const PHONE = { viewport: { width: 360, height: 740 } };

describe("on a phone", () => {
  it("the head has a search", async () => {
    const { page, close } = await openWatched(browser, PHONE);
    await page.goto(`${world.url}/launches`);
    await field(page).click();
    await expect.poll(async () => (await field(page).boundingBox())!.width).toBeGreaterThan(300);
    await page.keyboard.type("tides");
    await options(page).first().waitFor();
    await options(page).getByText("Kelpline").click();
    await page.waitForURL(/\/listings\/kelpline$/);
    await close();
  });

  it.each([true, false])(
    "filters lie in a sheet that works by keyboard, with scripts: %s",
    async (javaScriptEnabled) => {
      const { page, close } = await openWatched(browser, { ...PHONE, javaScriptEnabled });
      await page.goto(`${world.url}/search?q=tides`);
      const box = page.locator(".filterbox");
      await box.locator("> summary").focus();
      await page.keyboard.press("Enter");
      await page.getByRole("checkbox", { name: /Subscription/ }).waitFor();
      expect(await page.evaluate("getComputedStyle(document.querySelector('.filters')).position")).toBe("fixed");
      if (javaScriptEnabled) {
        await page.keyboard.press("Tab");
        await page.keyboard.press("Escape");
        await page.getByRole("checkbox", { name: /Subscription/ }).waitFor({ state: "hidden" });
        await page.keyboard.press("Enter");
      }
      await page.getByRole("checkbox", { name: /Free 1/ }).focus();
      await page.keyboard.press("Space");
      await page
        .getByRole("checkbox", { name: /Free 1/ })
        .and(page.locator(":checked"))
        .waitFor();
      await page.getByRole("button", { name: /^Show \d+ product/ }).focus();
      await page.keyboard.press("Enter");
      await page.waitForURL(/pricing_model=free/);
      await page.locator("#results").getByRole("heading", { name: "1 product", exact: true }).waitFor();
      await close();
    },
  );
});

it("counts follow what is typed and chosen", async () => {
  const { page, complaints, close } = await openWatched(browser);
  await page.goto(`${world.url}/search?q=tides`);
  await page.getByRole("checkbox", { name: /Free 1/ }).check();
  await page.getByRole("button", { name: "Show 1 product", exact: true }).waitFor();
  expect(await page.getByRole("checkbox", { name: "Subscription 1" }).isChecked()).toBe(false);
  expect(await page.getByRole("checkbox", { name: /Free 1/ }).isChecked()).toBe(true);
  await page.getByRole("main").getByRole("combobox", { name: "Search products" }).fill("nightferry");
  await page.getByRole("checkbox", { name: "Free 0" }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

describe("filters of the site's fields", () => {
  beforeAll(async () => {
    const stars = ownField("stars", "number", { isFilter: true, isSort: true, steps: [100] });
    await defineFields(world.deps.store, ownField("licence", "licence", { isFilter: true }), stars);
    for (const [name, licence, stars] of [
      ["Alder", "MIT", 50],
      ["Birch", "GPL-3.0", 4000],
      ["Cedar", "Apache-2.0", 900],
      ["Dogwood", "MIT", 700],
    ] as const)
      await world.listing(name, { content: { stage: "mvp" }, profile: { attributes: { licence: [licence], stars } } });
  });

  const shown = (page: Page) => page.locator("#results h3").allTextContents();
  const box = (page: Page, name: string) => page.getByRole("checkbox", { name: new RegExp(`^${name} \\d+$`) });

  it("change the results and the address in place, and keep what is folded and focused", async () => {
    const { page, complaints, close } = await openWatched(browser);
    await page.goto(`${world.url}/search`);
    const stage = page.locator('[data-of="stage"]');
    await stage.locator("summary").first().click();
    await box(page, "MIT").check();
    await page.waitForURL(/\/search\?where=licence:MIT$/);
    await box(page, "GPL-3.0").check();
    await page.waitForURL(/\/search\?where=licence:GPL-3\.0%7CMIT$/);
    expect(await box(page, "MIT").isChecked()).toBe(true);
    expect(await page.evaluate("document.activeElement.name")).toBe("licence:GPL-3.0");
    expect(await stage.getAttribute("open")).toBe(null);
    // A bound counts once it is left, so that nothing changes under the fingers.
    await page.getByLabel("Stars from").pressSequentially("100");
    await page.waitForTimeout(400);
    expect(page.url()).not.toContain("stars");
    await page.keyboard.press("Tab");
    await page.waitForURL(/stars%3E%3D100$/);
    expect(await page.evaluate("document.activeElement.name")).toBe("stars<=");
    await page.getByLabel("Sort").selectOption("-stars");
    await page.waitForURL(/&sort=-stars$/);
    expect(await shown(page)).toEqual(["Birch", "Dogwood"]);
    const address = page.url();
    await page.getByRole("link", { name: "Table", exact: true }).click();
    await page.getByRole("columnheader", { name: "Stars ↓" }).waitFor();
    await page.getByRole("link", { name: "List", exact: true }).click();
    await page.waitForURL(address);
    await page.getByRole("link", { name: /Remove: Licence: MIT or GPL-3\.0|Remove: Licence: GPL-3\.0 or MIT/ }).click();
    await page.waitForURL(/\/search\?where=stars%3E%3D100&sort=-stars$/);
    expect(await shown(page)).toEqual(["Birch", "Cedar", "Dogwood"]);
    expect(complaints).toEqual([]);
    await close();
  });

  it("lead to the same address without scripts", async () => {
    const { page, close } = await openWatched(browser, { javaScriptEnabled: false });
    await page.goto(`${world.url}/search`);
    await box(page, "MIT").check();
    await page.getByLabel("Stars to").fill("699");
    await page.getByRole("button", { name: /^Show \d+ products/ }).click();
    await page.waitForURL(/\/search\?where=licence:MIT\+stars%3C%3D699$/);
    expect(await shown(page)).toEqual(["Alder"]);
    await page.getByLabel("Sort").selectOption("newest");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.waitForURL(/\/search\?where=licence:MIT\+stars%3C%3D699&sort=newest$/);
    await close();
  });
});

it("whoever asks for alerts signs in, comes back, and has nothing left to click", async () => {
  const { page, complaints, close } = await openWatched(browser);
  await page.goto(`${world.url}/search?q=tides`);
  await page.getByRole("button", { name: "Alert me to new results" }).click();
  await page.getByRole("heading", { name: /to get alerts for new results/ }).waitFor();
  await page.getByLabel("Email").fill("ann@people.example");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/search\?q=tides(&notice=search-saved)?#tell-me$/);
  await page.getByText("Saved. We will email you new results").waitFor();
  await page.getByText("We will alert you to new results.").waitFor();
  await page.getByRole("link", { name: "Your saved searches" }).click();
  await page.getByRole("button", { name: "Pause: “tides”" }).click();
  await page.getByRole("button", { name: "Resume: “tides”" }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});
