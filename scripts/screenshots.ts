// Pictures of every page, by day, by night and on a phone: node scripts/screenshots.ts FOLDER [PART OF A NAME…]
// They are taken from a demo site of its own, in which invented people have voted through the real forms.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { startServer } from "../app.ts";
import { readSettings } from "../config.ts";
import { createLog } from "../open-store.ts";
import { launchBrowser } from "../test/browser/chromium.ts";
import { makeScene, PEOPLE, type Scene } from "./screenshot-scene.ts";

const LOOKS = {
  light: { colorScheme: "light", viewport: { width: 1280, height: 860 } },
  dark: { colorScheme: "dark", viewport: { width: 1280, height: 860 } },
  phone: { colorScheme: "light", viewport: { width: 360, height: 740 } },
} as const;

const MOST_HEIGHT = 1700;

const pagesOf = ({ star, founder, voted, category, week, nextWeek, url }: Scene): Record<string, string> => ({
  home: "/",
  launches: "/launches",
  "launches-trending": "/launches?section=trending",
  "week-past": `/launches/weeks/${week}`,
  "week-next": `/launches/weeks/${nextWeek}`,
  search: "/search?q=calendar",
  "search-none": "/search?q=xyzzyplughquux",
  browse: "/search?sort=votes",
  categories: "/categories",
  category: `/categories/${category}`,
  listing: `/listings/${star}`,
  "listing-plain": `/listings/${voted}`,
  badges: `/listings/${star}/badges`,
  alternatives: `/listings/${star}/alternatives`,
  compare: `/compare?a=${star}&b=${voted}`,
  "compare-picker": "/compare",
  "board-week": "/leaderboards/community-weekly",
  "board-all-time": "/leaderboards/community-all-time",
  "board-billboard": "/leaderboards/billboard",
  "board-rating": "/leaderboards/domain-rating",
  "board-revenue": "/leaderboards/revenue",
  awards: "/awards",
  founders: "/founders",
  founder: `/founders/${founder}`,
  blog: "/blog",
  post: new URL(url).pathname,
  ranking: "/how-ranking-works",
  connect: "/connect",
  problems: "/problems",
  bot: "/bot",
  "sign-in": "/sign-in",
  "sign-up": "/sign-up",
  missing: "/nothing-here",
});
/** As somebody who is signed in. */
const OWN_PAGES: Record<string, string> = { "own-home": "/", account: "/account", "new-key": "/account/keys/new" };
/** As one of the site team. */
const teamPages = ({ starId, memberId }: Scene): Record<string, string> => ({
  "admin-overview": "/admin",
  "admin-listings": "/admin/listings",
  "admin-listing": `/admin/listings/${starId}`,
  "admin-history": `/admin/listings/${starId}/history`,
  "admin-changes": "/admin/changes",
  "admin-claims": "/admin/claims",
  "admin-alternatives": "/admin/alternatives",
  "admin-weeks": "/admin/weeks",
  "admin-reviews": "/admin/reviews",
  "admin-votes": "/admin/votes",
  "admin-people": "/admin/users",
  "admin-person": `/admin/users/${memberId}`,
  "admin-categories": "/admin/categories",
  "admin-category": "/admin/categories/appointment-scheduling",
  "admin-interview": "/admin/interview",
  "admin-blog": "/admin/blog",
  "admin-post": "/admin/blog/new",
  "admin-orders": "/admin/orders",
  "admin-products": "/admin/products",
  "admin-payments": "/admin/payments",
  "admin-outbox": "/admin/outbox",
  "admin-jobs": "/admin/jobs",
  "admin-backups": "/admin/backups",
  "admin-settings": "/admin/settings",
  "admin-audit": "/admin/audit",
});

async function main([folder, ...wanted]: string[]): Promise<void> {
  if (!folder) throw new Error("Say where the pictures go: node scripts/screenshots.ts FOLDER");
  mkdirSync(folder, { recursive: true });
  const data = mkdtempSync(join(tmpdir(), "debut-screenshots-"));
  const settings = readSettings({ PORT: "0", DATA_DIR: data, LOG_LEVEL: "warn", LIMIT_SIGN_IN: "1000" });
  const server = await startServer(settings, { log: createLog(settings) });
  const browser = await launchBrowser();
  try {
    const scene = await makeScene(server);
    const isWanted = (name: string) => !wanted.length || wanted.some((part) => name.includes(part));
    for (const [name, path] of Object.entries({ ...pagesOf(scene), ...OWN_PAGES, ...teamPages(scene) })) {
      if (!isWanted(name)) continue;
      const person = name in OWN_PAGES ? PEOPLE.email(0) : name.startsWith("admin-") ? PEOPLE.admin : undefined;
      await shoot(browser, server.url, { name, path, folder, person });
      console.log(`${name}  ${path}`);
    }
  } finally {
    await browser.close();
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

type Shot = { name: string; path: string; folder: string; person: string | undefined };

async function shoot(browser: Browser, url: string, { name, path, folder, person }: Shot): Promise<void> {
  for (const [look, options] of Object.entries(LOOKS)) {
    const context = await browser.newContext({ ...options, reducedMotion: "reduce" });
    const page = await context.newPage();
    if (person) {
      await page.goto(`${url}/sign-in`);
      await page.getByLabel("Mail address").fill(person);
      await page.getByLabel("Password").fill(PEOPLE.password);
      await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL(/\/account/);
    }
    await page.goto(url + path);
    await page.evaluate("document.fonts.ready");
    // Longer pictures cannot be read at a glance.
    const height = Math.min(MOST_HEIGHT, (await page.evaluate("document.documentElement.scrollHeight")) as number);
    const clip = { x: 0, y: 0, width: options.viewport.width, height };
    await page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: true, clip });
    await context.close();
  }
}

await main(process.argv.slice(2));
