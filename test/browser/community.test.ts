import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { createClaimsWorld } from "../helpers/claims-world.ts";
import { fillSignIn, openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const { world, browser } = await withBrowser(createClaimsWorld({ hosts: ["file.example", "mail.example"] }));
beforeAll(async () => {
  await world.account("root", { admin: true });
  await Promise.all(["ann", "bo"].map((name) => world.account(name)));
});

async function signIn(page: Page, name: string, path: string): Promise<void> {
  await page.goto(`${world.url}/sign-in?return_to=${encodeURIComponent(path)}`);
  await fillSignIn(page, name);
  await page.waitForURL(world.url + path);
}

it("a visitor votes by signing in, takes it back, and votes again", async () => {
  const { slug } = await world.listing("Vote Works");
  const { page, complaints, expectSound, close } = await openWatched(browser);
  await page.goto(`${world.url}/listings/${slug}`);
  await page.getByRole("button", { name: "Vote", exact: true }).first().click();
  await fillSignIn(page, "ann");
  await page.getByText("Your vote counts.").waitFor();
  expect((await world.deps.store.listings.findLive(slug))?.votes).toBe(1);
  const first = page.waitForResponse("**/vote");
  await page.getByRole("button", { name: "Take back my vote" }).first().click();
  await first;

  // The site takes its time, and the count does not wait for it.
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/vote", async (route) => {
    await held;
    // The page may be left before the request is on its way.
    await route.continue().catch(() => undefined);
  });
  await page.getByText("0 votes · 0 followers").waitFor();
  await page.getByRole("button", { name: "Vote", exact: true }).click();
  await page.getByText("1 vote · 0 followers").waitFor();
  expect((await world.deps.store.listings.findLive(slug))?.votes).toBe(0);
  const answered = page.waitForResponse("**/vote");
  answer();
  await answered;
  await page.reload();
  await page.getByText("1 vote · 0 followers").waitFor();
  await expectSound();
  const takenBack = page.waitForResponse("**/vote");
  await page.getByRole("button", { name: "Take back my vote" }).click();
  await page.getByText("0 votes · 0 followers").waitFor();
  await takenBack;
  await page.reload();
  await page.getByText("0 votes · 0 followers").waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it("a review is written, mended, read by an admin and shown", async () => {
  const { slug, name } = await world.listing("Reviewed");
  const { page, complaints, expectSound, close } = await openWatched(browser);
  await page.goto(`${world.url}/listings/${slug}`);
  await page.getByRole("link", { name: "Sign in to write a review" }).click();
  await fillSignIn(page, "ann");
  await page.getByRole("group", { name: "Rating" }).getByRole("radio", { name: "1 star" }).focus();
  for (let star = 1; star < 4; star++) await page.keyboard.press("ArrowRight");
  await page.getByLabel("Title").fill("Does its work");
  // A space satisfies the browser, not the site.
  await page.getByLabel("Review", { exact: true }).fill(" ");
  await page.getByRole("button", { name: "Send review" }).click();
  const body = page.getByLabel("Review", { exact: true });
  await page.getByText("Write a review").waitFor();
  expect(await body.getAttribute("aria-describedby")).toBe("body-fault");
  expect(await page.locator("#body-fault").textContent()).toContain("Write a review");
  expect(await page.getByLabel("Title").inputValue()).toBe("Does its work");
  expect(await page.getByRole("radio", { name: "4 stars" }).isChecked()).toBe(true);
  expect(complaints.splice(0)).toEqual([expect.stringContaining("status of 400")]);
  await expectSound();
  await body.fill("\nIt counts what I need.\nNothing else.");
  await page.getByRole("button", { name: "Send review" }).click();
  await page.getByText("Under review by the site team.").waitFor();
  expect(await body.inputValue()).toBe("It counts what I need.\nNothing else.");
  await expectSound();

  const root = await openWatched(browser);
  await signIn(root.page, "root", "/admin/reviews");
  await root.page.getByRole("article").getByText("Does its work").waitFor();
  await root.expectSound();
  await root.page.getByRole("button", { name: "Publish" }).click();
  await root.page.getByText("No reviews to approve.").waitFor();
  await root.close();

  await page.context().clearCookies();
  await page.goto(`${world.url}/listings/${slug}`);
  const review = page.getByRole("article").filter({ hasText: "Does its work" });
  await review.getByText("4 of 5").waitFor();
  await review.getByText("It counts what I need.").waitFor();
  const today = new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });
  await review.getByText(`ann, ${today.format(world.deps.now())}`).waitFor();
  await page.getByText("★ 4.0 of 5 in 1 review").waitFor();
  expect(complaints, name).toEqual([]);
  await expectSound();
  await close();
});
