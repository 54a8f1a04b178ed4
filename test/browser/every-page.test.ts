import type { Express } from "express";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mintToken } from "../../auth/tokens.ts";
import { createApp } from "../../server/app.ts";
import { createWorld, type World } from "../helpers/world.ts";
import { launchBrowser } from "./chromium.ts";
import { createScene, type Scene } from "./scene.ts";
import { EMPTY, statesOf, type Who } from "./states.ts";
import { fillSignIn, NIGHT_PHONE, openWatched } from "./watched-page.ts";

let scene: Scene;
let empty: World;
let browser: Browser;
beforeAll(async () => {
  [scene, empty, browser] = await Promise.all([createScene(), createWorld(), launchBrowser()]);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await Promise.all([scene?.close(), empty?.close()]);
});

/** Every page, by who looks at it. A new page belongs here. */
const PAGES: Record<"visitor" | "ann" | "root", (scene: Scene) => string[]> = {
  visitor: ({ addresses, listing }) => [
    "/",
    "/launches",
    "/launches?section=upcoming",
    "/launches/weeks/next",
    "/search?q=tool",
    "/search?q=xyzzyplughquux",
    "/categories",
    "/categories/accounting",
    `/listings/${listing.slug}`,
    `/listings/${listing.slug}/badges`,
    addresses.alternatives,
    "/compare",
    "/compare?left=Acme+Books&right=tool",
    "/leaderboards/community-weekly",
    "/leaderboards/billboard",
    "/leaderboards/domain-rating",
    "/awards",
    "/founders",
    addresses.founder,
    "/updates",
    "/blog",
    addresses.post,
    "/how-ranking-works",
    "/connect",
    "/docs",
    "/bot",
    "/problems",
    "/problems/draft-not-ready",
    "/sign-in",
    "/sign-up",
    "/forgot",
    addresses.reset,
    addresses.verify,
    addresses.invite,
    addresses.claim,
    addresses.unsubscribe,
    addresses.checkout,
    addresses.invoice,
    "/submit",
  ],
  ann: ({ addresses, listing, other, paid }) => [
    "/",
    `/listings/${other.slug}`,
    `/listings/${other.slug}/claim`,
    addresses.authorize,
    addresses.draft,
    addresses.revoke,
    "/drafts",
    "/account",
    "/account/claims",
    "/account/delete",
    "/account/interview",
    "/account/keys/new",
    "/account/listings",
    ...["", "/launch", "/edit", "/updates", "/milestones", "/story", "/pictures", "/history"].map(
      (tab) => `/account/listings/${listing.id}${tab}`,
    ),
    "/account/notifications",
    "/account/orders",
    `/account/orders/${paid}`,
    "/account/password",
  ],
  root: ({ addresses, listing, annId, paid }) => [
    "/admin",
    "/admin/alternatives",
    "/admin/audit",
    "/admin/backups",
    "/admin/blog",
    "/admin/blog/new",
    addresses.adminPost,
    "/admin/categories",
    "/admin/categories/new",
    "/admin/categories/accounting",
    "/admin/changes",
    "/admin/claims",
    "/admin/guide",
    "/admin/health",
    "/admin/interview",
    "/admin/jobs",
    "/admin/jobs?state=failed",
    "/admin/jobs/lost",
    "/admin/listings",
    `/admin/listings/${listing.id}`,
    `/admin/listings/${listing.id}/history`,
    `/admin/listings/${listing.id}/history/1`,
    "/admin/orders",
    `/admin/orders/${paid}`,
    "/admin/outbox",
    addresses.mail,
    "/admin/payments",
    "/admin/products",
    "/admin/reviews",
    "/admin/settings",
    "/admin/users",
    `/admin/users/${annId}`,
    "/admin/votes",
    "/admin/votes?counted=yes",
    "/admin/weeks",
  ],
};

/** Answers that no person reads: files, figures, and ways to another page. */
const NO_PAGES = [
  /\.(atom|css|ico,\/favicon\.svg|js|json|png|svg|txt|woff2|xml)$/,
  /^\/(healthz|readyz|metrics)$/,
  /^\/\.well-known\//,
  /^\/mcp(\/account|\/public)?$/,
  /^\/oauth\/authorize$/,
  /^\/leaderboards$/,
  /^\/listings\/:slug\/website$/,
  /^\/badges\/:slug\/:kind\/:file$/,
  /^\/pictures\/:key\/:size$/,
  /^\/sitemaps\/:file$/,
  /^\/invoices\/:token\/pdf$/,
  /^\/listings\/:slug\{\/\*rest\}$/,
];

type Layer = {
  route?: { path: string | string[]; methods: Record<string, boolean> };
  handle: { stack?: Layer[] };
  match(path: string): boolean;
};
type Route = { path: string; match: (path: string) => boolean };

