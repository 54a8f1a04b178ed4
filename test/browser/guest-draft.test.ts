import { expect, it } from "vitest";
import { createClaimsWorld } from "../helpers/claims-world.ts";
import { holdCrawls } from "../helpers/held-crawls.ts";
import { ACME } from "../helpers/website.ts";
import { fillSignIn, openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const HOSTS = ["live.example", "lost.example", "full.example", "ends.example"];
const { world, browser } = await withBrowser(
  createClaimsWorld({ hosts: HOSTS, env: { LIMIT_SUBMIT_HOUR: "1", LIMIT_GUEST_DRAFTS: "100" } }),
);

Object.assign(world.pages, ACME);
const crawls = holdCrawls(world.deps);

const refused = (complaint: string): boolean => /the server responded with a status of 4\d\d/.test(complaint);

it("pages and facts arrive without loading the page again, and what somebody reads stays where it is", async () => {
  const { page, complaints, close } = await openWatched(browser);
  await page.goto(world.url);
  await page.getByLabel("Your website").fill(HOSTS[0]!);
  await page.getByRole("button", { name: "Draft my page" }).click();
  await page.waitForURL(/\/submit\//);
  await page.evaluate("document.body.dataset.mine = 'here'");
  const read = page.getByRole("list", { name: "Pages we read" }).getByRole("listitem");
  await expect.poll(() => read.count()).toBe(4);
  const quote = page.locator("#live-facts q").first();
  await quote.waitFor();
  expect(await page.getByLabel("Email").count()).toBe(0);
  await crawls.finish();
  await page.getByLabel("Email").waitFor();
  await page.getByText("Germany").first().waitFor();
  expect(await page.evaluate("document.body.dataset.mine")).toBe("here");
  expect(complaints).toEqual([]);
  await close();
});

it("a stream that breaks off is taken up again by the browser itself", async () => {
  const { page, close } = await openWatched(browser);
  await page.goto(`${world.url}/submit?url=${HOSTS[1]}`);
  await page.getByRole("button", { name: "Draft my page" }).click();
  await page.locator("#live-facts q").first().waitFor();
  await page.evaluate("document.body.dataset.mine = 'here'");
  await page.context().setOffline(true);
  await crawls.finish();
  await world.drain();
  await page.context().setOffline(false);
  await page.getByRole("heading", { name: "Here is your page" }).waitFor();
  await close();
});

it("at the limit of the account, and once it is gone, the page says what to do", async () => {
  await world.account("ann");
  world.deps.limiter.count("submit-hour", (await world.account("ann")).id);
  const { page, complaints, expectSound, close } = await openWatched(browser);
  await page.goto(`${world.url}/submit?url=${HOSTS[2]}`);
  await page.getByRole("button", { name: "Draft my page" }).click();
  await page.getByRole("heading", { name: "We are reading your website" }).waitFor();
  await crawls.finish();
  await page.getByRole("link", { name: "I already have an account" }).click();
  await fillSignIn(page, "ann");
  await page.getByRole("button", { name: "Save to my account" }).click();
  await page.getByRole("heading", { name: "Your page is not saved yet" }).waitFor();
  expect(complaints.splice(0).filter((complaint) => !refused(complaint))).toEqual([]);
  await expectSound();
  await world.deps.limiter.giveBack("submit-hour", (await world.account("ann")).id);
  await page.getByRole("button", { name: "Save now" }).click();
  await page.getByText("Your page is saved.").waitFor();

  const id = "01a2053c-87af-7abb-8954-371326755896";
  await page.goto(`${world.url}/submit/${id}/save`);
  await page.getByRole("link", { name: "Enter your website again" }).waitFor();
  expect(complaints.splice(0).filter((complaint) => !refused(complaint))).toEqual([]);
  await expectSound();
  await close();
});
