import { beforeAll, expect, it } from "vitest";
import { weekOf } from "../../domain/launches/launch-week.ts";
import { openShopFront } from "../helpers/shop-front.ts";
import { tabTo } from "./keyboard.ts";
import { fillSignIn, openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const HOUR = 3600_000;
const { world: shop, browser } = await withBrowser(openShopFront({ SITE_TIMEZONE: "UTC" }));
beforeAll(async () => {
  const { startsAt } = weekOf(shop.deps.now(), "UTC", 1);
  shop.advance(startsAt.getTime() + 2 * 24 * HOUR - shop.deps.now().getTime());
  await shop.drain();
});

const newest = async (email: string, has: string) =>
  (await shop.deps.store.mails.list({ page: 1, perPage: 500 })).items.find(
    ({ recipient, text }) => recipient === email && text.includes(has),
  )!;
async function confirmLink(email: string): Promise<string> {
  const { text } = await newest(email, "/digest/confirm?");
  return shop.baseUrl + /\/digest\/confirm\?token=\S+/.exec(text)![0];
}
async function toTuesday(): Promise<void> {
  const { endsAt } = weekOf(shop.deps.now(), "UTC");
  shop.advance(endsAt.getTime() + 33.1 * HOUR - shop.deps.now().getTime());
  for (let minute = 0; minute < 5; minute++) {
    await shop.drain();
    shop.advance(60_000);
  }
  await shop.drain();
}

it("somebody asks by keyboard alone, confirms by email, and an admin previews, pauses and resumes what one click ends", async () => {
  await shop.listing("Kelpline", { category: "crm" });
  const { page, complaints, expectSound, close } = await openWatched(browser, { timezoneId: "UTC" });
  await page.goto(`${shop.baseUrl}/categories/crm`);
  await tabTo(page, "Follow CRM");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/digest?category=crm");
  await expectSound();
  await tabTo(page, "Your email");
  await page.keyboard.type("sam@post.example");
  await page.keyboard.press("Enter");
  await page.getByText("Check your email.").waitFor();
  await page.goto(await confirmLink("sam@post.example"));
  await tabTo(page, "Confirm");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "You are subscribed" }).waitFor();
  await page.getByText("between 8 and 9 in the morning (UTC)").waitFor();
  await expectSound();

  const root = await openWatched(browser);
  await root.page.goto(`${shop.baseUrl}/sign-in?return_to=/admin/digest`);
  await fillSignIn(root.page, "root");
  await root.page.getByText("1 person gets it").waitFor();
  const frame = root.page.frameLocator("iframe");
  await frame.getByRole("link", { name: "Kelpline" }).waitFor();
  await root.page.getByRole("button", { name: "Send me a copy" }).click();
  await root.page.getByText("The email is on its way to you.").waitFor();
  await root.page.getByRole("button", { name: "Pause" }).click();
  await root.page.getByText("The digest is paused.").waitFor();
  await root.expectSound();
  await toTuesday();
  expect(await newest("sam@post.example", "New in CRM")).toBeUndefined();
  await root.page.getByRole("button", { name: "Resume" }).click();
  await root.page.getByText("The digest is resumed.").waitFor();
  await shop.drain();
  await root.page.reload();
  await root.page
    .getByRole("row")
    .filter({ hasText: weekOf(shop.deps.now(), "UTC", -1).monday })
    .waitFor();

  const { unsubscribeUrl, html, text } = await newest("sam@post.example", "New in CRM");
  expect(text).toContain("Kelpline");
  // The email itself, as a mail program shows it.
  const mail = await openWatched(browser);
  await mail.page.setContent(html);
  await mail.page.getByRole("heading", { name: "New in CRM" }).waitFor();
  await mail.close();
  await page.goto(unsubscribeUrl!);
  await expectSound();
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await page.getByRole("heading", { name: "You are unsubscribed" }).waitFor();
  expect(await shop.deps.store.digests.ofAddress("sam@post.example")).toBeUndefined();
  expect([...complaints, ...root.complaints]).toEqual([]);
  await root.close();
  await close();
});
