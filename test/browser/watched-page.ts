import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { PASSWORD } from "../helpers/world.ts";

const axeText = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/**
 * Handed to every page, which reads it when asked to: sent to each look instead, it took a quarter of the time. As a text,
 * because the browser looks through a function that nobody calls, too.
 */
const AXE = `{ const text = ${JSON.stringify(axeText)}; globalThis.loadAxe = () => (0, eval)(text); }`;

const PHONE = { width: 360, height: 740 };
const TARGETS = { "target-size": { enabled: true } };
/**
 * A phone by night is the same page in other colours and the same parts in less room: it is held to
 * the rules that these can break.
 */
export const NIGHT_RULES = ["color-contrast", "link-in-text-block", "target-size"];
const LOOKS = {
  "by day": { colorScheme: "light", rules: TARGETS },
  "on a phone by night": {
    colorScheme: "dark",
    viewport: PHONE,
    runOnly: NIGHT_RULES,
  },
  "as it is": { rules: TARGETS },
} as const;
type Look = { colorScheme?: "light" | "dark"; viewport?: typeof PHONE; rules?: object; runOnly?: readonly string[] };
const AXE_OPTIONS = { resultTypes: ["violations"], preload: false };
/** No script runs in a sandbox, so axe cannot ask what is in there, and complains where it tries. */
const FRAMES = [["iframe[sandbox]"]];
/** A phone by night, for a single look at what has been seen elsewhere by day. */
export const NIGHT_PHONE = { colorScheme: "dark", viewport: PHONE } as const;

type Violation = { id: string; help: string; nodes: { target: string[]; failureSummary?: string }[] };

/**
 * A page of a browser of its own, with everything it complained about: scripts that fail, policies
 * that are broken, files that are missing.
 */
export async function openWatched(
  browser: Browser,
  options: Pick<
    BrowserContextOptions,
    "storageState" | "javaScriptEnabled" | "timezoneId" | "colorScheme" | "viewport"
  > = {},
): Promise<{
  page: Page;
  complaints: string[];
  expectSoundAsLeft: (looks: (keyof typeof LOOKS)[], part?: string) => Promise<void>;
  expectSound: (looks?: (keyof typeof LOOKS)[], part?: string) => Promise<void>;
  close: () => Promise<void>;
}> {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  await context.addInitScript({ content: AXE });
  const page = await context.newPage();
  const size = page.viewportSize();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on("requestfailed", (request) => {
    const error = request.failure()?.errorText;
    // Suggestions for what was typed a letter ago are called off by the page itself.
    if (error !== "net::ERR_ABORTED") complaints.push(`${request.url()}: ${error}`);
  });

  /** No rule is broken in these looks, and nothing was complained about. The page keeps the last look. */
  async function expectSoundAsLeft(looks: (keyof typeof LOOKS)[], part = "html"): Promise<void> {
    /** Some pages reload themselves while they wait for something, and axe begins again. */
    async function violationsOf(options: object): Promise<Violation[]> {
      const how = `${JSON.stringify({ include: [[part]], exclude: FRAMES })}, ${JSON.stringify({ ...options, ...AXE_OPTIONS })}`;
      const run = `globalThis.axe || loadAxe(); axe.run(${how}).then((result) => result.violations)`;
      const isReloaded = (error: unknown) => /documentElement|context was destroyed/.test(String(error));
      try {
        return await page.evaluate(run);
      } catch (error) {
        if (!isReloaded(error)) throw error;
        await page.waitForLoadState();
        return page.evaluate(run);
      }
    }
    for (const look of looks) {
      const { colorScheme, viewport, ...options }: Look = LOOKS[look];
      const room = viewport ?? size;
      if (colorScheme && room) await page.setViewportSize(room);
      if (colorScheme) await page.emulateMedia({ colorScheme });
      const violations = await violationsOf(options);
      const found = violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(" ")} ${failureSummary}`).join("; ")}`,
      );
      expect(found, `${page.url()} ${look}`).toEqual([]);
      const [wide, width] = (await page.evaluate("[document.documentElement.scrollWidth, innerWidth]")) as [
        number,
        number,
      ];
      expect(wide, `${page.url()} is wider than the screen ${look}`).toBeLessThanOrEqual(width);
    }
    expect(complaints).toEqual([]);
  }

  /**
   * The same, from the last look to the first: the page is left as it was, and one change of looks
   * fewer draws it anew. Where only a part has changed, its selector is enough.
   */
  async function expectSound(looks: (keyof typeof LOOKS)[] = ["by day", "on a phone by night"], part?: string) {
    await expectSoundAsLeft(looks.toReversed(), part);
  }

  return { page, complaints, expectSound, expectSoundAsLeft, close: () => context.close() };
}

export async function fillSignIn(page: Page, name: string): Promise<void> {
  await page.getByLabel("Email").fill(`${name}@people.example`);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Sign in", exact: true }).click();
}
