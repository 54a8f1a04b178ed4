// Screenshots of the apps in a chat, in light and dark mode at 500 px and on a phone: node
// scripts/screenshot-apps.ts FOLDER [PART OF A NAME…]
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launchBrowser } from "../test/browser/chromium.ts";
import { openHost } from "../test/mcp/apps/host.ts";
import { type AppWorld, createAppWorld } from "../test/mcp/apps/world.ts";

const [folder, ...parts] = process.argv.slice(2);
if (!folder) throw new Error("Usage: node scripts/screenshot-apps.ts FOLDER [PART OF A NAME…]");

type Scene = {
  tool: string;
  input: Record<string, unknown>;
  me: string;
  it: string;
  /** What is clicked, in turn. */
  clicks?: string[];
};

const scenesOf = ({ draftId }: AppWorld): Record<string, Scene> => {
  const draft = {
    tool: "get_draft",
    input: { id: draftId },
    me: "List my product acme.test here.",
    it: "I read your website. Every value shows the quote it rests on.",
  };
  return {
    "draft-reading": { ...draft, tool: "submit_listing", input: { url: "slow.test" } },
    draft,
    "draft-open": { ...draft, clicks: ["#head-tagline"] },
    "draft-edit": { ...draft, clicks: ["#head-short_description", ".body button:text-is('Edit')"] },
  };
};

const LOOKS = {
  light: { theme: "light", width: 500, viewport: { width: 532, height: 400 } },
  dark: { theme: "dark", width: 500, viewport: { width: 532, height: 400 } },
  phone: { theme: "light", width: 360, viewport: { width: 392, height: 400 } },
  "phone-dark": { theme: "dark", width: 360, viewport: { width: 392, height: 400 } },
} as const;

mkdirSync(folder, { recursive: true });
const world = await createAppWorld();
const browser = await launchBrowser();
for (const [look, { theme, width, viewport }] of Object.entries(LOOKS)) {
  const host = await openHost(browser, world, { bearer: await world.key("ann"), viewport, deviceScaleFactor: 1 });
  for (const [name, { tool, input, me, it, clicks = [] }] of Object.entries(scenesOf(world))) {
    if (parts.length > 0 && !parts.some((part) => name.includes(part))) continue;
    await host.words(me, it);
    const frame = await host.open(tool, { input, theme, width });
    for (const click of clicks) await frame.click(click);
    // The height of the frame follows its content.
    await host.page.waitForTimeout(300);
    const path = join(folder, `${name}-${look}.png`);
    await host.page.screenshot({ path, fullPage: true });
    process.stdout.write(`${path}\n`);
  }
  await host.close();
}
await browser.close();
await world.close();
