import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { createWorld } from "../helpers/world.ts";
import { fillSignIn, openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const { world, browser } = await withBrowser(createWorld({ env: { LIMIT_SIGN_IN: "1000" } }));
beforeAll(async () => {
  await world.account("root", { admin: true });
  await world.account("second", { admin: true });
  await Promise.all(["ann", "bo"].map((name) => world.account(name)));
});

async function signIn(page: Page, name: string, path: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${world.url}/sign-in?return_to=${encodeURIComponent(path)}`);
  await fillSignIn(page, name);
  await page.waitForURL(world.url + path);
}

async function tabTo(page: Page, selector: string): Promise<void> {
  for (let press = 0; press < 120; press++) {
    if ((await page.locator(`${selector}:focus`).count()) > 0) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${selector}.`);
}

async function reviewed(name: string) {
  const listing = await world.listing(name);
  const { id } = await world.account("ann");
  const at = world.deps.now();
  await world.deps.store.change(async (tx) => {
    await tx.reviews.write(id, listing.id, { rating: 1, title: null, body: `Words about ${name}` }, at);
    const review = (await tx.reviews.find(id, listing.id))!;
    await tx.reviews.decide(review.id, "published", { by: "x", at, seenAt: at });
  });
  return listing;
}

it("a visitor reports a listing with the keyboard alone, and sees what becomes of it", async () => {
  const { slug } = await world.listing("Keyboard Works");
  const { page, complaints, expectSound, close } = await openWatched(browser);
  await page.goto(`${world.url}/listings/${slug}`);
  await tabTo(page, `a[href="/report/listing/${slug}"]`);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Report Keyboard Works" }).waitFor();
  await expectSound();
  await tabTo(page, 'input[value="false"]');
  await page.keyboard.press("Space");
  for (let down = 0; down < 3; down++) await page.keyboard.press("ArrowDown");
  expect(await page.getByRole("radio", { name: "Copyright or trademark" }).isChecked()).toBe(true);
  await page.keyboard.press("Tab");
  await page.keyboard.type("The picture is mine, and nobody asked me.");
  for (const key of ["Tab", "Tab", "Tab", "Space", "Tab"]) await page.keyboard.press(key);
  world.advance(5000);
  await page.keyboard.press("Enter");
  await page.getByText("The law requires this").first().waitFor();
  expect(complaints.splice(0)).toEqual([expect.stringContaining("status of 400")]);
  await expectSound();
  await page.getByLabel("Your name").focus();
  await page.keyboard.type("Sam Fox");
  await page.keyboard.press("Tab");
  await page.keyboard.type("sam@post.example");
  world.advance(5000);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  await expectSound();
  await page.keyboard.press("Tab");
  await page.getByRole("link", { name: "See your report" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Waiting for a decision").waitFor();
  await expectSound();
  expect(complaints).toEqual([]);
  await close();
});

it("a review is reported, hidden with a reason, appealed, and shown again by another admin", async () => {
  const { slug, name } = await reviewed("Appealed");
  const { page, complaints, expectSound, close } = await openWatched(browser);
  await signIn(page, "bo", `/listings/${slug}`);
  await page.getByRole("link", { name: "Report this review" }).click();
  await page.getByRole("radio", { name: "False or misleading" }).check();
  await page.getByLabel("Explanation").fill("It never leaked. The makers can prove it.");
  await page.getByRole("checkbox", { name: "I believe in good faith" }).check();
  await page.getByRole("button", { name: "Send report" }).click();
  await page.getByRole("heading", { name: "Thank you" }).waitFor();

  await signIn(page, "root", "/admin/reports");
  await expectSound();
  await page
    .getByRole("link", { name: `a review of ${name}` })
    .first()
    .click();
  await page.getByText("It never leaked.").waitFor();
  await expectSound();
  await page.getByRole("radio", { name: "Hide it" }).check();
  await page.getByLabel("Based on").selectOption("Terms of use");
  await page.getByLabel("Law or section").fill("What you write");
  await page.getByLabel("Reason").fill("It is about another product.");
  await page.getByRole("button", { name: "Decide", exact: true }).click();
  await page.getByText("Decided. Both sides get an email").waitFor();
  await expectSound();

  await signIn(page, "ann", "/account/reports");
  await expectSound();
  await page.getByRole("link", { name: `a review of ${name}` }).click();
  await page.getByText("It is about another product.").waitFor();
  await page.getByLabel("Why the decision is wrong").fill("I bought it. Here is the number of my order: 17.");
  await page.getByRole("button", { name: "Send the appeal" }).click();
  await page.getByText("We received your appeal").waitFor();
  await expectSound();
  await page.goto(`${world.url}/listings/${slug}`);
  expect(
    await page
      .getByRole("article")
      .filter({ hasText: `Words about ${name}` })
      .count(),
  ).toBe(0);

  await signIn(page, "second", "/admin/reports");
  await page
    .getByRole("table")
    .getByRole("link", { name: `a review of ${name}` })
    .first()
    .click();
  await page.getByLabel("Reason").fill("The order exists.");
  await page.getByRole("button", { name: "Restore it" }).click();
  await page.getByText("The appeal is decided.").waitFor();
  await expectSound();
  await page.context().clearCookies();
  await page.goto(`${world.url}/listings/${slug}`);
  await page.getByText(`Words about ${name}`).waitFor();
  expect(complaints).toEqual([]);
  await close();
});
