// A demo site with somebody who lists products and an admin, and a browser to look at it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Browser, BrowserContext, Page, Request } from "playwright-core";
import { readSettings } from "../core/settings/config.ts";
import { type Running, startServer } from "../server/app.ts";
import { createLog } from "../server/log.ts";
import { launchBrowser } from "../test/browser/chromium.ts";
import { makeOwner, type OwnerScene, openWebsites } from "./screenshot-owner.ts";
import { makeScene, PEOPLE, type Scene } from "./screenshot-scene.ts";
import { styleguidePages } from "./styleguide/styleguide.ts";

type Photographed = { server: Running; browser: Browser; scene: Scene; owner: OwnerScene; email: string };

/** Starts it, hands it over, and ends it. */
export async function photograph(work: (site: Photographed) => Promise<void>): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), "debut-screenshots-"));
  const websites = await openWebsites();
  const settings = readSettings({
    PORT: "0",
    DATA_DIR: data,
    LOG_LEVEL: "warn",
    LIMIT_SIGN_IN: "1000",
    ...websites.env,
  });
  const server = await startServer(settings, { log: createLog(settings) }, { morePages: [styleguidePages] });
  const browser = await launchBrowser();
  try {
    const scene = await makeScene(server);
    const [email, { password }] = [PEOPLE.email(0), PEOPLE];
    const owner = await makeOwner(server, { email, password, claimed: scene.voted });
    await work({ server, browser, scene, owner, email });
  } finally {
    await browser.close();
    await server.stop();
    await websites.close();
    rmSync(data, { recursive: true, force: true });
  }
}

export async function signIn(context: BrowserContext, url: string, person: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${url}/sign-in`);
  await page.getByLabel("Email").fill(person);
  await page.getByLabel("Password").fill(PEOPLE.password);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/account/);
  await page.close();
}

const QUIET_MS = 500;
const MOST_MS = 120_000;

/** Waits until a page asks for nothing more. Playwright takes pages with a shared worker for never idle. */
export async function openFully(page: Page, url: string): Promise<void> {
  const open = new Set<Request>();
  const start = Date.now();
  let changedAt = start;
  const ended = (request: Request): void => {
    if (open.delete(request)) changedAt = Date.now();
  };
  page.on("requestfinished", ended).on("requestfailed", ended);
  page.on("request", (request) => {
    if (/^\/(live$|assets\/live-worker)/.test(new URL(request.url()).pathname)) return;
    open.add(request);
    changedAt = Date.now();
  });
  await page.goto(url, { timeout: MOST_MS });
  while (open.size > 0 || Date.now() - changedAt < QUIET_MS) {
    if (Date.now() - start > MOST_MS) throw new Error(`${url} still loads: ${[...open].map((one) => one.url())}`);
    await delay(QUIET_MS / 5);
  }
}
