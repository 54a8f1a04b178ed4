import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { png } from "../helpers/png.ts";
import { createWorld } from "../helpers/world.ts";
import { fillSignIn, openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const { world, browser } = await withBrowser(createWorld());
beforeAll(async () => {
  for (const name of ["ann", "bo"]) {
    const { id: ownerId } = await world.account(name);
    await world.listing(`Works of ${name}`, { ownerId, founders: [{ name, title: "Founder", bio: null }] });
  }
});
const FOCUSED =
  `(({ localName, labels, textContent }) => [localName, (labels?.[0]?.textContent ?? "") + ` +
  `textContent])(document.activeElement)`;
const picture = { name: "me.png", mimeType: "image/png", buffer: png(80, 80) };

async function signIn(page: Page, name: string, path: string): Promise<void> {
  await page.goto(`${world.url}/sign-in?return_to=${encodeURIComponent(path)}`);
  await fillSignIn(page, name);
  await page.waitForURL(world.url + path);
}

it("a profile is made by keyboard alone, with a face and the maker of a listing", async () => {
  const { page, complaints, expectSound, close } = await openWatched(browser);
  await signIn(page, "ann", "/account/profile");
  await expectSound();
  const reach = async (name: string, role = "") => {
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press("Tab");
      const [tag, words] = (await page.evaluate(FOCUSED)) as [string, string];
      if (words.includes(name) && (role === "" || tag === role)) return;
    }
    throw new Error(`No key leads to ${name}.`);
  };
  await reach("Handle");
  await page.keyboard.type("admin");
  await page.keyboard.press("Enter");
  await page.getByText("This name is not available. Try another one.").waitFor();
  expect(await page.getByLabel("Handle").getAttribute("aria-invalid")).toBe("true");
  expect(complaints.splice(0)).toEqual([expect.stringContaining("status of 400")]);
  await expectSound();
  await reach("Handle");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Ann-Abel");
  await reach("About you");
  await page.keyboard.type("I draw maps.");
  await reach("Your links");
  await page.keyboard.type("ann.example");
  await reach("Make my profile public");
  await page.keyboard.press("Space");
  await reach("Save profile");
  await page.keyboard.press("Enter");
  await page.getByText("Your profile is saved and public.").waitFor();
  await expectSound();

  await page.getByLabel("Upload a picture").setInputFiles(picture);
  await page.getByText("The portrait is saved.").waitFor();
  await reach("This is me", "button");
  await page.keyboard.press("Enter");
  await page.getByText("This maker is now part of your profile.").waitFor();
  await expectSound();
  await reach("View profile", "a");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${world.url}/@ann-abel`);
  await page.getByRole("heading", { name: "ann", exact: true }).waitFor();
  await page.getByText("I draw maps.").waitFor();
  await page.getByRole("link", { name: "Works of ann" }).first().waitFor();
  await expect.poll(() => page.evaluate(`document.querySelector(".makerhead .face img").naturalWidth`)).toBe(80);
  await expectSound();

  await page.context().clearCookies();
  await page.goto(`${world.url}/listings/works-of-ann`);
  await page.getByRole("complementary").getByRole("link", { name: "ann" }).click();
  await page.waitForURL(`${world.url}/@ann-abel`);
  expect(complaints).toEqual([]);
  await close();
});
