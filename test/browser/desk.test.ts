import { buffer } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { weekOf } from "../../domain/launches/launch-week.ts";
import { readBack } from "../helpers/electronic.ts";
import { ruleFaults } from "../helpers/en16931-rules.ts";
import { openShopFront } from "../helpers/shop-front.ts";
import { unzipped } from "../helpers/unzip.ts";
import { fillSignIn, openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const NO_PROVIDER = Object.fromEntries(
  ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "PAYPAL_CLIENT_ID", "PAYPAL_CLIENT_SECRET", "PAYPAL_WEBHOOK_ID"].map(
    (name) => [name, ""],
  ),
);
const { world: shop, browser } = await withBrowser(
  openShopFront({ ...NO_PROVIDER, PAYMENT_INSTRUCTIONS: "", BANK_IBAN: "DE02120300000000202051" }),
);

async function openAs(name: string, path: string) {
  const watched = await openWatched(browser);
  await watched.page.goto(`${shop.baseUrl}/sign-in?return_to=${encodeURIComponent(path)}`);
  await fillSignIn(watched.page, name);
  await watched.page.waitForURL(shop.baseUrl + path);
  return watched;
}

/** The buyer reviews an order and chooses to pay by transfer. */
async function chooseTransfer(page: Page, path: string, number: string) {
  await page.goto(shop.baseUrl + path);
  await page.getByLabel("Name or company").fill("Acme Books GmbH");
  await page.getByLabel("Address", { exact: true }).fill("Rosenweg 5\n80331 München");
  await page.getByLabel("Country").selectOption("DE");
  await page.getByLabel("Email").fill("books@acme.example");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await page.getByRole("button", { name: "Bank transfer" }).click();
  await page.getByText(`Use exactly this reference: ${number}`).waitFor();
}

/** Filters the invoices to the quarter, and downloads files that other programs read. */
async function closeQuarter({ page, expectSound }: Awaited<ReturnType<typeof openAs>>, orders: string[]) {
  await page.goto(`${shop.baseUrl}/admin`);
  await page.getByRole("link", { name: "Invoices", exact: true }).first().click();
  await page.getByRole("link", { name: "This quarter" }).click();
  await page.getByRole("heading", { name: "Totals" }).waitFor();
  await expectSound();
  const shown = await page.getByRole("row", { name: "Total in USD" }).getByRole("cell").last().innerText();
  const cents = Math.round(Number(shown.replace(/[$,]/g, "")) * 100);

  const names: string[] = [];
  async function download(label: string): Promise<Buffer> {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: `Download ${label}` }).click(),
    ]);
    names.push(file.suggestedFilename());
    return buffer(await file.createReadStream());
  }
  const rows = async (label: string): Promise<Record<string, string>[]> =>
    parse(await download(label), { bom: true, columns: true });
  const sum = (all: Record<string, string>[], ...columns: string[]) =>
    Math.round(all.reduce((sum, row) => sum + columns.reduce((one, name) => one + Number(row[name]) * 100, 0), 0));
  const documents = await rows("Documents (CSV)");
  expect(sum(documents, "total")).toBe(cents);
  expect(sum(await rows("VAT by country and rate (CSV)"), "net", "vat")).toBe(cents);
  const datev: string[][] = parse(new TextDecoder("windows-1252").decode(await download("DATEV")), {
    delimiter: ";",
    from_line: 3,
  });
  const booked = datev.map(([amount, side]) => Number(amount!.replace(",", ".")) * 100 * (side === "S" ? 1 : -1));
  expect(Math.round(booked.reduce((all, one) => all + one, 0))).toBe(sum(documents, "seller_net", "seller_vat"));
  const files = await unzipped(await download("Documents (ZIP of PDFs)"));
  expect([...files.keys()].sort()).toEqual([...new Set(documents.map(({ number }) => `${number}.pdf`))].sort());
  for (const pdf of files.values()) expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  const paid = (await rows("Payments, fees and payouts (CSV)")).map(({ order_number }) => order_number);
  expect(paid).toEqual(expect.arrayContaining(orders));
  await rows("OSS return (CSV)");
  await rows("EC sales list (CSV)");
  expect(new Set(names).size).toBe(7);

  await page.getByRole("link", { name: "VAT and returns" }).click();
  await page.getByRole("heading", { name: "EU threshold" }).waitFor();
  await expectSound();
}

