import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openShopFront } from "../helpers/shop-front.ts";
import { openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const { world: shop, browser } = await withBrowser(openShopFront());

async function ask(items: object[]): Promise<{ number: string; checkout_url: string }> {
  const call = async (tool: string, args: object) =>
    (await shop.mcp(tool, args, { bearer: await shop.key("ann") })).body.structuredContent;
  expect(await call("quote_order", { items, billing_country: "DE" })).toMatchObject({ saved: false });
  const made = await call("create_checkout", { items });
  expect(made.message_for_user).toContain(made.checkout_url);
  return made;
}
const getOrder = async (number: string) =>
  (await shop.mcp("get_order", { number }, { bearer: await shop.key("ann") })).body.structuredContent;

async function fillBilling(page: Page, name = "Acme Books GmbH"): Promise<void> {
  await page.getByLabel("Name or company").fill(name);
  await page.getByLabel("Address", { exact: true }).fill("Rosenweg 5\n80331 München");
  await page.getByLabel("Country").selectOption("DE");
  await page.getByLabel("Email").fill("books@acme.example");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await page.getByRole("heading", { name: "Pay $119.00" }).waitFor();
}

const billboard = async () => [{ product: "billboard", listing_id: await shop.newListing(), amount_cents: 10_000 }];

describe("from an assistant's create_checkout to the paid order in get_order", () => {
  it("on Stripe's page", async () => {
    const { number, checkout_url: url } = await ask(await billboard());
    const { page, expectSound, close } = await openWatched(browser);
    await page.goto(url);
    await page.getByRole("heading", { name: "Review and pay" }).waitFor();
    await expectSound();
    await fillBilling(page);
    await expectSound();
    await page.getByRole("button", { name: "Card or wallet" }).click();
    await page.waitForURL(`${shop.stripe.url}/c/pay/*`);
    await page.getByRole("link", { name: "Back" }).click();
    await page.getByText("is not confirmed yet").waitFor();
    await expectSound();
    await page.getByRole("button", { name: "Card or wallet" }).click();
    await page.getByRole("button", { name: "Pay US$119.00" }).click();
    await page.getByRole("heading", { name: "Thank you, your order is paid" }).waitFor();
    await shop.drain();
    await page.reload();
    await expectSound();
    const paid = await getOrder(number);
    expect(paid).toMatchObject({
      status: "paid",
      checkout_url: null,
      totals: { total_cents: 11_900 },
      lines: [{ fulfilled: true }],
      invoice_url: expect.stringContaining(`${shop.baseUrl}/invoices/`),
    });
    await page.getByRole("link", { name: /^Invoice INV-/ }).click();
    expect(page.url()).toBe(paid.invoice_url);
    await page.getByRole("heading", { name: /^Invoice INV-/ }).waitFor();
    await expectSound();
    await close();
  });
});

it("an invoice is printed on one sheet without the frame of the site", async () => {
  const { number } = await shop.sell("stripe");
  const [invoice] = await shop.deps.store.invoices.ofOrder(number);
  const { page, complaints, close } = await openWatched(browser);
  await page.goto(`${shop.baseUrl}/invoices/${invoice!.token}`);
  await page.emulateMedia({ media: "print" });
  for (const hidden of [page.getByRole("banner"), page.getByRole("contentinfo"), page.getByText("Open the PDF")])
    expect(await hidden.isVisible()).toBe(false);
  expect(await page.getByText("Rosenweg 5").isVisible()).toBe(true);
  const sheet = await page.pdf({ format: "A4" });
  expect(sheet.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  expect(complaints).toEqual([]);
  await close();
});
