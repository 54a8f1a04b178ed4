import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ACME, createWebsite } from "../helpers/website.ts";
import { createWorld } from "../helpers/world.ts";
import { fillSignIn, openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const HOSTS = [
  "one.test",
  "two.test",
  "three.test",
  "four.test",
  "five.test",
  "six.test",
  "seven.test",
  "eight.test",
  "nine.test",
];
const site = await createWebsite({ ...ACME });
afterAll(site.close);
const { world, browser } = await withBrowser(
  createWorld({ env: { OUTBOUND_RESOLVE: site.resolve(...HOSTS), LIMIT_SUBMIT_HOUR: "100" } }),
);
beforeAll(async () => {
  await world.account("ann");
});

async function openDraft(host: string, options: Parameters<typeof openWatched>[1] = {}) {
  const { body } = await world.as("ann").post("/drafts", { body: { url: `https://${host}/` } });
  await world.drain();
  const path = `/drafts/${body.id}`;
  const watched = await openWatched(browser, options);
  await watched.page.goto(`${world.url}/sign-in?return_to=${path}`);
  await fillSignIn(watched.page, "ann");
  await watched.page.waitForURL(`**${path}`);
  const draft = async () => (await world.as("ann").get(path)).body;
  return { ...watched, path, draft };
}

const saved = (page: Page) => page.locator("#saved").filter({ hasText: /^Saved \d/ });
/** Waits as long as the save that a pause brings. */
const poll = (read: () => Promise<unknown>) => expect.poll(read);
const card = (page: Page, name: string) => page.locator(`[id="card.${name}"]`);

it("saves while somebody types, and shows the time and the page beside", async () => {
  const { page, draft, expectSound, close } = await openDraft("one.test", { timezoneId: "Pacific/Auckland" });
  await saved(page).waitFor();
  await page.getByLabel("Tagline").press("End");
  await page.getByLabel("Tagline").pressSequentially(", and charts");
  await page.locator("#saved").filter({ hasText: "Not saved yet" }).waitFor();
  await page.locator("#preview").getByText(", and charts").first().waitFor();
  await saved(page).waitFor();
  const clock = new Intl.DateTimeFormat("en-US", {
    hour: "2-digit",
    hourCycle: "h23",
    minute: "2-digit",
    timeZone: "Pacific/Auckland",
  }).format(new Date((await draft()).updated_at));
  expect(await page.locator("#saved").textContent()).toBe(`Saved ${clock}`);
  expect((await draft()).fields.tagline).toMatchObject({
    value: "Web analytics for small teams, and charts",
    state: "edited",
  });
  await expectSound();

  await page.getByLabel("City").fill("Bremen");
  await page.getByLabel("Founded in").fill("long ago");
  await page.getByLabel("Contact email").focus();
  await card(page, "founded_year").getByText("Must be a year").waitFor();
  expect((await draft()).fields.city.value).toBe("Bremen");
  await page.getByLabel("Founded in").fill("2019");
  await page.getByLabel("Contact email").focus();
  await saved(page).waitFor();
  expect(await card(page, "founded_year").getByText("Must be a year").count()).toBe(0);
  expect((await draft()).fields.founded_year.value).toBe("2019");
  await close();
});

it("finds a category among many by a part of its name or of its group", async () => {
  const { page, draft, expectSound, close } = await openDraft("nine.test");
  await saved(page).waitFor();
  const part = card(page, "categories").locator(".field").first();
  const [filter, select] = [part.getByLabel("Filter"), part.locator("select")];
  await filter.fill("marketing LAND");
  expect(await select.locator("option:not([hidden])").allTextContents()).toEqual(["Landing pages"]);
  await expectSound();
  await filter.press("Enter");
  await poll(async () => (await draft()).fields.categories.value).toEqual(["Landing pages"]);
  expect(await filter.inputValue()).toBe("");
  await filter.fill("accounting");
  await select.getByRole("option", { name: "Accounting", exact: true }).click();
  await poll(async () => (await draft()).fields.categories.value).toEqual(["Accounting"]);
  await close();
});

it("warns before unsaved text is left behind, and has it again after a reload", async () => {
  const { page, path, draft, complaints, close } = await openDraft("two.test");
  await saved(page).waitFor();
  await page.context().setOffline(true);
  await page.getByLabel("Tagline").fill("Typed in a tunnel");
  await page.locator("#saved").filter({ hasText: "You are offline" }).waitFor();
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    dialog.dismiss().catch(() => undefined);
  });
  await page.getByRole("link", { name: "Browse" }).first().click();
  await poll(async () => asked).toEqual(["beforeunload"]);
  expect(page.url()).toContain(path);

  page.removeAllListeners("dialog");
  page.on("dialog", (dialog) => void dialog.accept().catch(() => undefined));
  await page.context().setOffline(false);
  await saved(page).waitFor();
  expect((await draft()).fields.tagline.value).toBe("Typed in a tunnel");
  complaints.splice(0);

  // The text of a closed session waits in the tab.
  await page.route(`**${path}`, (route) =>
    (route.request().method() === "POST" ? route.abort() : route.fallback()).catch(() => undefined),
  );
  await page.getByLabel("Tagline").fill("Typed before a crash");
  await page.reload();
  expect(await page.getByLabel("Tagline").inputValue()).toBe("Typed before a crash");
  await page.getByText("Your unsaved changes are back.").waitFor();
  await page.unroute(`**${path}`);
  await page.getByLabel("City").fill("Oslo");
  await page.getByLabel("Contact email").focus();
  await saved(page).waitFor();
  expect((await draft()).fields.tagline.value).toBe("Typed before a crash");
  await close();
});

