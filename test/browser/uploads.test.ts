import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { addDraft } from "../helpers/drafts.ts";
import { png } from "../helpers/png.ts";
import { createWorld } from "../helpers/world.ts";
import { fillSignIn, openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const { world, browser } = await withBrowser(createWorld());
const poll = (read: () => Promise<unknown>) => expect.poll(read);

async function open(path: string, options: Parameters<typeof openWatched>[1] = {}) {
  const watched = await openWatched(browser, options);
  await watched.page.goto(`${world.url}/sign-in?return_to=${path}`);
  await fillSignIn(watched.page, "ann");
  await watched.page.waitForURL(`**${path}`);
  return watched;
}

async function give(page: Page, how: "drop" | "paste", selector: string, files: Record<string, Buffer>): Promise<void> {
  const given = Object.entries(files).map(([name, bytes]) => [name, bytes.toString("base64")]);
  await page.evaluate(`{
    const data = new DataTransfer();
    for (const [name, text] of ${JSON.stringify(given)})
      data.items.add(new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], name, { type: "image/png" }));
    const init = { bubbles: true, cancelable: true, dataTransfer: data, clipboardData: data };
    const event = ${JSON.stringify(how)} === "drop" ? new DragEvent("drop", init) : new ClipboardEvent("paste", init);
    document.querySelector(${JSON.stringify(selector)}).dispatchEvent(event);
  }`);
}

it("a logo is dropped, pasted or chosen in the editor, cropped by keyboard, saved by itself and taken back", async () => {
  const { id: accountId } = await world.account("ann");
  const name = { value: "Acme", evidence: [] };
  const id = await addDraft(world, { accountId, siteKey: "logo.test", fields: { name } });
  const { page, expectSound, complaints, close } = await open(`/drafts/${id}`);
  const logo = async () => (await world.as("ann").get(`/drafts/${id}`)).body.fields.logo_url?.value ?? null;
  const zone = page.locator("[data-address='fields.logo_url']");
  const address = page.getByLabel("Logo", { exact: false }).first();

  await give(page, "drop", "[data-address='fields.logo_url']", { "square.png": png(64, 64) });
  await zone.getByText("square.png was uploaded.").waitFor();
  await poll(logo).toContain("/uploads/");
  const first = await logo();
  await page.locator("#preview img").first().waitFor();

  await give(page, "paste", "body", { "wide.png": png(200, 100) });
  const dialog = page.getByRole("dialog", { name: "Crop to a square" });
  await dialog.waitFor();
  await expectSound(["by day", "on a phone by night"]);
  await dialog.getByLabel("Size").focus();
  for (let press = 0; press < 5; press++) await page.keyboard.press("PageDown");
  await dialog.getByLabel("Horizontal position").focus();
  await page.keyboard.press("Home");
  await dialog.getByRole("button", { name: "Apply crop" }).press("Enter");
  await zone.getByText("wide.png was uploaded.").waitFor();
  await poll(logo).not.toBe(first);
  const second = (await logo()) as string;
  const row = await world.deps.store.uploads.find(/uploads\/([\w-]{27})/.exec(second)![1]!);
  expect(row!.width).toBe(row!.height);
  expect(row!.width).toBeLessThan(100);

  await zone.getByRole("button", { name: "Undo" }).click();
  await poll(logo).toBe(first);

  await zone
    .locator("input[type=file]")
    .setInputFiles({ name: "text.png", mimeType: "image/png", buffer: Buffer.from("text") });
  await zone.getByText("This file is not a picture.").waitFor();
  expect(complaints.splice(0).join()).toContain("400");
  await zone.getByRole("button", { name: "Dismiss" }).last().click();
  expect(await address.inputValue()).toBe(first);
  await close();
});

it("a gallery takes several files, in an order made by drag and by keyboard, and the live page shows it", async () => {
  const { id: ownerId } = await world.account("ann");
  const founders = [{ name: "Ann Lee", title: "Founder", bio: null }];
  const { id, slug } = await world.listing("Tideline", { ownerId, unlocked: ["media"], founders });
  const path = `/account/listings/${id}/pictures`;
  // As high as the rows: a drag past the edge would scroll.
  const { page, expectSound, close } = await open(path, { viewport: { width: 1280, height: 2600 } });
  const rows = page.locator(".picture-row");
  const files = { "one.png": png(320, 200), "two.png": png(321, 200), "three.png": png(322, 200) };

  await give(page, "drop", "[data-rows]", files);
  await poll(() => rows.count()).toBe(3);
  for (const [at, words] of ["One", "Two", "Three"].entries()) await rows.nth(at).getByLabel("Description").fill(words);
  await expectSound(["by day", "on a phone by night"]);
  const order = () =>
    rows.locator("input[type=text]").evaluateAll((all) => all.map((one) => (one as { value: string }).value));

  await page.getByRole("button", { name: "Move up picture 3" }).press("Enter");
  expect(await order()).toEqual(["One", "Three", "Two"]);
  expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe("Move up picture 2");
  await rows.nth(2).locator(".handle").hover();
  await page.mouse.down();
  const handle = (await rows.nth(2).locator(".handle").boundingBox())!;
  for (const by of [6, 12]) await page.mouse.move(handle.x + 10, handle.y - by);
  const { x, y } = (await rows.nth(0).boundingBox())!;
  for (const by of [9, 5]) await page.mouse.move(x + 20, y + by);
  await page.mouse.up();
  expect(await order()).toEqual(["Two", "One", "Three"]);
  await page.getByRole("button", { name: "Remove picture 2" }).click();
  expect(await order()).toEqual(["Two", "Three"]);
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  expect(await order()).toEqual(["Two", "One", "Three"]);

  const before = await rows.nth(0).locator("input[type=url]").inputValue();
  await rows.nth(0).getByRole("button", { name: "Crop picture 1" }).click();
  await page.getByRole("dialog", { name: "Crop to 16:9" }).getByRole("button", { name: "Apply crop" }).click();
  await poll(() => rows.nth(0).locator("input[type=url]").inputValue()).not.toBe(before);
  await page.getByText("Not saved yet.").waitFor();
  await page.getByRole("button", { name: "Save pictures" }).click();
  await page.getByText("Your pictures are saved.").waitFor();

  await page
    .locator("[data-address^='faces.'] input[type=file]")
    .setInputFiles({ name: "ann.png", mimeType: "image/png", buffer: png(50, 50) });
  await page.getByText("The portrait is saved.").waitFor();
  await page.goto(`${world.url}/listings/${slug}`);
  const alts = await page
    .locator(".reel img")
    .evaluateAll((all) => all.map((one) => (one as unknown as { alt: string }).alt));
  expect(alts).toEqual(["Two", "One", "Three"]);
  const first = page.locator(".reel img").first();
  await poll(() => first.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth)).toBe(321);
  await close();
});
