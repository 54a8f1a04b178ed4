import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { PASSWORD } from "../helpers/world.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Violation = { id: string; help: string; nodes: { target: string[]; failureSummary?: string }[] };

/** A page of a browser of its own, with everything it complained about: scripts that fail, policies that are broken, files that are missing. */
export async function openWatched(
  browser: Browser,
  options: Pick<BrowserContextOptions, "storageState" | "javaScriptEnabled"> = {},
): Promise<{ page: Page; complaints: string[]; expectSound: () => Promise<void>; close: () => Promise<void> }> {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on("requestfailed", (request) => complaints.push(`${request.url()}: ${request.failure()?.errorText}`));

  /** No accessibility rule is broken in either colour scheme, nothing is wider than the screen of a phone, nothing was complained about. */
  async function expectSound(): Promise<void> {
    await page.evaluate(AXE);
    // The other scheme is the same page in other colours.
    for (const [colorScheme, rules] of Object.entries({ light: {}, dark: { runOnly: ["cat.color"] } } as const)) {
      await page.emulateMedia({ colorScheme: colorScheme as "light" | "dark" });
      const options = { ...rules, resultTypes: ["violations"] };
      const violations = (await page.evaluate(
        `axe.run(${JSON.stringify(options)}).then((result) => result.violations)`,
      )) as Violation[];
      const found = violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(" ")} ${failureSummary}`).join("; ")}`,
      );
      expect(found, `${page.url()} in ${colorScheme}`).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: "light" });
    const size = page.viewportSize();
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate("document.documentElement.scrollWidth"), `${page.url()} on a phone`).toBeLessThanOrEqual(
      360,
    );
    if (size) await page.setViewportSize(size);
    expect(complaints).toEqual([]);
  }

  return { page, complaints, expectSound, close: () => context.close() };
}

/** Fills in the sign-in form that the page shows: ann is ann@people.example. */
export async function fillSignIn(page: Page, name: string): Promise<void> {
  await page.getByLabel("Mail address").fill(`${name}@people.example`);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
}