it("waits for a new sign-in in another tab, and saves what was typed meanwhile", async () => {
  const { page, path, draft, complaints, close } = await openDraft("eight.test");
  await saved(page).waitFor();
  await page.context().clearCookies();
  await page.getByLabel("Tagline").fill("Typed too late");
  await page.locator("#saved").filter({ hasText: "Sign in again in another tab" }).waitFor();
  const other = await page.context().newPage();
  await other.goto(`${world.url}/sign-in?return_to=${path}`);
  await fillSignIn(other, "ann");
  await other.waitForURL(`**${path}`);
  await other.close();
  await page.getByLabel("City").fill("Graz");
  await poll(async () => (await draft()).fields.tagline.value).toBe("Typed too late");
  await saved(page).waitFor();
  expect((await draft()).fields.city.value).toBe("Graz");
  complaints.splice(0);
  await close();
});

it("tells two tabs of each other, beside the field, and loses neither text", async () => {
  const { page, path, draft, complaints, expectSound, close } = await openDraft("three.test");
  const other = await page.context().newPage();
  await other.goto(world.url + path);
  await page.getByLabel("Tagline").fill("From the first tab");
  await saved(page).waitFor();

  await other.getByLabel("Tagline").fill("From the second tab");
  await other.getByLabel("City").fill("Turku");
  await card(other, "tagline").getByText("This was changed elsewhere to: From the first tab").waitFor();
  await poll(async () => (await draft()).fields.city.value).toBe("Turku");
  expect((await draft()).fields.tagline.value).toBe("From the first tab");
  expect(await other.getByLabel("Tagline").inputValue()).toBe("From the second tab");
  await other.getByLabel("City").fill("Oulu");
  await poll(async () => (await draft()).fields.city.value).toBe("Oulu");
  expect((await draft()).fields.tagline.value).toBe("From the first tab");

  await other.getByRole("button", { name: "Use the other" }).click();
  await card(other, "tagline").getByText("The other version is now used.").waitFor();
  expect(await other.getByLabel("Tagline").inputValue()).toBe("From the first tab");
  await card(other, "tagline").getByRole("button", { name: "Undo" }).click();
  await card(other, "tagline").getByText("Undone.").waitFor();
  expect((await draft()).fields.tagline.value).toBe("From the second tab");

  await page.getByLabel("Tagline").fill("From the first tab again");
  await page.getByRole("button", { name: "Keep my version" }).click();
  await card(page, "tagline").getByText("Your version is saved.").waitFor();
  expect((await draft()).fields).toMatchObject({
    tagline: { value: "From the first tab again" },
    city: { value: "Oulu" },
  });
  expect(await page.getByLabel("City").inputValue()).toBe("Oulu");
  complaints.splice(0);
  await expectSound(["by day"]);
  await close();
});