/** What answers GET at the root, in order. Below /api/v1 and /mcp there are no pages. */
function routesOf(layers: Layer[]): Route[] {
  return layers.flatMap((layer): Route[] => {
    const { route, handle } = layer;
    const match = (path: string) => layer.match(path);
    if (route) return route.methods.get ? [{ path: String(route.path), match }] : [];
    if (!handle.stack) return [];
    return layer.match("/") ? routesOf(handle.stack) : [{ path: "a router that this test cannot look into", match }];
  });
}

async function openAs(name: Who, url: string, options = {}) {
  const watched = await openWatched(browser, options);
  if (name === "visitor") return watched;
  await watched.page.goto(`${url}/sign-in?return_to=/account`);
  await fillSignIn(watched.page, name);
  await watched.page.waitForURL(`${url}/account`);
  return watched;
}

it("every page is sound by day, by night and on a phone, and none is forgotten", async () => {
  const app: Express = await createApp(scene.deps);
  const routes = routesOf(app.router.stack as unknown as Layer[]);
  const pages = routes.filter(({ path }) => !NO_PAGES.some((pattern) => pattern.test(path)));
  const seen = new Set<string>();
  const faults: unknown[] = [];

  async function look(name: keyof typeof PAGES): Promise<void> {
    const { page, complaints, expectSound, close } = await openAs(name, scene.url);
    for (const address of PAGES[name](scene)) {
      const answer = await page.goto(scene.url + address);
      if (answer?.status() !== 200) faults.push(`${address} answered ${answer?.status()}`);
      // Where the browser ended counts: a page that sends people elsewhere was not looked at.
      const { pathname } = new URL(page.url());
      seen.add(pages.find(({ match }) => match(pathname))?.path ?? pathname);
      await expectSound().catch((fault: Error) => faults.push(fault.message));
      if (complaints.length > 0) faults.push(...complaints.splice(0));
    }
    await close();
  }
  await Promise.all([look("visitor"), look("ann"), look("root")]);
  expect(faults).toEqual([]);

  // The first page of all is there before anything else is.
  const { token, ...row } = mintToken("setup", empty.deps.now(), empty.deps.random);
  await empty.deps.store.change((tx) => tx.accounts.addToken({ ...row, accountId: null, email: null }));
  const first = await openWatched(browser);
  await first.page.goto(`${empty.url}/setup?token=${token}`);
  await first.page.getByRole("button", { name: "Make the admin account" }).waitFor();
  await first.expectSound();
  seen.add("/setup");
  await first.close();

  expect(pages.map(({ path }) => path).filter((path) => !seen.has(path))).toEqual([]);
}, 300_000);

it("pages are sound in every state that people bring them into, and before anything has happened", async () => {
  await Promise.all([scene.account("kim"), empty.account("root", { admin: true })]);
  const faults: unknown[] = [];
  async function look(name: Who, url: string, states: [string, (page: Page) => Promise<unknown>][]): Promise<void> {
    const { page, complaints, expectSound, close } = await openAs(name, url, NIGHT_PHONE);
    for (const [address, enter] of states) {
      await page.goto(url + address);
      try {
        await enter(page);
        // The browser itself notes an answer that says no.
        const own = complaints.splice(0).filter((text) => !/the server responded with a status of 4\d\d/.test(text));
        if (own.length) faults.push(...own);
        await expectSound(["as it is"]);
      } catch (fault) {
        const { message, actual = "" } = fault as Error & { actual?: unknown };
        faults.push(`${name} at ${address}: ${message} ${actual}`);
      }
    }
    await close();
  }
  const states = statesOf(scene);
  const people = [...new Set(states.map(([who]) => who))];
  await Promise.all([
    ...people.map((name) =>
      look(
        name,
        scene.url,
        states.flatMap(([who, ...state]) => (who === name ? [state] : [])),
      ),
    ),
    ...(Object.keys(EMPTY) as (keyof typeof EMPTY)[]).map((name) =>
      look(
        name,
        empty.url,
        EMPTY[name].map((address) => [address, async () => undefined]),
      ),
    ),
  ]);
  expect(faults).toEqual([]);
}, 300_000);

it("what is no page answers with no page", async () => {
  const app: Express = await createApp(scene.deps);
  const plain = routesOf(app.router.stack as unknown as Layer[]).filter(
    ({ path }) => NO_PAGES.some((pattern) => pattern.test(path)) && !/[:,]/.test(path) && path !== "/oauth/authorize",
  );
  expect(plain.length).toBeGreaterThan(15);
  for (const { path } of plain) {
    const answer = await fetch(scene.url + path, { redirect: "manual" });
    const isPage = answer.status < 300 && /html/.test(answer.headers.get("content-type") ?? "");
    expect(isPage, path).toBe(false);
  }
});
