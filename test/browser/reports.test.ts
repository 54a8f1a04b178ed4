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

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let press = 0; press < 120; press++) {
    if ((await page.locator(`${selector}:focus`).count()) > 0) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${selector}.`);
}

/** A published review of a new listing. */
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
  await tabTo(page, 'input[value="child"]');
  await page.keyboard.press("Space");
  for (let down = 0; down < 3; down++) await page.keyboard.press("ArrowDown");
  expect(await page.getByRole("radio", { name: "Copyright or trademark" }).isChecked()).toBe(true);
  await page.keyboard.press("Tab");
  await page.keyboard.type("The picture is mine, and nobody asked me.");
  // Name and address stay empty at first, which the law does not allow for this reason.
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
  await page.getByRole("link", { name: "Follow your report" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Waiting for a decision").waitFor();
  await expectSound();
  expect(complaints).toEqual([]);
  await close();
});

it.each([
  ["with scripts", true],
  ["without scripts", false],
])(
  "a review is reported, hidden with a reason, appealed, and shown again by another admin, %s",
  async (how, javaScriptEnabled) => {
    const { slug, name } = await reviewed(`Appealed ${how}`);
    const { page, complaints, expectSound, close } = await openWatched(browser, { javaScriptEnabled });
    const sound = async () => (javaScriptEnabled ? expectSound() : undefined);
    await signIn(page, "bo", `/listings/${slug}`);
    await page.getByRole("link", { name: "Report this review" }).click();
    await page.getByRole("radio", { name: "False or misleading" }).check();
    await page.getByLabel("Explanation").fill("It never leaked. The makers can prove it.");
    await page.getByRole("checkbox", { name: "I believe in good faith" }).check();
    await page.getByRole("button", { name: "Send the report" }).click();
    await page.getByRole("heading", { name: "Thank you" }).waitFor();

    await signIn(page, "root", "/admin/reports");
    await sound();
    await page
      .getByRole("link", { name: `a review of ${name}` })
      .first()
      .click();
    await page.getByText("It never leaked.").waitFor();
    await sound();
    await page.getByRole("radio", { name: "Hide it" }).check();
    await page.getByLabel("Based on").selectOption("Our terms of use");
    await page.getByLabel("Which law or which part").fill("What you write");
    await page.getByLabel("The reason").fill("It is about another product.");
    await page.getByRole("button", { name: "Decide", exact: true }).click();
    await page.getByText("Decided. Both sides get an email").waitFor();
    await sound();

    await signIn(page, "ann", "/account/reports");
    await sound();
    await page.getByRole("link", { name: `a review of ${name}` }).click();
    await page.getByText("It is about another product.").waitFor();
    await page.getByLabel("Why the decision is wrong").fill("I bought it. Here is the number of my order: 17.");
    await page.getByRole("button", { name: "Send the appeal" }).click();
    await page.getByText("We received your appeal").waitFor();
    await sound();
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
    await page.getByLabel("The reason").fill("The order exists.");
    await page.getByRole("button", { name: "Show it again" }).click();
    await page.getByText("The appeal is decided.").waitFor();
    await sound();
    await page.context().clearCookies();
    await page.goto(`${world.url}/listings/${slug}`);
    await page.getByText(`Words about ${name}`).waitFor();
    expect(complaints).toEqual([]);
    await close();
  },
);

it("an admin lists words, finds what they hold back, and publishes or refuses it", async () => {
  const listing = await world.listing("Held Works");
  const { page, complaints, expectSound, close } = await openWatched(browser);
  await signIn(page, "root", "/admin/words");
  await page.getByLabel("Words", { exact: true }).fill("casino*\nbuy followers");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("It applies to new texts").waitFor();
  await expectSound();
  await page.goto(`${world.url}/admin/held`);
  await page.getByText("Nothing is held for review.").waitFor();

  await signIn(page, "bo", `/listings/${listing.slug}`);
  await page.getByText("Write a review").click();
  await page.getByRole("group", { name: "Rating" }).getByRole("radio", { name: "5 stars" }).check({ force: true });
  await page.getByLabel("Review", { exact: true }).fill("As good as the C A S I N O in town.");
  await page.getByRole("button", { name: "Send review" }).click();
  await page.getByText("It is under review by the site team.").waitFor();

  await signIn(page, "root", "/admin/reviews");
  const card = page.getByRole("article").filter({ hasText: "in town" });
  await card.getByText("a word that the team lists").waitFor();
  await card.getByLabel("Reason, if you reject it").fill("It is about a casino.");
  await expectSound();
  await card.getByRole("button", { name: "Reject" }).click();
  await page.getByText("The review is rejected.").waitFor();
  await signIn(page, "bo", "/account/reports");
  await page.getByRole("link", { name: "a review of Held Works" }).click();
  await page.getByText("It is about a casino.").waitFor();
  await expectSound();
  expect(complaints).toEqual([]);
  await close();
});
