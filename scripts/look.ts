// `npm run look [-- PART OF A NAME…]`: what pages of a demo site weigh on a phone's first visit, and their
// Lighthouse scores. Lighthouse comes by npx: as a dependency it would add 176 MB to every installation.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { BrowserContext } from "playwright-core";
import { launchBrowser } from "../test/browser/chromium.ts";
import { printTable } from "./bench/figures.ts";
import type { OwnerScene } from "./screenshot-owner.ts";
import type { Scene } from "./screenshot-scene.ts";
import { openFully, photograph, signIn } from "./screenshot-site.ts";

const LIGHTHOUSE = "lighthouse@13.5.0";
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, deviceScaleFactor: 2 } as const;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
/** The port on which Lighthouse finds the browser. */
const DEBUG_PORT = 9333;

/** Isn't asked of pages that search engines are kept out of. */
const FOR_SEARCH_ENGINES = "is-crawlable,meta-description";

/** Private pages are those of a signed-in owner. Neither they nor hidden ones are for search engines. */
type Page = { name: string; path: string; reader?: "hidden" | "private" };

const pagesOf = ({ star, voted, week, founder, coming }: Scene, owner: OwnerScene): Page[] => [
  { name: "home", path: "/" },
  { name: "this week", path: "/launches" },
  { name: "past week", path: `/launches/weeks/${week}` },
  { name: "listing", path: `/listings/${star}` },
  { name: "launch room", path: `/listings/${coming}`, reader: "hidden" },
  { name: "search", path: "/search?q=calendar" },
  { name: "compare", path: `/compare?a=${star}&b=${voted}` },
  { name: "maker", path: `/founders/${founder}` },
  { name: "categories", path: "/categories" },
  { name: "pricing", path: "/pricing" },
  { name: "contact", path: "/contact", reader: "hidden" },
  { name: "sign in", path: "/sign-in", reader: "hidden" },
  { name: "sign up", path: "/sign-up", reader: "hidden" },
  { name: "submit", path: "/submit", reader: "hidden" },
  { name: "editor", path: `/drafts/${owner.readyDraft}`, reader: "private" },
  { name: "choose a week", path: `/account/listings/${owner.listingId}/launch`, reader: "private" },
  { name: "checkout", path: owner.openCheckout, reader: "private" },
];

/** What comes over the wire at the first visit, with everything that is in sight. */
async function weigh(context: BrowserContext, url: string) {
  const page = await context.newPage();
  const wire = await context.newCDPSession(page);
  await wire.send("Network.enable");
  await wire.send("Network.setCacheDisabled", { cacheDisabled: true });
  const types = new Map<string, string>();
  const sizes = new Map<string, number>();
  wire.on("Network.responseReceived", ({ requestId, type }) => types.set(requestId, type));
  wire.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength));
  await openFully(page, url);
  await page.close();
  const bytes = (isWanted: (type: string | undefined) => boolean): number =>
    [...sizes].reduce((sum, [id, size]) => sum + (isWanted(types.get(id)) ? size : 0), 0);
  return {
    requests: sizes.size,
    bytes: bytes(() => true),
    scriptBytes: bytes((type) => type === "Script"),
    pictureBytes: bytes((type) => type === "Image"),
  };
}

/** The four scores of a page, of 100. */
async function judge(url: string, { cookie, isHidden }: { cookie: string; isHidden: boolean }): Promise<number[]> {
  const { stdout } = await promisify(execFile)(
    "npx",
    [
      ...["--yes", LIGHTHOUSE, url, "--quiet", "--output=json", `--port=${DEBUG_PORT}`],
      ...[`--only-categories=${CATEGORIES.join(",")}`, `--extra-headers=${JSON.stringify({ Cookie: cookie })}`],
      ...(isHidden ? [`--skip-audits=${FOR_SEARCH_ENGINES}`] : []),
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  const { categories, audits } = JSON.parse(stdout) as {
    categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
    audits: Record<string, { score: number | null; title: string }>;
  };
  for (const { id, weight } of CATEGORIES.flatMap((name) => categories[name]!.auditRefs)) {
    const { score, title } = audits[id] ?? { score: null, title: "" };
    if (weight > 0 && score !== null && score < 0.9) console.error(`${url}  ${id} ${score}: ${title}`);
  }
  return CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100));
}

const wanted = process.argv.slice(2);
await photograph(async ({ server, browser, scene, owner, email }) => {
  const judged = await launchBrowser([`--remote-debugging-port=${DEBUG_PORT}`]);
  const pages = pagesOf(scene, owner).filter(
    ({ name }) => !wanted.length || wanted.some((part) => name.includes(part)),
  );
  const rows: Record<string, string | number>[] = [];
  for (const { name, path, reader } of pages) {
    const url = server.url + path;
    const context = await browser.newContext(PHONE);
    if (reader === "private") await signIn(context, server.url, email);
    // Pictures of the demo are drawn when somebody first looks.
    await weigh(context, url);
    const { requests, bytes, scriptBytes, pictureBytes } = await weigh(context, url);
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
    const scores = await judge(url, { cookie, isHidden: reader !== undefined });
    const sizes = { kB: bytes, "scripts kB": scriptBytes, "pictures kB": pictureBytes };
    rows.push({
      ...{ page: name, requests },
      ...Object.fromEntries(Object.entries(sizes).map(([head, count]) => [head, Math.round(count / 1000)])),
      ...Object.fromEntries(CATEGORIES.map((category, nth) => [category, scores[nth]!])),
    });
    await context.close();
  }
  await judged.close();
  printTable(rows);
});
