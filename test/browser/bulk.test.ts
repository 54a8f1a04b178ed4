import { beforeAll, expect, it } from "vitest";
import { createWorld } from "../helpers/world.ts";
import { fillSignIn, openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const { world, browser } = await withBrowser(createWorld());
const { store } = world.deps;
beforeAll(async () => {
  await world.account("root", { admin: true });
});

async function openAsAdmin(path: string) {
  const watched = await openWatched(browser);
  await watched.page.goto(`${world.url}/sign-in?return_to=${encodeURIComponent(path)}`);
  await fillSignIn(watched.page, "root");
  await watched.page.waitForURL(`**${path}`);
  return watched;
}

it("an admin selects listings, adds a tag and undoes it", async () => {
  const ids: number[] = [];
  for (const name of ["Photoview", "Lychee", "Piwigo"]) ids.push((await world.listing(name)).id);
  const tags = async () => Promise.all(ids.map(async (id) => (await store.listings.find(id))!.profile.tags));
  const { page, complaints, expectSound, close } = await openAsAdmin("/admin/listings");
  await expectSound();
  await page.getByLabel("Select Photoview").check();
  await page.getByLabel("Select Piwigo").check();
  await page.getByRole("button", { name: "Add tags" }).click();
  await page.getByText("Enter one or more tags.").waitFor();
  await page.getByText("2 listings are selected.").waitFor();
  // A form that lacks something answers 400.
  expect(complaints.splice(0)).toEqual([expect.stringContaining("400")]);
  await page.getByLabel("Tags").fill("photos");
  await page.getByRole("button", { name: "Add tags" }).click();
  await page.getByRole("heading", { name: "Add tags: photos" }).waitFor();
  expect(await tags()).toEqual([["photos"], [], ["photos"]]);
  await expectSound();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("The undo was started.").waitFor();
  expect(await tags()).toEqual([[], [], []]);
  await close();
});

it("an admin edits the listing of somebody else from its admin page", async () => {
  const owner = await world.account("ann");
  const { id } = await world.listing("Harbour Notes", { ownerId: owner.id });
  const { page, expectSound, close } = await openAsAdmin(`/admin/listings/${id}`);
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByText("You are editing someone else’s listing.").waitFor();
  await page.getByLabel("Name").fill("Harbor Notes");
  await page.getByLabel("Page address").fill("harbor-notes");
  await page.getByRole("button", { name: "Save changes" }).first().click();
  await page.getByText("Your changes are saved.").waitFor();
  await expectSound();
  await page.goto(`${world.url}/listings/harbour-notes`);
  await page.waitForURL("**/listings/harbor-notes");
  await page.getByRole("heading", { level: 1, name: "Harbor Notes" }).waitFor();
  await close();
});
