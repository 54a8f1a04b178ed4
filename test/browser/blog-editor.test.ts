import { expect, it } from "vitest";
import { png } from "../helpers/png.ts";
import { createWorld } from "../helpers/world.ts";
import { fillSignIn, openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const { world, browser } = await withBrowser(createWorld());

async function openEditor(options = {}) {
  await world.account("root", { admin: true });
  const watched = await openWatched(browser, options);
  await watched.page.goto(`${world.url}/sign-in?return_to=/admin/blog/new`);
  await fillSignIn(watched.page, "root");
  await watched.page.getByRole("heading", { name: "New post" }).waitFor();
  return watched;
}
const PICTURE = { name: "chart.png", mimeType: "image/png", buffer: png(400, 200) };

it("a post is written beside its preview, with a picture, and published", async () => {
  const { page, expectSound, close } = await openEditor();
  const preview = page.locator("#post-preview");
  await page.getByLabel("Title").fill("Who won");
  await page.getByLabel("Text", { exact: true }).fill("It was **close**.\n\nThe end.");
  await preview.getByText("Who won").waitFor();
  expect(await preview.locator("strong").textContent()).toBe("close");
  const [left, right] = [await page.locator(".writing form").boundingBox(), await preview.boundingBox()];
  expect(right!.x).toBeGreaterThan(left!.x + left!.width - 1);

  await page.evaluate(
    "{ const field = document.querySelector('textarea[name=body]'); field.focus(); field.setSelectionRange(3, 3); }",
  );
  await page.getByText("Add a picture").click();
  await page.getByLabel("From your computer").setInputFiles(PICTURE);
  await page.getByLabel("Description", { exact: true }).fill("Votes by day");
  await page.getByRole("button", { name: "Add to text" }).click();
  await preview.getByAltText("Votes by day").waitFor();
  expect(await page.getByLabel("Text", { exact: true }).inputValue()).toMatch(
    /^It was \*\*close\*\*\.\n\n!\[Votes by day\]\(\/uploads\/[\w-]{27}\/1280\)\n\nThe end\.$/,
  );
  await page.waitForFunction("document.querySelector('#post-preview img').naturalWidth === 400");
  await expectSound();
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText("The post is published.").waitFor();
  await page.getByRole("link", { name: "View post" }).click();
  await page.getByAltText("Votes by day").waitFor();
  await expectSound();
  await close();
});

it("an accent colours buttons and links by day and by night, under the strict policy", async () => {
  const { page, complaints, expectSound, close } = await openEditor();
  await page.goto(`${world.url}/admin/settings/look`);
  await page.getByLabel("Accent").fill("#0b6f6a");
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText("It applies everywhere").waitFor();
  await expectSound();
  const button = () => page.evaluate("getComputedStyle(document.querySelector('header .button.sun')).backgroundColor");
  await page.emulateMedia({ colorScheme: "light" });
  expect(await button()).toBe("rgb(11, 111, 106)");
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await button()).toBe("rgb(11, 111, 106)");
  await page.goto(world.url);
  await expectSound();
  expect(complaints).toEqual([]);
  await close();
});
