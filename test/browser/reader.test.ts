import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { createClaimsWorld } from "../helpers/claims-world.ts";
import { png } from "../helpers/png.ts";
import { ACME } from "../helpers/website.ts";
import { PASSWORD } from "../helpers/world.ts";
import { openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const { world, browser } = await withBrowser(createClaimsWorld({ hosts: ["own.example"] }));

const PRICING = "https://kelpline.example/pricing";
beforeAll(async () => {
  Object.assign(world.pages, ACME);
  const owner = await world.account("ines");
  await world.account("ann");
  for (const [name, tagline] of [
    ["Kelpline", "Plan every harvest by the tide"],
    ["Ebbkeeper", "Task lists for crews on the water"],
  ] as const)
    await world.listing(name, {
      ownerId: owner.id,
      category: "accounting",
      content: { tagline, pricingModel: "subscription" },
      profile: {
        description: `${name} tells a shellfish farm what the tide allows.`,
        pricingSummary: "€39 a month",
        evidence: { pricing_summary: [{ quote: "One farm, one price: €39 a month.", url: PRICING }] },
      },
    });
});

/** A reader who has only a keyboard. A step is what leads to another page or changes one. */
function createReader(page: Page) {
  let steps = 0;
  async function reach(wanted: Locator): Promise<void> {
    await wanted.first().waitFor();
    const focused = wanted.and(page.locator(":focus"));
    for (let tabs = 0; tabs < 150; tabs++) {
      if ((await focused.count()) > 0) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`The keyboard does not reach ${wanted} on ${page.url()}.`);
  }
  return {
    async press(wanted: Locator): Promise<void> {
      await reach(wanted);
      await page.keyboard.press("Enter");
      steps++;
    },
    async type(wanted: Locator, text: string): Promise<void> {
      await reach(wanted);
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
      steps++;
    },
    /** Signing in is no step of a task: who has an account is signed in already. */
    async signIn(): Promise<void> {
      await reach(page.getByLabel("Email"));
      await page.keyboard.type("ann@people.example");
      await reach(page.getByLabel("Password"));
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press("Enter");
      await page.waitForURL((url) => url.pathname !== "/sign-in");
    },
    async done(): Promise<number> {
      const taken = steps;
      steps = 0;
      await page.goto(world.url);
      return taken;
    },
  };
}

it("a reader with a keyboard does everything from the front page, in few steps", async () => {
  const { page, complaints, close } = await openWatched(browser);
  const reader = createReader(page);
  const taken: Record<string, number> = {};
  await page.goto(`${world.url}/sign-in?return_to=/`);
  await reader.signIn();
  await reader.done();

  const link = (name: string) => page.getByRole("link", { name, exact: true });
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const openKelpline = async () => {
    await reader.press(link("Kelpline"));
    await page.getByRole("heading", { level: 1, name: "Kelpline" }).waitFor();
  };

  await reader.type(page.getByRole("main").getByLabel("Search products").last(), "tide for a shellfish farm");
  await page.getByText("Why:").first().waitFor();
  await openKelpline();
  taken["find a product by need"] = await reader.done();

  const voted = page.waitForResponse("**/vote");
  await reader.press(button("Vote for Kelpline"));
  expect((await voted).ok()).toBe(true);
  expect((await world.deps.store.listings.findLive("kelpline"))?.votes).toBe(1);
  taken.vote = await reader.done();

  await openKelpline();
  const followed = page.waitForResponse("**/follow");
  await reader.press(button("Follow"));
  expect((await followed).ok()).toBe(true);
  taken.follow = await reader.done();

  await openKelpline();
  await reader.press(link("Compare with Ebbkeeper"));
  await page.getByRole("heading", { name: "Kelpline or Ebbkeeper?" }).waitFor();
  taken.compare = await reader.done();

  await openKelpline();
  await reader.press(page.locator("summary", { hasText: "Price" }));
  await page.getByText("One farm, one price: €39 a month.").waitFor();
  taken["read the proof of a price"] = await reader.done();

  await reader.type(page.getByLabel("Your website"), "own.example");
  await page.getByRole("heading", { name: "Here is your page" }).waitFor();
  await reader.press(button("Choose a week"));
  await page.getByText("Saved as a listing.").waitFor();
  await reader.press(page.getByRole("button", { name: /^Launch for free/ }));
  await page.getByText("Your launch week is reserved.").waitFor();
  taken["launch one's own"] = await reader.done();

  expect(taken).toEqual({
    "find a product by need": 2,
    vote: 1,
    follow: 2,
    compare: 2,
    "read the proof of a price": 2,
    "launch one's own": 3,
  });
  expect(complaints).toEqual([]);
  await close();
});

const PICTURES = ["day", "week", "boat"].map((name) => ({
  url: `https://kelpline.example/${name}.png`,
  alt: `The ${name}`,
}));

async function openGallery(javaScriptEnabled: boolean) {
  const { slug } = await world.listing(`Gallery ${javaScriptEnabled}`, {
    plan: "launch",
    unlocked: ["media"],
    profile: { media: PICTURES },
  });
  for (const { url } of PICTURES) await world.deps.pictures.keep(url, png(64, 40), "wide");
  const watched = await openWatched(browser, { javaScriptEnabled });
  await watched.page.goto(`${world.url}/listings/${slug}`);
  return watched;
}
const shown = (page: Page, number: number) => page.getByRole("dialog", { name: `Picture ${number} of 3` }).waitFor();

it("pictures open in full, arrow keys leaf through them, and Escape brings the focus back", async () => {
  const { page, expectSound, close } = await openGallery(true);
  await page.getByRole("link", { name: "The day" }).press("Enter");
  await shown(page, 1);
  await expectSound(["by day"]);
  await page.keyboard.press("ArrowLeft");
  await shown(page, 1);
  await page.keyboard.press("ArrowRight");
  await shown(page, 2);
  await page.evaluate(`document.documentElement.dir = "rtl"`);
  await page.keyboard.press("ArrowLeft");
  await shown(page, 3);
  await page.keyboard.press("Escape");
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(await page.getByRole("link", { name: "The boat" }).and(page.locator(":focus")).count()).toBe(1);
  expect(page.url()).not.toContain("#");
  await close();
});
