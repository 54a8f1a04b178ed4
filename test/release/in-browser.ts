import type { Browser } from "playwright-core";
import { expect } from "vitest";
import { openWatched } from "../browser/watched-page.ts";
import { PASSWORD } from "../helpers/world.ts";

/**
 * The pages of a site that nobody has set up yet, as a browser shows them: to visitors, to the
 * first admin, and to a member with a draft. Four of them are checked for accessibility.
 */
export async function lookAround(
  browser: Browser,
  { site, setup, website }: { site: string; setup: string; website: string },
): Promise<void> {
  const visitor = await openWatched(browser);
  await visitor.page.goto(site);
  await visitor.expectSound();
  await visitor.page.locator('main a[href^="/listings/"]').first().click();
  const name = (await visitor.page.getByRole("heading", { level: 1 }).textContent())!;
  await visitor.expectSound();
  await visitor.page.goto(`${site}/search`);
  await visitor.page.getByRole("main").getByLabel("Search products").last().fill(name);
  await visitor.page.waitForURL(/[?&]q=/);
  await visitor.page.locator("#results:not([aria-busy])").getByRole("link", { name }).first().waitFor();
  await visitor.page.goto(`${site}/compare`);
  await visitor.page.locator("input[data-suggest]").first().pressSequentially(name.slice(0, 4));
  await visitor.page.locator(`#products option[value=${JSON.stringify(name)}]`).waitFor({ state: "attached" });
  // Drawn by Swagger UI, which breaks rules of accessibility in its own parts: here only that it
  // complains of nothing.
  await visitor.page.goto(`${site}/docs`);
  await visitor.page.getByRole("heading", { name: "Directory" }).waitFor();
  await visitor.page.goto(`${site}/sign-up`);
  await visitor.page.getByLabel("Your name").fill("Bea");
  await visitor.page.getByLabel("Email").fill("bea@people.example");
  await visitor.page.getByLabel("Password").fill(PASSWORD);
  await visitor.page.getByRole("button", { name: "Sign up" }).click();
  await visitor.page.getByRole("heading", { name: "Check your email" }).waitFor();

  const root = await openWatched(browser);
  await root.page.goto(setup);
  await root.page.getByLabel("Your name").fill("Root");
  await root.page.getByLabel("Email").fill("root@people.example");
  await root.page.getByLabel("Password").fill(PASSWORD);
  await root.page.getByRole("button", { name: "Create admin account" }).click();
  await root.page.getByText("Welcome. Your account is ready.").waitFor();
  await root.page.getByRole("link", { name: "Admin", exact: true }).click();
  await root.expectSound();
  // Nothing sends mails here, so they are read in the outbox.
  await root.page.getByRole("link", { name: "Outbox" }).click();
  await root.page.getByRole("link", { name: /^Confirm your email address/ }).click();
  const link = await root.page.locator(`a[href^="${site}/verify?token="]`).getAttribute("href");
  expect(root.complaints).toEqual([]);
  await root.close();

  await visitor.page.goto(link!);
  await visitor.page.getByRole("button", { name: "Confirm and sign in" }).click();
  await visitor.page.getByRole("heading", { name: "Your account" }).waitFor();
  await visitor.page.goto(`${site}/submit`);
  await visitor.page.getByLabel("Website").fill(website);
  await visitor.page.getByRole("button", { name: "Draft my page" }).click();
  await visitor.page.getByLabel("Tagline").waitFor();
  await visitor.expectSound();
  await visitor.close();
}
