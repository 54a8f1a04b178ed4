import { expect, it } from "vitest";
import { createWorld, PASSWORD } from "../helpers/world.ts";
import { openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const { world, browser } = await withBrowser(createWorld());

it("an admin finds a listing, looks at what was edited, and puts the old words back", async () => {
  await world.account("root", { admin: true });
  const ann = await world.account("ann");
  const { id } = await world.listing("Acme Charts", {
    ownerId: ann.id,
    profile: {
      description: "Acme Charts shows small teams which pages bring customers, without cookies and without a banner.",
      features: ["Cookie-free counting", "Weekly mail report"],
      faqs: [{ question: "Is it free?", answer: "For 30 days." }],
      socials: { x: "https://x.com/acmecharts" },
    },
  });
  await world.as("ann").patch(`/me/listings/${id}`, {
    body: {
      fields: {
        tagline: "Web analytics for everybody",
        description:
          "Acme Charts shows all teams which pages bring customers, without any cookies and without a banner.",
        features: ["Cookie-free counting", "Goal tracking", "Weekly mail report"],
        city: "Berlin",
      },
      socials: { x: "https://x.com/acmecharts", github: `https://github.com/${"acme".repeat(20)}` },
    },
  });

  const { page, expectSound, close } = await openWatched(browser);
  await page.goto(`${world.url}/sign-in`);
  await page.getByLabel("Email").fill("root@people.example");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("link", { name: "Admin", exact: true }).click();
  await page.getByRole("link", { name: "Listings", exact: true }).click();
  await page.waitForURL(/\/admin\/listings$/);
  await expectSound();
  await page.getByPlaceholder("Search by name").fill("acme");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("link", { name: "the latest edits" }).click();
  await page.waitForURL(/\/admin\/changes/);
  await expectSound();
  await page.getByRole("link", { name: "Acme Charts version 2" }).click();
  await page.getByRole("heading", { name: "What it changed" }).waitFor();
  expect(await page.locator("ins").allTextContents()).toContain("Berlin");
  await expectSound();
  await page.getByRole("link", { name: "History of Acme Charts" }).click();
  await page.waitForURL(/\/history$/);
  await expectSound();
  await page.getByRole("link", { name: "Version 1" }).click();
  await page.waitForURL(/\/history\/1$/);
  await expectSound();
  await page.getByRole("button", { name: "Restore version 1" }).click();
  await page.getByText("The old version was restored.").waitFor();
  await expectSound();
  expect((await world.rest("GET", "/listings/acme-charts")).body.company.city).toBeNull();
  await close();
});