it("writes a field again with the old text and Undo beside it, and never takes typed words away", async () => {
  const { page, draft, expectSound, close } = await openDraft("four.test");
  const tagline = page.getByLabel("Tagline");
  const first = await tagline.inputValue();
  await tagline.fill("My own words");
  const field = card(page, "tagline");
  await field.getByRole("button", { name: "Rewrite" }).click();
  await field.getByText("Rewritten from your site.").waitFor();
  await field.getByText("Before: My own words").waitFor();
  const ours = await tagline.inputValue();
  expect((await draft()).fields.tagline).toMatchObject({ value: ours, state: "ai" });
  await expectSound(["by day"]);
  await field.getByRole("button", { name: "Undo" }).click();
  await field.getByText("Undone. Your text is restored.").waitFor();
  expect(await tagline.inputValue()).toBe("My own words");
  expect((await draft()).fields.tagline.value).toBe("My own words");

  await field.getByRole("button", { name: "Lock" }).click();
  await field.getByText("Locked. We will not overwrite it.").waitFor();
  expect(await field.getByRole("button", { name: "Rewrite" }).count()).toBe(0);
  expect((await draft()).fields.tagline.locked).toBe(true);
  await field.getByRole("button", { name: "Unlock" }).click();
  await field.getByRole("button", { name: "Restore our version" }).click();
  await field.getByText("Before: My own words").waitFor();
  expect(await tagline.inputValue()).toBe(first);
  await close();
});

it("makes chips of tags that the keyboard adds, pastes and takes away", async () => {
  const { page, draft, expectSound, close } = await openDraft("five.test");
  const tags = page.getByLabel("Tags", { exact: true }).and(page.locator("input"));
  const chips = () => card(page, "tags").locator("li bdi").allTextContents();
  for (let left = (await chips()).length; left > 0; left--) await tags.press("Backspace");
  await tags.pressSequentially("charts,web ana");
  await tags.pressSequentially("lytics");
  await tags.press("Enter");
  expect(await chips()).toEqual(["charts", "web analytics"]);
  await page.evaluate(`{
    const data = new DataTransfer();
    data.setData("text", 'privacy\\n"fast, small", charts');
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }`);
  expect(await chips()).toEqual(["charts", "web analytics", "privacy", "fast, small"]);
  await tags.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Delete");
  expect(await chips()).toEqual(["charts", "web analytics", "fast, small"]);
  await page.getByRole("button", { name: "Remove charts" }).click();
  await expectSound();
  await tags.focus();
  await tags.pressSequentially("left over");
  await page.getByLabel("City").focus();
  await saved(page).waitFor();
  await expect
    .poll(async () => (await draft()).fields.tags.value)
    .toEqual(["web analytics", "fast, small", "left over"]);
  await page.reload();
  expect(await chips()).toEqual(["web analytics", "fast, small", "left over"]);

  // What is too long is counted and said, and never cut.
  await page.getByLabel("Tagline").fill("x".repeat(214));
  await card(page, "tagline").getByText("214 of 200: 14 too many").waitFor();
  await page.getByLabel("Stage").selectOption("Growing");
  await saved(page).waitFor();
  expect((await draft()).fields.stage.value).toBe("growing");
  await page.getByRole("button", { name: "Choose a week" }).click();
  await page.getByText("Has 214 characters").waitFor();
  await close();
});

it("changes a listing only by its button, and keeps what is typed until then", async () => {
  const { page, draft, path, close } = await openDraft("seven.test");
  await page.getByRole("button", { name: "Choose a week" }).click();
  await page.getByText("Saved as a listing.").waitFor();
  const { listing_id: id } = await draft();
  const listing = async () => (await world.as("ann").get(`/me/listings/${id}`)).body;
  const { version } = await listing();
  await page.goto(world.url + path);
  await page.getByText("Next:").waitFor();
  await page.getByLabel("Tagline").fill("For the next version");
  await page.getByLabel("City").fill("Vienna");
  await page.locator("#preview").getByText("Vienna").waitFor();
  expect(await page.locator("#saved").textContent()).toBe("Not saved yet");
  page.on("dialog", (dialog) => void dialog.accept().catch(() => undefined));
  await page.reload();
  expect(await page.getByLabel("City").inputValue()).toBe("Vienna");
  expect(await listing()).toMatchObject({ version, tagline: "Web analytics for small teams" });
  await page.getByRole("button", { name: "Save changes" }).first().click();
  await page.getByText("Your changes are saved.").waitFor();
  await saved(page).waitFor();
  expect(await listing()).toMatchObject({ version: version + 1, tagline: "For the next version" });
  await close();
});
