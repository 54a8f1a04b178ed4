// Screenshots of the apps in a chat, in light and dark mode at 500 px and on a phone: node
// scripts/screenshot-apps.ts FOLDER [PART OF A NAME…]. Without a folder, those of docs/images/apps.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { readSettings } from "../core/settings/config.ts";
import { startServer } from "../server/app.ts";
import { createLog } from "../server/log.ts";
import { launchBrowser } from "../test/browser/chromium.ts";
import { addPerson } from "../test/helpers/people.ts";
import { openHost } from "../test/mcp/apps/host.ts";
import { createAppScene } from "../test/mcp/apps/scene.ts";

/** What debut submit-kit copies: no picture of an order, because stores allow no sale. */
const FOR_STORES = {
  folder: "docs/images/apps",
  scenes: ["claim", "comparison", "draft-open", "listing", "search", "week"],
  looks: ["light", "phone-dark"],
};

const [folder = FOR_STORES.folder, ...parts] = process.argv.slice(2);
const isForStores = process.argv.length === 2;
const isWanted = (scene: string, look: string): boolean =>
  isForStores
    ? FOR_STORES.scenes.includes(scene) && FOR_STORES.looks.includes(look)
    : parts.length === 0 || parts.some((part) => scene.includes(part));

type AppScene = Awaited<ReturnType<typeof createAppScene>>;
type Scene = {
  tool: string;
  input: Record<string, unknown>;
  me: string;
  it: string;
  /** What is clicked, in turn; or what is filled in, with the text. */
  clicks?: (string | [field: string, text: string])[];
};

const scenesOf = ({ draftId, order }: AppScene, slowId: string): Record<string, Scene> => {
  const draft = {
    tool: "get_draft",
    input: { id: draftId },
    me: "List my product acme.test here.",
    it: "I read your website. Every value shows the quote it rests on.",
  };
  return {
    "draft-reading": { ...draft, input: { id: slowId } },
    draft,
    "draft-open": { ...draft, clicks: ["#head-tagline"] },
    "draft-refused": {
      ...draft,
      clicks: [
        "#head-contact_email",
        ".body button:text-is('Edit')",
        ["#edit", "nobody"],
        ".body button:text-is('Save')",
      ],
    },
    "draft-edit": { ...draft, clicks: ["#head-short_description", ".body button:text-is('Edit')"] },
    search: {
      tool: "search_listings",
      input: { q: "works offline" },
      me: "Which of them work offline?",
      it: "All six say so on their websites.",
    },
    listing: {
      tool: "get_listing",
      input: { slug: "coppertally" },
      me: "Tell me about Coppertally.",
      it: "It splits takings, and its company paid for the listing.",
    },
    comparison: {
      tool: "compare_listings",
      input: { a: "loafwise", b: "coppertally" },
      me: "Loafwise or Coppertally?",
      it: "Only Coppertally states a price.",
    },
    week: {
      tool: "get_launch_week",
      input: { week: "this" },
      me: "What launched this week?",
      it: "Bramblemap leads with six votes.",
    },
    "week-future": { tool: "get_launch_week", input: { week: "next" }, me: "And next week?", it: "Nothing yet." },
    "board-paid": {
      tool: "get_leaderboard",
      input: { board: "billboard" },
      me: "Who is on the billboard?",
      it: "One listing, and it is paid.",
    },
    claim: {
      tool: "claim_listing",
      input: { slug: "hourwell", method: "dns" },
      me: "Hourwell is mine.",
      it: "Publish the record, then press Check now.",
    },
    "claim-checked": {
      tool: "claim_listing",
      input: { slug: "hourwell", method: "file" },
      me: "Hourwell is mine.",
      it: "The file is not there yet.",
      clicks: ["#check"],
    },
    price: {
      tool: "quote_order",
      input: order,
      me: "What would the billboard cost for Octavo?",
      it: "$100 plus VAT. Nothing is charged.",
    },
    checkout: {
      tool: "create_checkout",
      input: order,
      me: "Order it.",
      it: "Open the page to review and pay.",
    },
  };
};

const LOOKS = {
  light: { theme: "light", width: 500, viewport: { width: 532, height: 400 } },
  dark: { theme: "dark", width: 500, viewport: { width: 532, height: 400 } },
  phone: { theme: "light", width: 360, viewport: { width: 392, height: 400 } },
  "phone-dark": { theme: "dark", width: 360, viewport: { width: 392, height: 400 } },
} as const;

mkdirSync(folder, { recursive: true });
const world = await createAppScene(async (env) => {
  const data = mkdtempSync(join(tmpdir(), "debut-apps-"));
  const settings = readSettings({
    PORT: "0",
    DATA_DIR: data,
    CRAWL_GAP_MS: "0",
    LOG_LEVEL: "warn",
    MCP_HOLD_MS: "0",
    LIMIT_MCP_ANONYMOUS: "10000",
    ...env,
  });
  const { deps, jobs, url, stop } = await startServer(settings, { log: createLog(settings) });
  const people = new Map<string, ReturnType<typeof addPerson>>();
  return {
    deps,
    jobs,
    baseUrl: url,
    person(name) {
      const known = people.get(name) ?? addPerson(deps.store, { email: `${name}@people.example`, name }, deps.now());
      people.set(name, known);
      return known;
    },
    async close() {
      await stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
});
const browser = await launchBrowser();
const hosts = await Promise.all(
  Object.values(LOOKS).map(({ viewport }) =>
    openHost(browser, world, { bearer: world.annKey, viewport, deviceScaleFactor: 2 }),
  ),
);
// It is photographed first, while its website is being read.
const slowId = await world.submit("slow.test");
for (const [name, { tool, input, me, it, clicks = [] }] of Object.entries(scenesOf(world, slowId))) {
  for (const [index, [look, { theme, width }]] of Object.entries(LOOKS).entries()) {
    if (!isWanted(name, look)) continue;
    const host = hosts[index]!;
    await host.words(me, it);
    const frame = await host.open(tool, { input, theme, width });
    for (const click of clicks) await (typeof click === "string" ? frame.click(click) : frame.fill(...click));
    // Nothing is under the pointer.
    await host.page.mouse.move(0, 0);
    // The height of the frame follows its content.
    await host.page.waitForTimeout(300);
    const path = join(folder, `${name}-${look}.png`);
    // Few colours, which is enough for a view and makes small files.
    await sharp(await host.page.screenshot({ fullPage: true }))
      .png({ quality: 60, effort: 10 })
      .toFile(path);
    process.stdout.write(`${path}\n`);
  }
}
await browser.close();
await world.close();