it("an owner with no provider sells, matches a statement, corrects, refunds, gives a launch and closes the quarter", async () => {
  const week = weekOf(shop.deps.now(), "UTC", 9).monday;
  const listing = await shop.newListing("draft");
  const sold = await shop.order([
    { product: "launch", listing_id: listing, week },
    { product: "featured-week", listing_id: listing, week },
  ]);
  const other = await shop.order();
  const ann = await openAs("ann", "/account/orders");
  await chooseTransfer(ann.page, sold.path, sold.number);
  await ann.page.getByText("At most 2 unpaid orders by transfer hold places").waitFor();
  await ann.expectSound();
  await chooseTransfer(ann.page, other.path, other.number);

  const root = await openAs("root", "/admin/transfers");
  const total = ((await shop.find(sold.number)).totalCents / 100).toFixed(2);
  const statement = `Date,Payer,Reference,Amount,Currency\n2026-11-24,Acme Books GmbH,RE ${sold.number},${total},USD\n`;
  await root.page
    .getByLabel("Bank statement", { exact: true })
    .setInputFiles({ name: "statement.csv", mimeType: "text/csv", buffer: Buffer.from(statement) });
  await root.page.getByRole("button", { name: "Read the statement" }).click();
  await root.page.getByText("The reference and the amount fit.").waitFor();
  await root.page.getByRole("button", { name: "Mark as paid", exact: true }).click();
  await root.page.getByRole("heading", { name: "Incoming payments" }).waitFor({ state: "detached" });
  await shop.drain();
  expect(await shop.find(sold.number)).toMatchObject({ status: "paid" });

  // A typing error: 191.00 instead of 119.00.
  await root.page.getByRole("link", { name: other.number }).click();
  await root.page.getByLabel("Amount received").fill("191.00");
  await root.page.getByRole("button", { name: "Mark as paid" }).click();
  await root.page.getByText("The amount or currency differs").waitFor();
  const correction = root.page.locator("details", { hasText: "Correct the amount" });
  await correction.getByText("Correct the amount").click();
  await correction.getByLabel("Amount received").fill("119.00");
  await correction.getByLabel("Reason, for the audit log").fill("A typing error");
  await root.page.getByRole("button", { name: "Correct", exact: true }).click();
  await root.page.getByRole("link", { name: /^Invoice INV-/ }).waitFor();
  expect(await shop.find(other.number)).toMatchObject({ status: "paid" });

  await root.page.goto(`${shop.baseUrl}/admin/orders/${sold.number}`);
  const refund = root.page.locator("details", { hasText: "Refund a line" });
  await refund.getByText("Refund a line").click();
  const [, featured] = (await shop.find(sold.number)).lines;
  await refund.getByRole("combobox").selectOption(featured!.id);
  await refund.getByRole("textbox").fill("They asked for it");
  await root.expectSound();
  await root.page.getByRole("button", { name: "Record the refund" }).click();
  await root.page.getByRole("link", { name: /^Credit note CRN-/ }).waitFor();
  await shop.drain();
  await root.page.reload();
  await root.expectSound();
  expect(await shop.find(sold.number)).toMatchObject({
    status: "partially_refunded",
    refundedCents: featured!.totalCents,
    lines: [{ fulfilledAt: expect.any(Date) }, { fulfilledAt: null, refundedAt: expect.any(Date) }],
  });

  const gift = await shop.newListing("draft");
  await root.page.goto(`${shop.baseUrl}/admin/listings/${gift}`);
  await root.page.getByRole("link", { name: "Give for free" }).click();
  await root.page.getByLabel("A day of its week").fill(week);
  await root.page.getByLabel("Reason, for the audit log").fill("First user");
  await root.page.getByRole("button", { name: "Give it for free" }).click();
  await root.page.getByText("Given. Its owner got an email.").waitFor();
  await root.page.getByRole("link", { name: /^Invoice INV-/ }).waitFor();

  await ann.page.goto(`${shop.baseUrl}/account/orders/${sold.number}`);
  await ann.page.getByRole("link", { name: /^Credit note CRN-/ }).click();
  await ann.page.getByText("Credits invoice").waitFor();

  // The name on the other invoice is wrong.
  const { page } = root;
  await page.goto(`${shop.baseUrl}/admin/orders/${other.number}`);
  const details = page.locator("details", { hasText: "Correct invoice" });
  await details.getByText("Correct invoice").click();
  await details.getByLabel("Name or company").fill("Acme Books AG");
  await details.getByRole("button", { name: "Correct the invoice" }).click();
  await page.getByRole("link", { name: /^Credit note CRN-/ }).waitFor();
  await root.expectSound();
  const newest = (await shop.papers(other.number))
    .filter((number) => number.startsWith("INV"))
    .toSorted()
    .at(-1)!;
  await page.getByRole("link", { name: `Invoice ${newest}` }).click();
  await page.getByText("Replaces invoice").waitFor();
  await page.getByText("Acme Books AG").waitFor();
  const xml = await (await page.request.get(`${page.url()}/xml`)).text();
  expect(ruleFaults(readBack(xml))).toEqual([]);
  expect(xml).toContain("Acme Books AG");
  await shop.drain();

  await closeQuarter(root, [sold.number, other.number]);
  await Promise.all([ann.close(), root.close()]);
});
