import { expect, it } from "vitest";
import { mintToken } from "../../core/credentials/tokens.ts";
import { createClaimsWorld } from "../helpers/claims-world.ts";
import { ACME } from "../helpers/website.ts";
import { PASSWORD } from "../helpers/world.ts";
import { openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const { world, browser } = await withBrowser(createClaimsWorld({ hosts: ["acme.example"] }));

/** Screens from the setup link to a listing that waits for its week, without those that only poll. */
const MOST_SCREENS = 10;

it("an admin comes from the setup link to the first published listing by the checklist", async () => {
  Object.assign(world.pages, ACME);
  const { token, ...row } = mintToken("setup", world.deps.now(), world.deps.random);
  await world.deps.store.change((tx) => tx.accounts.addToken({ ...row, accountId: null, email: null }));
  const { page, expectSound, complaints, close } = await openWatched(browser);
  const screens: string[] = [];
  page.on("framenavigated", (frame) => {
    const { pathname } = new URL(frame.url());
    if (frame === page.mainFrame() && screens.at(-1) !== pathname) screens.push(pathname);
  });

  await page.goto(`${world.url}/setup?token=${token}`);
  await page.getByLabel("Your name").fill("Root");
  await page.getByLabel("Email").fill("root@people.example");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create admin account" }).click();
  await page.getByRole("heading", { name: "What is your directory about?" }).waitFor();
  await expectSound();
  await page.getByLabel("Name", { exact: true }).fill("Meeple");
  await page.frameLocator("iframe").getByRole("link", { name: "Meeple" }).first().waitFor();
  // Each pause is long enough for an answer to what was typed before it.
  await page.getByLabel("Accent color").pressSequentially("#8a2be2", { delay: 250 });
  await page.waitForLoadState("networkidle");
  expect(await page.getByLabel("Accent color").inputValue()).toBe("#8a2be2");
  await page.getByRole("button", { name: "Create site" }).click();
  await page.getByRole("heading", { name: "First steps" }).waitFor();
  await expectSound();
  await page.getByRole("button", { name: /^Skip.*Get paid$/ }).click();
  await page.getByText("The step is skipped.").waitFor();
  await page.getByRole("button", { name: /^Restore.*Get paid$/ }).waitFor();
  await expectSound();

  await page.getByRole("link", { name: "Start a draft: Publish the first listing" }).click();
  await page.getByLabel("Website").fill("acme.example");
  await page.getByRole("button", { name: "Draft my page" }).click();
  await page.waitForURL(/\/drafts\//);
  await world.drain();
  await page.getByRole("heading", { name: "Here is your page", level: 1 }).waitFor();
  await page.getByRole("button", { name: "Choose a week" }).first().click();
  await page.getByRole("button", { name: /^Launch for free/ }).click();
  await page.getByText("Your launch week is reserved.").waitFor();
  const badge = (await page.locator("#badge-code").textContent())!;
  Object.assign(world.pages, { "/": ACME["/"]!.replace("</main>", `${badge}</main>`) });
  await page.getByRole("button", { name: "Check now" }).click();
  await world.drain();
  await page.getByText("Everything is ready. It goes live in the week of").waitFor();
  expect(screens.length).toBeLessThanOrEqual(MOST_SCREENS);

  const id = Number(/\/account\/listings\/(\d+)/.exec(page.url())![1]);
  const { slug, launchWeek } = (await world.deps.store.listings.find(id))!;
  world.advance(Date.parse(`${launchWeek}T12:00:00Z`) - world.deps.now().getTime());
  await world.drain();
  const visitor = await openWatched(browser);
  await visitor.page.goto(`${world.url}/listings/${slug}`);
  await visitor.page.getByRole("heading", { level: 1, name: "Acme Charts" }).waitFor();
  expect(complaints).toEqual([]);
  await visitor.close();
  await close();
});
