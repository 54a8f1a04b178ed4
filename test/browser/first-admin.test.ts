import { expect, it } from "vitest";
import { mintToken } from "../../core/credentials/tokens.ts";
import { invoiceContent, line } from "../helpers/invoices.ts";
import { createWorld, PASSWORD } from "../helpers/world.ts";
import { openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const { world, browser } = await withBrowser(createWorld());

const KEY = /^dbt_[0-9A-Za-z]{42}$/;

/** The link that the program prints at its first start. */
async function setupLink(): Promise<string> {
  const { token, ...row } = mintToken("setup", world.deps.now(), world.deps.random);
  await world.deps.store.change((tx) => tx.accounts.addToken({ ...row, accountId: null, email: null }));
  return `${world.url}/setup?token=${token}`;
}

it("an admin sets the site up, a person joins, and makes and revokes a key", async () => {
  const root = await openWatched(browser);
  await root.page.goto(await setupLink());
  await root.expectSound();
  await root.page.getByLabel("Your name").fill("Root");
  await root.page.getByLabel("Email").fill("root@people.example");
  await root.page.getByLabel("Password").fill(PASSWORD);
  await root.page.getByRole("button", { name: "Create admin account" }).click();
  await root.page.getByText("Welcome. Your account is ready.").waitFor();
  await root.expectSound();

  const ann = await openWatched(browser);
  await ann.page.goto(world.url);
  await ann.expectSound();
  await ann.page.getByRole("link", { name: "Sign in" }).first().click();
  await ann.page.getByRole("link", { name: "Sign up" }).click();
  await ann.expectSound();
  await ann.page.getByLabel("Your name").fill("Ann <b>Example</b>");
  await ann.page.getByLabel("Email").fill("ann@people.example");
  await ann.page.getByLabel("Password").fill(PASSWORD);
  await ann.page.getByRole("button", { name: "Sign up" }).click();
  await ann.page.getByRole("heading", { name: "Check your email" }).waitFor();
  await ann.expectSound();

  await world.drain();
  await root.page.getByRole("link", { name: "Admin", exact: true }).click();
  await root.page.getByRole("link", { name: "Outbox" }).click();
  await root.expectSound();
  await root.page.getByRole("link", { name: /^Confirm your address/ }).click();
  await root.page.getByText("Hello Ann <b>Example</b>,").waitFor();
  await root.expectSound();
  const link = await root.page.locator(`a[href^="${world.url}/verify?token="]`).getAttribute("href");

  await ann.page.goto(link!);
  await ann.expectSound();
  expect((await world.deps.store.accounts.findByEmail("ann@people.example"))?.emailVerifiedAt).toBeNull();
  await ann.page.getByRole("button", { name: "Confirm and sign in" }).click();
  await ann.page.getByText("Your email address is confirmed.").waitFor();
  await ann.page.getByRole("heading", { name: "Your account" }).waitFor();
  await ann.expectSound();

  await ann.page.getByRole("link", { name: "Create an API key" }).click();
  await ann.expectSound();
  await ann.page.getByLabel("Name", { exact: true }).fill("release script");
  await ann.page.getByLabel(/Prepare orders/).uncheck();
  await ann.page.getByRole("button", { name: "Create the key" }).click();
  const key = (await ann.page.locator("#new-secret").textContent())!;
  expect(key).toMatch(KEY);
  await ann.expectSound();
  expect((await world.rest("GET", "/me", { bearer: key })).status).toBe(200);

  await ann.page.getByRole("link", { name: "Done" }).click();
  await ann.page.getByText("release script", { exact: true }).first().waitFor();
  expect(await ann.page.content()).not.toContain(key);
  await ann.expectSound();
  await ann.page.getByRole("link", { name: /^Revoke/ }).click();
  await ann.expectSound();
  await ann.page.getByRole("button", { name: "Revoke the key" }).click();
  await ann.page.getByText("The API key was revoked.").waitFor();
  expect((await world.rest("GET", "/me", { bearer: key })).status).toBe(401);

  await ann.page.getByRole("button", { name: "Sign out", exact: true }).click();
  await ann.page.getByText("You are signed out.").waitFor();
  await ann.expectSound();
  await Promise.all([root.close(), ann.close()]);
});

it("a listing is sound to look at, with and without scripts", async () => {
  const at = "Reads invoices and books them.\n\nEvery line says where it came from.";
  const { slug } = await world.listing("Acme Books", {
    category: "accounting",
    content: { pricingModel: "freemium", country: "DE", stage: "launched" },
    profile: {
      description: at,
      features: ["Imports", "Exports"],
      faqs: [{ question: "Is it free?", answer: "For one book." }],
      socials: { x: "https://x.com/acme" },
      tags: ["books"],
    },
  });
  const visitor = await openWatched(browser);
  await visitor.page.goto(world.url);
  await visitor.page.getByRole("link", { name: "Acme Books" }).first().click();
  await visitor.page.getByRole("heading", { name: "Acme Books", level: 1 }).waitFor();
  await visitor.page.getByText("Is it free?").click();
  await visitor.expectSound();
  await visitor.close();

  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${world.url}/listings/${slug}`);
  await page.getByText("Is it free?").click();
  expect(await page.getByText("For one book.").isVisible()).toBe(true);
  await page.goto(`${world.url}/connect`);
  expect(await page.getByRole("button", { name: "Copy" }).count()).toBe(0);
  await context.close();
});

it("the copy button copies the address", async () => {
  const visitor = await openWatched(browser);
  await visitor.page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: world.url });
  await visitor.page.goto(world.url);
  await visitor.page.getByRole("button", { name: "Copy" }).click();
  await visitor.page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await visitor.page.evaluate("navigator.clipboard.readText()")).toBe(`${world.url}/mcp`);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

it("an invoice is sound to look at", async () => {
  const content = invoiceContent({
    buyer: { ...invoiceContent().buyer, name: "שלום Donaudampfschifffahrtsgesellschaftskapitän ".repeat(3) },
    lines: [line("Launch, week of 23 November 2026"), line("Billboard")],
    vatNote: "Reverse charge.",
  });
  await world.deps.store.change((tx) => tx.invoices.issue(content, { cause: "test", token: "test" }, world.deps.now()));
  const visitor = await openWatched(browser);
  await visitor.page.goto(`${world.url}/invoices/test`);
  await visitor.expectSound();
  await visitor.page.emulateMedia({ media: "print" });
  expect(await visitor.page.getByRole("link", { name: "Open the PDF" }).count()).toBe(0);
  await visitor.close();
});
