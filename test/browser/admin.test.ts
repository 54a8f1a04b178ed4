import { expect, it } from "vitest";
import { createWorld, PASSWORD } from "../helpers/world.ts";
import { createVisitor } from "../site/world.ts";
import { openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const { world, browser } = await withBrowser(createWorld());

it("an admin moderates a listing and restores a vote", async () => {
  await world.account("root", { admin: true });
  await world.account("ann", { verified: false });
  await world.listing("Acme Charts");
  const other = await world.listing("Boat Club");
  const voter = createVisitor(world.baseUrl);
  await voter.signIn("ann@people.example", { password: PASSWORD });
  await voter.get(`/listings/${other.slug}`);
  await voter.post(`/listings/${other.slug}/vote`, { vote: "on" });
  const { page, expectSound, close } = await openWatched(browser);
  await page.goto(`${world.url}/sign-in?return_to=/admin`);
  await page.getByLabel("Email").fill("root@people.example");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Needs your attention" }).waitFor();

  const menu = page.getByRole("navigation", { name: "Administration" });
  await menu.getByRole("link", { name: "Listings", exact: true }).click();
  await page.getByRole("link", { name: "Acme Charts" }).click();
  await page.getByLabel("Reason").fill("It copied the texts of another product.");
  await page.getByRole("button", { name: "Suspend" }).click();
  await page.getByText("The listing is suspended.").waitFor();
  await expectSound();
  expect((await world.rest("GET", "/listings/acme-charts")).status).toBe(404);
  await page.getByRole("button", { name: "Restore" }).click();
  await page.getByText("The listing is back in its previous status.").waitFor();
  expect((await world.rest("GET", "/listings/acme-charts")).status).toBe(200);

  await page.getByText("This is a duplicate").click();
  await page.getByLabel("Slug or URL of the listing to keep").waitFor();
  await expectSound();
  await page.goto(`${world.url}/admin`);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByText("Admin: Overview").click();
  await menu.getByRole("link", { name: "Votes" }).click();
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.getByRole("cell", { name: "address not confirmed" }).waitFor();
  await page.getByRole("button", { name: /^Restore/ }).click();
  await page.getByText("The vote counts, whatever").waitFor();
  expect((await world.rest("GET", `/listings/${other.slug}`)).body.votes).toBe(1);

  await close();
});
